import Base

/// The cases of failures that words tell, and where accepting them writes.
extension Finder {
  /// - Parameter first: The mark of the reference, if there is none yet.
  mutating func add(_ failure: WordFailure, first: WordMark?, from source: Source) {
    var snapshot = snapshot(of: failure)
    guard source.wants(snapshot) else { return }
    if let doubt = failure.doubt {
      snapshot.obstacle = doubt
    } else if failure.actual == nil {
      snapshot.obstacle =
        "No actual: no file beside \(printable(failure.reference.map(Paths.name) ?? "")) says that it is "
        + "what the test rendered. Run the test again, or describe its files by [layout] in "
        + ".snapreview.toml."
    } else {
      attach(
        baseline(of: failure, first: first, snapshot.failures, source), to: &snapshot,
        none: "No baseline found: none at the path of \(printable(failure.subject)) under "
          + "--references. "
          + (failure.reference.map {
            "Without --references accepting writes over \(printable($0))."
          } ?? "Give the folder that holds it."))
    }
    for file in failure.files { claimed.insert(file) }
    hintRoot(failure.home)
    append(snapshot, from: source)
  }

  /// Says that no library has named the files, and which are written.
  var wordRemark: String? {
    let found = cases.filter { $0.layout == .words && $0.baseline != nil }
    guard let path = found.first?.baseline?.path else { return nil }
    return "\(Wording.count(found.count, "case")) read by the words in names: accepting writes the "
      + "reference, such as \(printable(path))."
  }

  private func snapshot(of failure: WordFailure) -> SnapshotCase {
    let home = realPath(failure.home)
    let folder = Paths.components(failure.subject).dropLast().joined(separator: "/")
    let origin = CaseOrigin(
      .words, failures: home, suite: folder.isEmpty ? Paths.name(home) : folder,
      keyStart: SnapshotCase.key(.words, folder.isEmpty ? "" : folder + "/"))
    let file = "\(Paths.name(failure.subject)).\(failure.ending)"
    return SnapshotCase(
      file, origin, kind: FileKind(name: file), reference: failure.reference,
      actual: failure.actual, difference: failure.difference)
  }

  /// Finds the baseline below the folders that the user named; else it is the reference in sight,
  /// or the place where that of a new snapshot belongs.
  private func baseline(
    of failure: WordFailure, first: WordMark?, _ failures: String, _ source: Source
  ) -> BaselineAnswer {
    guard !baselines.isNamed else { return namedBaseline(of: failure, failures, source) }
    if let reference = failure.reference {
      return baselines.settle([spot(reference, failure)], exists: true)
    }
    return first.map {
      let path = $0.path(of: failure.subject, in: failure.home, ending: failure.ending)
      return baselines.settle([spot(path, failure)], exists: false)
    } ?? .none
  }

  /// True if a failure without a reference in sight may have one where the user said.
  func mayHaveNamedBaseline(_ failure: WordFailure, _ source: Source) -> Bool {
    guard baselines.isNamed else { return false }
    if case .none = namedBaseline(of: failure, realPath(failure.home), source) {
      return failure.difference != nil
    }
    return true
  }

  private func spot(_ path: String, _ failure: WordFailure) -> Spot {
    Spot(folder: Paths.parent(path), file: Paths.name(path), root: failure.home)
  }

  /// Finds the baseline at the same path under `--references`: the snapshot's own path, or that of
  /// the reference in sight.
  private func namedBaseline(
    of failure: WordFailure, _ failures: String, _ source: Source
  ) -> BaselineAnswer {
    let subject = "\(failure.subject).\(failure.ending)"
    let wanted = [
      Paths.below(source.top, Paths.join(failure.home, subject)), subject,
      failure.reference.flatMap { Paths.below(source.top, $0) },
    ].compactMap(\.self)
    for index in baselines.fileIndexes(around: failures, in: source) {
      for path in wanted {
        let parts = Paths.components(path)
        let (file, end) = (Paths.name(path), parts.dropLast().joined(separator: "/"))
        let folders = index().folders(holding: file, endingIn: end)
        let exact = folders.filter { Paths.below(index().root, $0.path) ?? "" == end }
        guard !folders.isEmpty else { continue }
        return baselines.settle(
          (exact.isEmpty ? folders : exact).map {
            Spot(folder: $0.path, file: $0.spelling(of: file) ?? file, root: index().root)
          }, exists: true)
      }
    }
    return .none
  }
}

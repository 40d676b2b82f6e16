import Base

/// Makes cases from failures found by words, and finds where accepting them writes.
extension Tree {
  func sightings(of failure: WordFailure, first: WordMark?, in source: Source) -> [Sighting] {
    var snapshot = snapshot(of: failure)
    let evidence = evidence(of: failure)
    guard source.wants(snapshot) else { return [] }
    if let doubt = failure.doubt {
      snapshot.obstacle = doubt
    } else if failure.actual == nil {
      snapshot.obstacle =
        "No actual: no file beside \(printable(failure.reference.map(Paths.name) ?? "")) says that it is "
        + "what the test rendered. Run the test again, or describe its files by [layout] in "
        + ".snapreview.toml."
    } else if let kept = recordedOver(by: failure) {
      snapshot.baseline = Baseline(path: kept, root: snapshot.failures)
      snapshot.writing = .rejecting
      snapshot.remarks.append(.keptBeside(reference: failure.reference.map(Paths.name) ?? ""))
    } else {
      if evidence == .twoWords { snapshot.doubt = .wordsAlone }
      attach(
        baseline(of: failure, first: first, snapshot.failures, source), to: &snapshot,
        none: "No baseline found: none at the path of \(printable(failure.subject)) under "
          + "--references. "
          + ((source.place.isUnpacked ? nil : failure.reference).map {
            "Without --references accepting writes over \(printable($0))."
          } ?? "Give the folder that holds it."))
      if let baseline = snapshot.baseline?.path, let copy = failure.reference,
        Paths.name(baseline) != failure.name, snapshot.isJoinedByPixels(of: copy)
      {
        snapshot.doubt = .pixelsAlone
      }
    }
    let shown = Failure(snapshot, from: source, by: evidence, root: failure.home, sharing: .shared)
    return failure.files.map { .claim($0, by: evidence) } + [.failure(shown)]
  }

  private func snapshot(of failure: WordFailure) -> SnapshotCase {
    let home = realPath(failure.home)
    let folder = Paths.components(failure.subject).dropLast().joined(separator: "/")
    let file = failure.name
    return SnapshotCase(
      suite: folder.isEmpty ? Paths.name(home) : folder,
      name: SnapshotCase.name(ofFile: file), layout: .words,
      content: .init(fileNamed: file, at: [failure.reference, failure.actual]),
      reference: failure.reference, actual: failure.actual, difference: failure.difference,
      failures: home, key: folder.isEmpty ? file : "\(folder)/\(file)")
  }

  /// Returns the evidence of a failure: without a third file, only two words, unless git says that
  /// the run left the actual next to a committed reference.
  private func evidence(of failure: WordFailure) -> Evidence {
    guard !isForced, failure.rank < .looseTriple else { return .threeWords }
    guard let reference = failure.reference else {
      return failure.difference == nil ? .twoWords : .threeWords
    }
    guard let tracked = git.tracked(around: failure.home) else {
      return baselines.isNamed ? .threeWords : .twoWords
    }
    // An unchanged committed actual was excluded earlier.
    return tracked.isTracked(reference) ? .git : .twoWords
  }

  /// Returns the committed file that the run overwrote, if the reference is the run's copy of the
  /// old one.
  private func recordedOver(by failure: WordFailure) -> String? {
    guard !baselines.isNamed, let actual = failure.actual, let reference = failure.reference,
      failure.actualMark == WordMark.none, let tracked = git.tracked(around: failure.home),
      tracked.isTracked(actual), !tracked.isTracked(reference)
    else { return nil }
    return actual
  }

  /// Finds the committed file that the run copied as its reference. Git does not track the copy,
  /// and the file has its bytes, or else its name in a folder of baselines. Without git, the file
  /// has its bytes, and lies in a folder that only a library's references have.
  func committedBaseline(
    ofCopy copy: String, actual: String?, name: String, _ source: Source
  ) -> BaselineAnswer {
    let home = Paths.parent(copy)
    let tracked = git.tracked(around: home)
    guard tracked?.isTracked(copy) != true else { return .none }
    return baselines.nearest(around: realPath(home), in: source) { index in
      let folders = { (file: String) in Paths.below(index.root, Paths.parent(file)) ?? "" }
      let isMarked = { ReferenceFolders.isReference(folders($0)) }
      guard tracked != nil || !isMarked(copy) else { return ([], []) }
      let kept = index.part(tracked?.top ?? "") { tracked?.isTracked($0) ?? isMarked($0) }
      let others = { (files: [String]) in files.filter { $0 != actual } }
      var equal = others(kept.files(equalTo: copy))
      if equal.isEmpty, let actual { equal = others(kept.files(equalTo: actual)) }
      if equal.isEmpty { equal = others(kept.files(showing: copy)) }
      let named = (tracked == nil ? [] : kept.folders(holding: name))
        .map { Paths.join($0.path, name) }
        .filter { Paths.components(folders($0)).contains(where: PictureFolders.areReferences) }
      let own = equal.filter { Paths.name($0) == name }
      return (!own.isEmpty ? own : !equal.isEmpty ? equal : named, [])
    }
  }

  /// Finds the baseline below the folders that the user named. Without such folders, it is the
  /// failure's own reference or its committed original, or the place for a new snapshot's baseline.
  private func baseline(
    of failure: WordFailure, first: WordMark?, _ failures: String, _ source: Source
  ) -> BaselineAnswer {
    guard !baselines.isNamed else { return namedBaseline(of: failure, failures, source) }
    if let reference = failure.reference {
      let committed = committedBaseline(
        ofCopy: reference, actual: failure.actual, name: failure.name, source)
      return committed.isNone
        ? baselines.settle([Spot(reference, root: failure.home)], exists: true) : committed
    }
    // The run compared with a reference, so there is one elsewhere.
    guard failure.difference == nil else { return .none }
    return first.map {
      let path = $0.path(of: failure.subject, in: failure.home, ending: failure.ending)
      return baselines.settle([Spot(path, root: failure.home)], exists: false)
    } ?? .none
  }

  /// True if a failure without its own reference may have one in a folder that the user named.
  func mayHaveNamedBaseline(_ failure: WordFailure, _ source: Source) -> Bool {
    guard baselines.isNamed else { return false }
    return !namedBaseline(of: failure, realPath(failure.home), source).isNone
      || failure.difference != nil
  }

  /// Finds the baseline at the same path under `--references`: the path of the snapshot itself, or
  /// of the failure's own reference.
  private func namedBaseline(
    of failure: WordFailure, _ failures: String, _ source: Source
  ) -> BaselineAnswer {
    let subject = WordMark.name(failure.subject, ending: failure.ending)
    let wanted = [
      Paths.below(source.top, Paths.join(failure.home, subject)), subject,
      failure.reference.flatMap { Paths.below(source.top, $0) },
    ].compactMap(\.self)
    return baselines.nearest(around: failures, in: source) { index in
      let found = wanted.firstFound { path in
        let parts = Paths.components(path)
        let (file, end) = (Paths.name(path), parts.dropLast().joined(separator: "/"))
        let folders = index.folders(holding: file, endingIn: end)
        let exact = folders.filter { Paths.below(index.root, $0.path) ?? "" == end }
        return (exact.isEmpty ? folders : exact).compactMap { $0.path(of: file) }
      }
      return (found, [])
    }
  }
}

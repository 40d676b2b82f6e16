import Base
import Host

/// Attaches baselines to failures that a preset describes.
extension Tree {
  func attach(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, _ placed: PlacedFile,
    _ source: Source
  ) {
    switch answer {
    case .found(let found, let exists):
      let baseline = committed(found, placed) ?? found
      snapshot.baseline = baseline
      if exists, placed.preset.vector == nil {
        let copy = placed.preset.suites.flatMap { _ in snapshot.reference }
        snapshot.reference = copy ?? baseline.path
      }
      if !exists { attachFirst(to: &snapshot, placed) }
    case .ambiguous, .behindLink:
      snapshot.obstacle = answer.obstacle
      if placed.preset.suites != nil, case .behindLink(let path, _, _) = answer {
        snapshot.reference = snapshot.reference ?? path
      }
    case .none:
      let wanted =
        placed.preset.suites.map { "\($0.shown)/\(placed.folder.name)/\(placed.fileName)" }
        ?? placed.preset.reference.first?.shown(placed.gaps) ?? placed.fileName
      let what =
        if let vector = placed.preset.vector?.copy.file(placed.gaps) {
          "no \(printable(wanted)) with the bytes of \(printable(vector))"
        } else if placed.preset.join == .bytes, let copy = snapshot.reference {
          "no file with the bytes of \(printable(Paths.name(copy)))"
        } else {
          "no \(printable(wanted))"
        }
      let beside =
        placed.site.layout.library?.references == nil
        ? "" : "beside \(printable(snapshot.failures)) or "
      snapshot.obstacle =
        "No baseline found: \(what) \(beside)\(home(of: snapshot, source)). Give --references DIR."
      if placed.preset.join != .path, placed.preset.suites == nil {
        let unfetched = baselines.unfetched(around: snapshot.failures, in: source)
        snapshot.obstacle? += unfetched
      }
    }
    if !placed.isActual, !placed.isStrip, let actual = placed.preset.actual[0].file(placed.gaps) {
      snapshot.obstacle = "No actual: \(printable(actual)) is missing. Run the test again."
    }
  }

  /// Returns the committed baseline that an untracked one is the run's copy of; no test reads that.
  private func committed(_ copy: Baseline, _ placed: PlacedFile) -> Baseline? {
    guard placed.preset.suites != nil, !baselines.isNamed,
      let tracked = git.tracked(around: Paths.parent(copy.path)), !tracked.isTracked(copy.path)
    else { return nil }
    let others = placed.site.indexes.flatMap { index in
      index.folders(named: placed.folder.name).compactMap { $0.path(of: Paths.name(copy.path)) }
        .filter { file in
          tracked.isTracked(file)
            && [copy.path, placed.path].contains { FileBytes.areEqual($0, file) }
        }
    }
    // Whatever is written must stay in the nearest folder that holds the suite's.
    guard Set(others).count == 1 else { return nil }
    return Baseline(path: others[0], root: Paths.parent(Paths.parent(others[0])))
  }

  /// Attaches a first baseline, unless one with a shorter name exists that may be the case's own.
  private func attachFirst(to snapshot: inout SnapshotCase, _ placed: PlacedFile) {
    if placed.preset.suites?.isLoose == true, let path = snapshot.baseline?.path,
      let known = git.known(path)
    {
      // The library leaves an artifact only after reading a reference.
      snapshot.baseline = nil
      snapshot.obstacle =
        "Git has its baseline, which is not here: \(printable(known)). Put it back, or run the test "
        + "again."
      return
    }
    guard placed.preset.saysMore, let name = placed.gaps["name"],
      let other = placed.folder.files.first(where: { file in
        var gaps: Template.Gaps = [:]
        guard placed.preset.reference[0].match(file: file, &gaps), let short = gaps["name"]
        else { return false }
        return name.hasPrefix(short + "_") || name.hasPrefix(short + ".")
      })
    else { return snapshot.remarks.append(.newBaseline) }
    let path = Paths.join(placed.folder.path, other)
    snapshot.baseline = nil
    snapshot.obstacle =
      "No baseline of this name, but \(printable(other)), which may leave parameters out. If it is "
      + "meant, open the two files: snapreview \(printable(path)) \(printable(placed.path))"
  }
}

extension Template {
  fileprivate func shown(_ gaps: Template.Gaps) -> String? {
    guard let file = file(gaps) else { return nil }
    let folder = folder("", gaps).map { $0 + "/" } ?? ""
    return String((folder + file).drop { $0 == "/" })
  }
}

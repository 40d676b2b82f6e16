import Base

/// Attaches baselines to failures that a preset describes.
extension Tree {
  func attach(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, _ placed: PlacedFile,
    _ source: Source
  ) {
    switch answer {
    case .found(let baseline, let exists):
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

  /// Attaches a first baseline, unless one with a shorter name exists that may be the case's own.
  private func attachFirst(to snapshot: inout SnapshotCase, _ placed: PlacedFile) {
    if placed.preset.suites?.isLoose == true, let path = snapshot.baseline?.path, git.hasKnown(path)
    {
      // The library leaves an artifact only after reading a reference.
      snapshot.baseline = nil
      snapshot.obstacle =
        "Its baseline was deleted, and git still has it: \(printable(path)). Put it back, or run the "
        + "test again."
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

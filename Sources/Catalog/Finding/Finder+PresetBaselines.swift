import Base

/// Attaches baselines to failures that a preset describes.
extension Finder {
  func attach(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, _ sighting: Sighting,
    _ source: Source
  ) {
    switch answer {
    case .found(let baseline, let exists):
      snapshot.baseline = baseline
      if exists, sighting.preset.vector == nil { snapshot.reference = baseline.path }
      if !exists { attachFirst(to: &snapshot, sighting) }
    case .ambiguous(let paths): snapshot.obstacle = Self.ambiguity(paths)
    case .behindLink(_, let link, let root): snapshot.obstacle = Self.refusal(of: link, root)
    case .none:
      let wanted = sighting.preset.reference.first?.shown(sighting.gaps) ?? sighting.fileName
      let what =
        if let vector = sighting.preset.vector?.copy.file(sighting.gaps) {
          "no \(printable(wanted)) with the bytes of \(printable(vector))"
        } else if sighting.preset.join == .bytes, let copy = snapshot.reference {
          "no file with the bytes of \(printable(Paths.name(copy)))"
        } else {
          "no \(printable(wanted))"
        }
      snapshot.obstacle =
        "No baseline found: \(what) \(home(of: snapshot, source)). Give --references DIR."
      if sighting.preset.join != .path {
        let unfetched = baselines.unfetched(around: snapshot.failures, in: source)
        snapshot.obstacle? += unfetched
      }
    }
  }

  /// Attaches a first baseline, unless one exists that a longer name can belong to.
  private func attachFirst(to snapshot: inout SnapshotCase, _ sighting: Sighting) {
    guard sighting.preset.saysMore, let name = sighting.gaps["name"],
      let other = sighting.folder.files.first(where: { file in
        var gaps: Template.Gaps = [:]
        guard sighting.preset.reference[0].match(file: file, &gaps), let short = gaps["name"]
        else { return false }
        return name.hasPrefix(short + "_") || name.hasPrefix(short + ".")
      })
    else { return snapshot.remarks.append(.newBaseline) }
    let path = Paths.join(sighting.folder.path, other)
    snapshot.baseline = nil
    snapshot.obstacle =
      "No baseline of this name, but \(printable(other)), which may leave parameters out. If it is "
      + "meant, open the two files: snapreview \(printable(path)) \(printable(sighting.path))"
  }
}

extension Template {
  /// The path as a message names it.
  fileprivate func shown(_ gaps: Template.Gaps) -> String? {
    guard let file = file(gaps) else { return nil }
    let folder = folder("", gaps).map { $0 + "/" } ?? ""
    return String((folder + file).drop { $0 == "/" })
  }
}

import Base

/// Attaches baselines to failures, whatever their layout.
extension Tree {
  /// - Parameter none: The obstacle to report if no baseline was found, so that accepting would
  ///   write nothing.
  func attach(
    _ answer: BaselineAnswer, to snapshot: inout SnapshotCase, none: @autoclosure () -> String
  ) {
    switch answer {
    case .found(let baseline, let exists):
      snapshot.baseline = baseline
      if exists { snapshot.reference = snapshot.reference ?? baseline.path }
      if !exists { snapshot.remarks.append(.newBaseline) }
    case .ambiguous, .behindLink: snapshot.obstacle = answer.obstacle
    case .none: snapshot.obstacle = none()
    }
  }

  /// Describes the place where a baseline was looked for, such as "under --references".
  func home(of snapshot: SnapshotCase, _ source: Source) -> String {
    if !references.isEmpty { return "under --references" }
    if let homes = source.logged?.homes {
      return homes.isEmpty
        ? "in a project around the working folder"
        : "in " + homes.map(printable).joined(separator: " or ")
    }
    guard let repository = writeScope.repository(around: snapshot.failures) else {
      let folder = source.place.shown
      // A dot before the full stop would read as the folder above.
      return folder == "." ? "in the working folder" : "in \(folder)"
    }
    return "in the repository \(printable(repository))"
  }
}

extension BaselineAnswer {
  /// The reason why nothing is written to any of several files, or through a link; else nil.
  var obstacle: String? {
    switch self {
    case .found, .none: nil
    case .ambiguous(let paths): Self.ambiguity(paths)
    case .behindLink(_, let link, let root): Self.refusal(of: link, root)
    }
  }

  static func refusal(of link: String, _ root: String) -> String {
    "The baseline lies behind a link that leads out of \(printable(root)): \(printable(link)). "
      + "Nothing is written through it. Give --references with the folder that it leads to."
  }

  private static func ambiguity(_ paths: [String]) -> String {
    let shown = paths.prefix(4).map(printable).joined(separator: ", ")
    let more = paths.count > 4 ? " and \(paths.count - 4) more" : ""
    let what =
      paths.count == 1
      ? "One file by its name lies elsewhere, and nothing proves that it is meant"
      : "\(paths.count) baselines could be meant"
    return "\(what): \(shown)\(more). Give --references with the folder that holds the right one."
  }
}

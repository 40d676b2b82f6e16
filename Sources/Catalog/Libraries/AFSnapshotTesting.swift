import Base
import DiffEngine
import Host

extension Library {
  static let afsnapshot = Library(
    layout: .afsnapshot, title: "AFSnapshotTesting",
    references: { failures in
      [Paths.name(failures) == ReferenceFolders.difference ? Paths.parent(failures) : failures]
    }, kinds: [.naive, .cluster, .perceptual, .combined], recording: "failureRecord: true",
    paintsDifferences: true, logLine: AFSnapshotNames.line)
}

/// The names of its files. It leaves no actual next to a difference, so no preset describes them.
enum AFSnapshotNames {
  static let difference: Template = "Difference/{class}/{dir*}/{name}.diff.{ext}"
  static let actual: Template = "Difference/{class}/{dir*}/{name}.actual.{ext}"
  private static let reference: Template = "{class}/{dir*}/{name}.png"

  /// Reads "Difference image save to file:///…/x.diff.png" in a log.
  @Sendable fileprivate static func line(_ line: LogLine) -> LoggedFailure? {
    guard let start = line.end(of: "Difference image save to "),
      let end = line.end(of: ".diff.png", from: start)
    else { return nil }
    let path = FileAddress.path(line.text(start..<end))
    guard path.hasPrefix("/"), let (base, gaps) = difference.match(path: path),
      let reference = reference.path(base, gaps)
    else { return nil }
    return LoggedFailure(.afsnapshot, path, reference: reference)
  }
}

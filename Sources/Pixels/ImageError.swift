/// The reason why an image could not be read, compared or written, as one sentence that names the
/// file.
public struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case missing, unreadable, notAnImage, gitLFSPointer, damaged, tooLarge, unwritable
  }

  public var reason: Reason
  /// The file as the user named it. Escape it before it reaches a terminal.
  public var file: String
  /// The problem, with the values, and what to do: "not a PNG file (first bytes 47 49 46 38)".
  public var detail: String

  package init(_ reason: Reason, file: String, detail: String) {
    self.reason = reason
    self.file = file
    self.detail = detail
  }

  public var description: String { "\(file): \(detail)." }
}

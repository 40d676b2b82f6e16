/// What is wrong with a rules file: one sentence with file, line and what is allowed.
public struct RuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// As it may be shown: escaped.
  public var file: String
  /// Counted from 1; nil where the file as a whole is meant.
  public var line: Int?
  public var detail: String

  init(_ file: String, line: Int? = nil, _ detail: String) {
    self.file = printable(file)
    self.line = line
    self.detail = detail
  }

  public var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(detail)" }
}

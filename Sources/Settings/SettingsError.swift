/// An error in a settings file.
///
/// It contains the file's words unescaped; `description`, which Catalog adds, is safe for a
/// terminal.
package struct SettingsError: Error, Hashable, Sendable {
  package var file: String
  /// The line, counted from 1; nil if the error concerns the whole file.
  package var line: Int?
  /// The message, as one sentence.
  package var detail: String

  package init(_ file: String, line: Int? = nil, _ detail: String) {
    self.file = file
    self.line = line
    self.detail = detail
  }
}

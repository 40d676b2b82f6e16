/// What is wrong with a file of settings.
///
/// As the file has it: `description`, which Catalog adds, is safe for a terminal.
package struct SettingsError: Error, Hashable, Sendable {
  package var file: String
  /// Counted from 1; nil where the file as a whole is meant.
  package var line: Int?
  /// A sentence.
  package var detail: String

  package init(_ file: String, line: Int? = nil, _ detail: String) {
    self.file = file
    self.line = line
    self.detail = detail
  }
}

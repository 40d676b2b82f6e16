/// An error in a file of settings.
///
/// The file's words stand in it as they are: `description`, which Catalog adds, is safe for a
/// terminal.
package struct SettingsError: Error, Hashable, Sendable {
  package var file: String
  /// The line, counted from 1; nil if the file as a whole is meant.
  package var line: Int?
  /// A sentence.
  package var detail: String

  package init(_ file: String, line: Int? = nil, _ detail: String) {
    self.file = file
    self.line = line
    self.detail = detail
  }
}

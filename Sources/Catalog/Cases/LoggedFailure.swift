import Base

/// A failure as printed by a test library.
struct LoggedFailure: Sendable {
  let layout: Layout
  /// The absolute path, as in the log, of the file that the library wrote: actual or difference.
  let file: String
  /// The file that the library compared with, if the log names it.
  let reference: String?
  /// The test, such as "ChartTests/testFoo"; without the class if the log has none.
  var test: String?
  /// The line of the test's source, such as "ChartTests.swift:42".
  var line: String?
  /// True if the library prints the file before the error and its place in the source.
  let precedesError: Bool

  init(
    _ layout: Layout, _ file: String, reference: String? = nil, test: String? = nil,
    line: String? = nil, precedesError: Bool = false
  ) {
    (self.layout, self.file) = (layout, Paths.resolve(file, from: "/"))
    self.reference = reference.map { Paths.resolve($0, from: "/") }
    (self.test, self.line, self.precedesError) = (test, line, precedesError)
  }

  /// Returns the root folder of the failures that a file belongs to.
  func root(of file: String) -> String {
    let parts = Paths.components(file)
    guard layout == .afsnapshot,
      let at = parts.lastIndex(of: Substring(ReferenceFolders.difference))
    else { return Paths.parent(Paths.parent(file)) }
    return "/" + parts[...at].joined(separator: "/")
  }

  var remarks: [Remark] { Self.words(test: test, line: line).map { [.failed($0)] } ?? [] }

  /// Words for a test and its line, such as "ChartTests.testFoo, ChartTests.swift:42"; nil if the
  /// log has neither.
  static func words(test: String?, line: String?) -> String? {
    let test = test.map { String($0.map { $0 == "/" ? "." : $0 }) }
    let words = [test, line].compactMap(\.self)
    return words.isEmpty ? nil : printable(words.joined(separator: ", "))
  }
}

/// The failures of a log, by their files on this machine.
struct LoggedFiles: Sendable {
  let failures: [ExactName: LoggedFailure]
  /// The folders that baselines may be in; nil if they follow from a folder that was named besides
  /// the log. A folder that only the log names does not count as named by the user.
  let homes: [String]?

  /// Returns the file that a test compared with, according to the log.
  func reference(of file: String) -> String? { failures[ExactName(file)]?.reference }
}

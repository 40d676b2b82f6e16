import Base

/// The failures of a log, by their files on this machine.
struct LoggedFiles: Sendable {
  let failures: [ExactName: LoggedFailure]
  /// The folders that baselines may lie in; nil where they follow from a folder that was named
  /// beside the log. What a log names is no folder that the user has named.
  let homes: [String]?

  /// Returns the file that a test compared with, as the log has it.
  func reference(of file: String) -> String? { failures[ExactName(file)]?.reference }
}

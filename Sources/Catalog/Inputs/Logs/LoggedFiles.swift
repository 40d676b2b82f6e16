import Base

/// The failures of a log, by their files on this machine.
struct LoggedFiles: Sendable {
  let failures: [ExactName: LoggedFailure]
  /// The folders that baselines may be in; nil if they follow from a folder that was named besides
  /// the log. A folder that only the log names does not count as named by the user.
  let homes: [String]?

  /// Returns the file that a test compared with, according to the log.
  func reference(of file: String) -> String? { failures[ExactName(file)]?.reference }
}

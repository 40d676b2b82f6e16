enum ExitStatus: Int32, Comparable {
  /// Everything matches or was accepted or tolerated; or the command succeeded.
  case success = 0
  /// Something mismatches, was rejected or is undecided.
  case failing = 1
  /// A usage error, or an invalid settings file.
  case wrongUse = 2
  /// A file could not be read or written.
  case fileTrouble = 3
  /// `wait` has reached its timeout.
  case timedOut = 4

  /// A more serious status is larger.
  static func < (first: ExitStatus, second: ExitStatus) -> Bool { first.rawValue < second.rawValue }
}

/// The reason why a command stops: one sentence for standard error, and the exit status.
struct CommandFailure: Error, CustomStringConvertible {
  var status: ExitStatus
  var description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}

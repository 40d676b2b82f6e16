enum ExitStatus: Int32, Comparable {
  /// Everything matches, was accepted or tolerated; or the command did what it was asked to.
  case success = 0
  /// Something mismatches, was rejected or is undecided.
  case failing = 1
  /// A usage error, or an invalid file of settings.
  case wrongUse = 2
  /// A file could not be read or written.
  case fileTrouble = 3
  /// `wait` has waited long enough.
  case timedOut = 4

  /// The more serious one is the larger.
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

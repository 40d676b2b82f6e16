import Libc

enum StandardStreams {
  /// Reopens standard streams that the caller has closed: otherwise the next file to be opened
  /// would get their number, and results would be written into the journal.
  ///
  /// Input is opened for writing and output for reading, so that using them still fails.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      let isInput = descriptor == STDIN_FILENO
      guard unsafe open("/dev/null", isInput ? O_WRONLY : O_RDONLY) == descriptor else {
        exit(ExitStatus.fileTrouble.rawValue)
      }
    }
  }

  /// The files that are open at once where little is: Dispatch ends the process in the middle of its
  /// work when it gets none of its three, and a pair, the journal, git's pipes and the screen need
  /// theirs.
  private static let room = 24

  /// Ends the program with a sentence where too few files may be open (`ulimit -n`).
  static func requireRoom() {
    var opened: [Int32] = []
    while opened.count < room {
      let descriptor = dup(STDERR_FILENO)
      guard descriptor >= 0 else { break }
      opened.append(descriptor)
    }
    for descriptor in opened { close(descriptor) }
    guard opened.count < room else { return }
    Console.complain(
      "Only \(opened.count) more files can be open at once, and \(room) are needed. Nothing was "
        + "done. Raise the limit: ulimit -n 256")
    exit(ExitStatus.fileTrouble.rawValue)
  }
}

import Libc

enum StandardStreams {
  /// Reopens standard streams that the caller has closed. Otherwise the next file opened would get
  /// their descriptor, and results could be written into the journal.
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

  /// The number of descriptors that must be available. Dispatch aborts the process during its work
  /// if it cannot get the three it needs, and a pair, the journal, git's pipes and the screen need
  /// some as well.
  private static let room = 24

  /// Exits with a sentence if too few files may be open (`ulimit -n`).
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

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
}

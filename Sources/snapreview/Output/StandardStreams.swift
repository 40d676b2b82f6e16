import Libc

enum StandardStreams {
  /// Puts something in the place of standard streams that the caller has closed: else the first
  /// file that is opened gets their number, and results would be written into the journal.
  ///
  /// Opened the wrong way round, so that using them is the same error as before.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      let isInput = descriptor == STDIN_FILENO
      guard open("/dev/null", isInput ? O_WRONLY : O_RDONLY) == descriptor else {
        exit(ExitStatus.fileTrouble.rawValue)
      }
    }
  }
}

import Catalog
import Libc

/// Standard output for results, standard error for everything else.
enum Console {
  /// Writes to standard output. If the reader has closed the pipe, as `head` does, the program ends
  /// quietly, even if the caller ignores SIGPIPE; any other failure ends it with a message.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes to standard output, as `write(_:)` does with a text.
  static func write(_ bytes: [UInt8]) {
    guard let reason = send(bytes, to: STDOUT_FILENO) else { return }
    if reason == EPIPE { exit(ExitStatus.success.rawValue) }
    let words = unsafe String(cString: strerror(reason))
    complain("Cannot write to standard output: \(words).")
    exit(ExitStatus.fileTrouble.rawValue)
  }

  /// Writes to standard error. A failure is ignored: there is nowhere left to report it.
  static func writeError(_ text: String) { _ = send(Array(text.utf8), to: STDERR_FILENO) }

  /// Prints one sentence to standard error after the program's name. It may contain text that a
  /// stranger chose, such as a file name.
  static func complain(_ sentence: String) {
    writeError("snapreview: \(printable(sentence))\n")
  }

  /// True if standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True if the review screen can open: it reads keys from one end and draws at the other.
  static var canOpenScreen: Bool { isTerminal && isatty(STDIN_FILENO) == 1 }
}

/// Writes all bytes; returns the error number if that fails. Outside `Console`, whose own `write`
/// would hide the system's.
private func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  var bytes = bytes[...]
  while !bytes.isEmpty {
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno == EINTR { continue }
    if count < 0 { return errno }
    bytes = bytes.dropFirst(count)
  }
  return nil
}

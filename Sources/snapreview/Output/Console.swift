import Base
import Host
import Libc

/// Writes results to standard output and everything else to standard error.
enum Console {
  /// Writes to standard output. If the reader has closed the pipe, as `head` does, the program ends
  /// quietly, even if the caller ignores SIGPIPE; any other failure ends it with a message.
  static func write(_ text: String) { write(Array(text.utf8)) }

  static func write(_ bytes: [UInt8]) {
    do throws(SystemError) {
      try Disk.real.write(bytes, to: .standardOutput)
    } catch {
      if error.code == EPIPE { exit(ExitStatus.success.rawValue) }
      let words = unsafe String(cString: strerror(error.code))
      complain("Cannot write to standard output: \(words).")
      exit(ExitStatus.fileTrouble.rawValue)
    }
  }

  /// Writes to standard error. Failures are ignored, because there is nowhere left to report them.
  static func writeError(_ text: String) {
    try? Disk.real.write(Array(text.utf8), to: .standardError)
  }

  /// Prints one sentence to standard error after the program's name. It may contain untrusted text,
  /// such as a file name.
  static func complain(_ sentence: String) {
    writeError("snapreview: \(printable(sentence))\n")
  }

  /// Asks on standard error; returns true if the answer is yes.
  static func confirms(_ question: String) -> Bool {
    writeError("\(question) [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// True if the review screen can open, which needs a terminal for both input and output.
  static var canOpenScreen: Bool { isTerminal && isatty(STDIN_FILENO) == 1 }
}

import Catalog
import Essentials
import Libc

/// `-` on the command line: a file that comes by standard input.
enum StandardInput {
  static let name = Catalog.standardInput

  /// Gives `body` a path for a file that was named; what comes by standard input is kept in a file
  /// of its own until `body` is done.
  static func withFile<Result>(_ path: String, _ body: (String) throws -> Result) throws -> Result {
    guard path == name else { return try body(path) }
    let kept = TemporaryFolder.path + "/snapreview-\(UUID().uuidString).png"
    let file = unsafe open(kept, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CommandFailure(.fileTrouble, "No place to keep standard input.") }
    defer {
      close(file)
      unsafe unlink(kept)
    }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(STDIN_FILENO, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw CommandFailure(.fileTrouble, "Standard input cannot be read.") }
      if count == 0 { break }
      var written = 0
      while written < count {
        let part = unsafe block[written..<count].withUnsafeBytes {
          unsafe write(file, $0.baseAddress, $0.count)
        }
        if part < 0 && errno == EINTR { continue }
        guard part > 0 else {
          throw CommandFailure(.fileTrouble, "Standard input cannot be kept: the disk is full?")
        }
        written += part
      }
    }
    return try body(kept)
  }
}

private enum TemporaryFolder {
  /// The system's folder for temporary files.
  static var path: String {
    let named = Environment.value("TMPDIR") ?? ""
    return named.hasPrefix("/") ? named : "/tmp"
  }
}

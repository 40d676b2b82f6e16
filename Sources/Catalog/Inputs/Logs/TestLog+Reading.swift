import Base
import Host
import Libc

extension CatalogError {
  init(unreadable place: String, _ error: SystemError, _ advice: String = "") {
    self.init(error.isMissing ? .missing : .unreadable, "\(place): \(error).\(advice)")
  }
}

extension TestLog {
  /// - Returns: nil if the file holds no text.
  init?(contentsOf path: String, shown: String) throws(CatalogError) {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    let file = try Result { () throws(SystemError) in
      try Disk.real.open(path, O_RDONLY | O_NONBLOCK)
    }.mapError { CatalogError(unreadable: shown, $0) }.get()
    defer { try? Disk.real.close(file) }
    self.init()
    guard try LogReader.read(file, shown: shown, into: &self) else { return nil }
    finish()
  }

  /// Reads the file of `--log`.
  init(named path: String) throws(CatalogError) {
    let shown = "--log \(printable(path))"
    do throws(CatalogError) {
      guard let log = try TestLog(contentsOf: path, shown: shown) else {
        throw .wrongUse("\(shown): no text.")
      }
      self = log
    } catch {
      throw CatalogError(error.reason, "\(error.description) Name a log of xcodebuild.")
    }
  }

  /// The log from standard input, which can be read only once.
  private static let input = Mutex<TestLog?>(nil)

  static func ofStandardInput() throws(CatalogError) -> TestLog {
    try input.withLock { (known) throws(CatalogError) in
      if let known { return known }
      guard isatty(STDIN_FILENO) == 0 else {
        throw .wrongUse(
          "-: standard input is a terminal. Name a log, or pipe one in: "
            + "xcodebuild test 2>&1 | snapreview list -")
      }
      var log = TestLog()
      guard
        try LogReader.read(.standardInput, shown: GivenPath.standardInputName, into: &log)
      else {
        throw .wrongUse("-: standard input is not text, so it is not a log.")
      }
      log.finish()
      known = log
      return log
    }
  }

  /// True if a file is a log, judging by its name and its content.
  ///
  /// - Parameter isPair: True if it is one of two files, which are compared unless both are logs.
  func isLog(_ name: String, isPair: Bool) -> Bool {
    if !namesNothing { return true }
    return !isPair && FileKind(name: name) == nil && (test != nil || name.hasSuffix(".log"))
  }
}

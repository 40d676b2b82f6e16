import Base
import Host
import Libc

extension TestLog {
  init(contentsOf path: String) throws(LogReader.Trouble) {
    let file: OpenFile
    do throws(SystemError) {
      // Without O_NONBLOCK, opening a pipe would wait for its writer.
      file = try Disk.real.open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw .system(error)
    }
    defer { try? Disk.real.close(file) }
    self.init()
    try LogReader.read(file, into: &self)
    finish()
  }

  /// Reads the file of `--log`.
  init(named path: String) throws(CatalogError) {
    do throws(LogReader.Trouble) {
      try self.init(contentsOf: path)
    } catch {
      let advice = " Name a log of xcodebuild."
      guard var sentence = error.sentence(of: "--log \(printable(path))") else {
        throw CatalogError(.wrongUse, "--log \(printable(path)): no text.\(advice)")
      }
      sentence.description += advice
      throw sentence
    }
  }

  /// The log from standard input, which can be read only once.
  private static let input = Mutex<TestLog?>(nil)

  static func ofStandardInput() throws(CatalogError) -> TestLog {
    try input.withLock { (known) throws(CatalogError) in
      if let known { return known }
      guard isatty(STDIN_FILENO) == 0 else {
        throw CatalogError(
          .wrongUse,
          "-: standard input is a terminal. Name a log, or pipe one in: "
            + "xcodebuild test 2>&1 | snapreview list -")
      }
      var log = TestLog()
      do throws(LogReader.Trouble) {
        try LogReader.read(.standardInput, into: &log)
      } catch {
        throw error.sentence(of: GivenPath.standardInputName)
          ?? CatalogError(.wrongUse, "-: standard input is not text, so it is not a log.")
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
    if !failures.isEmpty || !recorded.isEmpty || !lost.isEmpty { return true }
    return !isPair && FileKind(name: name) == nil && (isOfTests || name.hasSuffix(".log"))
  }
}

extension LogReader.Trouble {
  /// Returns the error to report for a file; nil if it is not a log at all.
  func sentence(of shown: String) -> CatalogError? {
    switch self {
    case .notText: nil
    case .system(let error):
      CatalogError(error.isMissing ? .missing : .unreadable, "\(shown): \(error).")
    case .tooLarge:
      CatalogError(
        .wrongUse,
        "\(shown): larger than \(Wording.grouped(LogReader.sizeLimit)) bytes, the limit for "
          + "a log. Give the part of it that is about the tests.")
    }
  }
}

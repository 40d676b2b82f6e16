import Base
import Host
import Libc

/// Reads a log piece by piece.
///
/// Most of a log is compiler output, up to hundreds of megabytes, so only lines that hold one of a
/// few words are read closely.
enum LogReader {
  private static let sizeLimit = 4 << 30
  private static let pieceSize = 1 << 20
  /// The bytes of a line that are read: compilers' commands are longer, and a text's whole difference
  /// may follow a library's message.
  private static let lineLimit = 1 << 16
  private static let headSize = 4096
  /// Every line that matters holds at least one.
  private static let marks = WordSet(
    LogLine.ends + [
      " passed", ": error: ", "Test ", "recorded an issue", "does not match reference",
      ", failed - ", "file://", "\"/", "@\u{2212}", "@+", "napshot", "No ", "eference image",
      "Failing tests", "creenshot", "Images differ (by", "Pixel test failed", "xecuted ",
      "unexpected ", "Fatal error", "runner crashed", "uncaught", "encountered an", "FAILED",
      "am crashed", "ation fault", "core dumped", "Killed: 9", " failed", "\u{2716} ", "xit code ",
      "mage files did", "LES DIFFER", "between images", "ailed Approval", " failing", "FAILURE",
    ])

  /// Reads an open file, which may be a pipe, to its end.
  ///
  /// - Returns: False if it holds no text.
  static func read(
    _ file: OpenFile, shown: String, into log: inout TestLog
  ) throws(CatalogError) -> Bool {
    var piece = [UInt8](repeating: 0, count: pieceSize)
    var total = 0
    // The state of the unfinished line at the piece's start.
    var (kept, isTooLong) = (0, false)
    while true {
      let got = try Result { () throws(SystemError) in
        try Disk.real.readNext(of: file, into: &piece, from: kept)
      }.mapError { CatalogError(unreadable: shown, $0) }.get()
      let end = kept + got
      if total < headSize, piece[..<min(end, headSize)].contains(0) { return false }
      total += got
      guard total <= sizeLimit else {
        throw .wrongUse(
          "\(shown): larger than \(Wording.grouped(sizeLimit)) bytes, the limit for a log. Give the part "
            + "of it that is about the tests.")
      }
      let rest = unsafe piece.withUnsafeBufferPointer {
        unsafe lines(of: $0[..<end], isLast: got == 0, &isTooLong, &log)
      }
      kept = end - rest
      if kept > lineLimit {
        if !isTooLong { unsafe piece.withUnsafeBufferPointer { unsafe take($0[rest..<end], &log) } }
        (kept, isTooLong) = (0, true)
      }
      unsafe piece.withUnsafeMutableBytes {
        _ = unsafe memmove($0.baseAddress!, $0.baseAddress! + rest, kept)
      }
      if got == 0 { return true }
    }
  }

  /// Passes the lines that matter to the log.
  private static func lines(
    of piece: Slice<UnsafeBufferPointer<UInt8>>, isLast: Bool, _ isTooLong: inout Bool,
    _ log: inout TestLog
  ) -> Int {
    let bytes = unsafe piece.base.baseAddress!
    var start = unsafe piece.startIndex
    while unsafe start < piece.endIndex {
      let newline = unsafe memchr(bytes + start, 0x0A, piece.endIndex - start)
      guard unsafe newline != nil || isLast else { return start }
      let end =
        unsafe newline.map { unsafe UnsafeRawPointer(bytes).distance(to: $0) } ?? piece.endIndex
      if !isTooLong { unsafe take(piece[start..<end], isCut: newline == nil, &log) }
      (isTooLong, start) = (false, end + 1)
    }
    return unsafe piece.endIndex
  }

  private static func take(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, isCut: Bool = false, _ log: inout TestLog
  ) {
    let line = unsafe UnsafeBufferPointer(rebasing: line.prefix(lineLimit))
    if isCut {
      unsafe log.read(cut: LogLine(line))
    } else if unsafe log.isInMessage || marks.occur(in: line) {
      unsafe log.read(LogLine(line))
    }
  }
}

import Base
import Host

/// One line of a log, without colours or surrounding spaces.
struct LogLine {
  let bytes: [UInt8]

  init(_ raw: UnsafeBufferPointer<UInt8>) { bytes = unsafe [UInt8](printed: raw) }

  func place(of words: String, from start: Int = 0) -> Int? {
    bytes.firstRange(of: words.utf8, from: start)?.lowerBound
  }

  /// Returns the index at which the text after `words` begins.
  func end(of words: String, from start: Int = 0) -> Int? {
    bytes.firstRange(of: words.utf8, from: start)?.upperBound
  }

  func contains(_ words: String) -> Bool { place(of: words) != nil }

  func ends(with words: String) -> Bool { bytes.reversed().starts(with: words.utf8.reversed()) }

  /// Returns as much of the line as is needed to understand it.
  func words(from start: Int = 0) -> String { String(text(start..<bytes.count).prefix(200)) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func text(from start: Int, upTo ends: String) -> String {
    text(start..<(bytes[start...].firstIndex { ends.utf8.contains($0) } ?? bytes.count))
  }

  var quotedPaths: [String] {
    let parts = bytes.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { index, part in
      // The last part has no quote after it.
      index % 2 == 1 && index + 1 < parts.count ? Self.path(part) : nil
    }
  }

  /// The two unquoted paths of a command that compares files of the same name, such as
  /// swift-snapshot-testing's `.ksdiff`: "ksdiff /a b/X /c d/X".
  var unquotedPaths: [String] {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash + 1 < bytes.count,
      let first = [" /", " file:///"].compactMap({ place(of: $0) }).min(),
      let middle = place(of: text(slash..<bytes.count) + " ", from: first)
    else { return [] }
    let end = middle + bytes.count - slash
    return [bytes[(first + 1)..<end], bytes[(end + 1)...]].compactMap(Self.path)
  }

  /// True if the line ends with the quote after a snapshot's path, of which the beginning may be
  /// missing.
  var endsPath: Bool {
    let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
    guard quotes.last == bytes.count - 1 else { return false }
    return quotes.count == 1
      || quotes.count == 2 && quotedPaths.contains { FileKind(name: Paths.name($0)) != nil }
  }

  private static func path(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: "/") || bytes.starts(with: "file://".utf8) else { return nil }
    let path = FileAddress.path(String(decoding: bytes, as: UTF8.self))
    return path.hasPrefix("/") ? path : nil
  }
}

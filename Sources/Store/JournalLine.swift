import Essentials
import Host
import Libc

/// A line of the journal: a JSON object whose last member is the author's code over all bytes
/// before it.
///
/// Each line stands alone, so a damaged one does not affect the others.
package enum JournalLine {
  case ours(JournalEntry)
  /// A line that was written by someone else or on another machine, and does not count.
  case foreign
  /// A line of ours, but in a journal version newer than this program knows.
  case newer(version: Int)
  case damaged

  private static let use: StaticString = "snapreview journal"
  private static let codeStart = Array(",\"mac\":\"".utf8)
  private static let codeEnd = Array("\"}".utf8)

  init(_ line: ArraySlice<UInt8>, author: Author?) {
    let decoder = JSONDecoder()
    let data = Data(line)
    guard Self.isSealed(line, by: author) else {
      self = Self.isObject(line) ? .foreign : .damaged
      return
    }
    if let entry = try? decoder.decode(JournalEntry.self, from: data), entry.isCountable,
      entry.v <= JournalEntry.currentVersion
    {
      self = .ours(entry)
    } else if let version = try? decoder.decode(Version.self, from: data).v,
      version > JournalEntry.currentVersion
    {
      self = .newer(version: version)
    } else {
      self = .damaged
    }
  }

  /// Returns the bytes of a line, including its newline.
  package static func bytes(_ entry: JournalEntry, by author: Author) throws(SystemError) -> [UInt8]
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let object = try? encoder.encode(entry) else { throw SystemError(EINVAL) }
    let open = Array(object.dropLast())
    let code = author.code(for: open, use: use)
    return open + codeStart + Array(code.utf8) + codeEnd + [UInt8(ascii: "\n")]
  }

  private static func isSealed(_ line: ArraySlice<UInt8>, by author: Author?) -> Bool {
    guard let author else { return false }
    let tail = codeStart.count + Author.codeLength + codeEnd.count
    let open = line.dropLast(tail)
    guard line.count > tail, line.dropFirst(open.count).starts(with: codeStart),
      line.suffix(codeEnd.count).elementsEqual(codeEnd)
    else { return false }
    let code = line.dropLast(codeEnd.count).suffix(Author.codeLength)
    return author.code(for: open, use: use).utf8.elementsEqual(code)
  }

  private static func isObject(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "{") && line.last == UInt8(ascii: "}")
  }

  private struct Version: Decodable { var v: Int }
}

extension JournalEntry {
  /// True if its IDs are small enough to be incremented safely.
  fileprivate var isCountable: Bool {
    let numbers = 1...(1 << 53)
    return numbers.contains(id) && of.map(numbers.contains) ?? true
  }
}

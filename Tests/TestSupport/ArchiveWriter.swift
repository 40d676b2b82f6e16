/// Writes archives byte by byte, so that they can hold what no honest program packs.
package enum ArchiveWriter {
  package struct Entry: Sendable {
    package enum Content: Sendable {
      case file([UInt8])
      case folder
      case link(to: String)
      case hardLink(to: String)
      case device
      case pipe
    }

    package var name: String
    package var kind: Content

    package init(_ name: String, _ kind: Content) { (self.name, self.kind) = (name, kind) }
  }

  // MARK: - tar

  package static func tar(_ entries: [Entry]) -> [UInt8] {
    entries.flatMap(record) + [UInt8](repeating: 0, count: 1024)
  }

  /// Returns an entry with a UTF-8 name of any length, given by a pax record before it.
  package static func pax(_ entry: Entry) -> [UInt8] {
    let record = " path=\(entry.name)\n"
    var count = record.utf8.count
    while String(count).utf8.count + record.utf8.count != count {
      count = String(count).utf8.count + record.utf8.count
    }
    let bytes = Array("\(count)\(record)".utf8)
    let padding = [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
    return tarHeader("pax", type: "x", size: bytes.count) + bytes + padding
      + self.record(Entry("short", entry.kind))
  }

  /// The header of one file, whose bytes follow.
  package static func tarHeader(_ name: String, type: Character, size: Int, target: String = "")
    -> [UInt8]
  {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at start: Int) {
      for (index, byte) in text.utf8.enumerated() { header[start + index] = byte }
    }
    func octal(_ value: Int, _ digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(size, 11), at: 124)
    put(octal(1_700_000_000, 11), at: 136)
    put("        ", at: 148)
    put(String(type), at: 156)
    put(target, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
    return header
  }

  private static func record(_ entry: Entry) -> [UInt8] {
    switch entry.kind {
    case .file(let bytes):
      let padding = [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
      return tarHeader(entry.name, type: "0", size: bytes.count) + bytes + padding
    case .folder: return tarHeader(entry.name, type: "5", size: 0)
    case .link(let target): return tarHeader(entry.name, type: "2", size: 0, target: target)
    case .hardLink(let target): return tarHeader(entry.name, type: "1", size: 0, target: target)
    case .device: return tarHeader(entry.name, type: "3", size: 0)
    case .pipe: return tarHeader(entry.name, type: "6", size: 0)
    }
  }

  // MARK: - zip

  /// - Parameter spelled: The bytes of a name; UTF-8 unless a program wrote something else.
  package static func zip(
    _ entries: [Entry], spelled: (String) -> [UInt8] = { Array($0.utf8) }
  ) -> [UInt8] {
    var (result, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let (bytes, mode) = content(entry.kind)
      let name = spelled(entry.name)
      let common =
        little(20, 2) + little(0x0800, 2) + little(0, 2) + little(0, 4) + little(crc(bytes), 4)
        + little(bytes.count, 4) + little(bytes.count, 4) + little(name.count, 2) + little(0, 2)
      directory += little(0x0201_4B50, 4) + little(0x0314, 2) + common + little(0, 6)
      directory += little(mode << 16, 4) + little(result.count, 4) + name
      result += little(0x0403_4B50, 4) + common + name + bytes
    }
    return result + directory + little(0x0605_4B50, 4) + little(0, 4)
      + little(entries.count, 2) + little(entries.count, 2) + little(directory.count, 4)
      + little(result.count, 4) + little(0, 2)
  }

  private static func content(_ kind: Entry.Content) -> (bytes: [UInt8], mode: Int) {
    switch kind {
    case .file(let bytes): (bytes, 0o100644)
    case .folder: ([], 0o040755)
    case .link(let target), .hardLink(let target): (Array(target.utf8), 0o120777)
    case .device: ([], 0o020644)
    case .pipe: ([], 0o010644)
    }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? value >> (8 * $0) : 0) }
  }

  private static func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return Int(~crc)
  }
}

import PNGCodec

/// The entries of a small zip file in memory.
struct ZipEntries: Sequence {
  struct Entry {
    let name: String
    fileprivate let isPacked: Bool
    fileprivate let packed: ArraySlice<UInt8>
    fileprivate let count: Int

    /// What it holds; nil where it is damaged or larger than anything that we read.
    func bytes() -> [UInt8]? {
      guard isPacked else { return Array(packed) }
      guard count <= 64 << 20 else { return nil }
      return Deflate.bytes(ofRawStream: Array(packed), count: count)
    }
  }

  private let file: [UInt8]
  private var entries: [Entry] = []

  init(_ file: [UInt8]) {
    self.file = file
    // The directory is at the end, before a comment of at most 64 KiB.
    var end = file.count - 22
    while end >= Swift.max(0, file.count - 22 - 65_535) {
      if number(end, 4) == 0x0605_4B50 { break }
      end -= 1
    }
    guard end >= 0, let count = number(end + 10, 2), var at = number(end + 16, 4) else { return }
    for _ in 0..<count {
      guard let entry = entry(at: &at) else { return }
      entries.append(entry)
    }
  }

  func makeIterator() -> IndexingIterator<[Entry]> { entries.makeIterator() }

  /// A number of the file, its low byte first; nil beyond its end.
  private func number(_ at: Int, _ bytes: Int) -> Int? {
    guard at >= 0, at + bytes <= file.count else { return nil }
    return file[at..<at + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The entry whose place in the directory is `at`, which moves to the next.
  private func entry(at: inout Int) -> Entry? {
    guard number(at, 4) == 0x0201_4B50, let method = number(at + 10, 2),
      let packed = number(at + 20, 4), let count = number(at + 24, 4),
      let nameCount = number(at + 28, 2), let extra = number(at + 30, 2),
      let comment = number(at + 32, 2), let local = number(at + 42, 4),
      at + 46 + nameCount <= file.count, number(local, 4) == 0x0403_4B50,
      let localName = number(local + 26, 2), let localExtra = number(local + 28, 2)
    else { return nil }
    let start = local + 30 + localName + localExtra
    guard start + packed <= file.count, method == 0 || method == 8,
      let name = String(validating: file[at + 46..<at + 46 + nameCount], as: UTF8.self)
    else { return nil }
    at += 46 + nameCount + extra + comment
    return Entry(
      name: name, isPacked: method == 8, packed: file[start..<start + packed], count: count)
  }
}

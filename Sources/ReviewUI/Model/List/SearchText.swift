/// The names of all cases, for a search at every letter typed.
///
/// Nearly all names are ASCII. They are stored in lower case in one array, so that a letter costs a
/// millisecond for twenty thousand names. Other names are compared as strings, so that an accent is
/// found however it is encoded.
struct SearchText: Sendable {
  /// A word to look for.
  struct Word: Sendable {
    fileprivate let text: String
    fileprivate let bytes: [UInt8]?

    init(_ word: some StringProtocol) {
      text = word.lowercased()
      bytes = text.utf8.allSatisfy { $0 < 128 } ? Array(text.utf8) : nil
    }
  }

  private var bytes: [UInt8] = []
  /// The range of each name in `bytes`; empty if the name is not ASCII.
  private var ranges: [Range<Int>] = []
  private var others: [Int: String] = [:]

  init(_ names: [String]) {
    ranges.reserveCapacity(names.count)
    for (place, name) in names.enumerated() {
      let start = bytes.count
      if name.utf8.allSatisfy({ $0 < 128 }) {
        bytes.append(contentsOf: name.utf8.lazy.map { 65...90 ~= $0 ? $0 | 32 : $0 })
      } else {
        others[place] = name.lowercased()
      }
      ranges.append(start..<bytes.count)
    }
  }

  func holds(_ word: Word, at place: Int) -> Bool {
    if ranges[place].isEmpty, let name = others[place] { return name.contains(word.text) }
    guard let wanted = word.bytes else { return false }
    guard let first = wanted.first else { return true }
    let last = ranges[place].upperBound - wanted.count
    var start = ranges[place].lowerBound
    while start <= last {
      if bytes[start] == first, bytes[start..<start + wanted.count].elementsEqual(wanted) {
        return true
      }
      start += 1
    }
    return false
  }
}

struct CaseSet: Hashable, Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  init(_ members: some Sequence<Int>, count: Int) {
    self.init(count: count)
    for member in members { insert(member) }
  }

  mutating func insert(_ member: Int) { words[member >> 6] |= 1 << UInt64(member & 63) }

  mutating func subtract(_ other: CaseSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  func contains(_ member: Int) -> Bool { words[member >> 6] >> UInt64(member & 63) & 1 == 1 }

  func union(_ other: CaseSet) -> CaseSet {
    var result = self
    for index in words.indices { result.words[index] |= other.words[index] }
    return result
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func sharedCount(_ other: CaseSet) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }

  /// Returns the number of cases in `other` that are also in this set or in `third`.
  func sharedCount(_ other: CaseSet, or third: CaseSet) -> Int {
    var count = 0
    for index in words.indices {
      count += ((words[index] | third.words[index]) & other.words[index]).nonzeroBitCount
    }
    return count
  }
}

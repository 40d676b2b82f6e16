/// Size words in names, which are sorted by size: text sizes from XS to AX5, and devices from the
/// iPhone SE to the iPad.
enum SizeWords {
  /// The steps of Dynamic Type, each with the names that libraries give it, in lower case except
  /// for abbreviations.
  private static let textSizes: [[String]] = [
    ["XS", "extrasmall", "xsmall"], ["S", "small"], ["M", "medium"], ["L", "large"],
    ["XL", "extralarge", "xlarge"], ["XXL", "extraextralarge", "xxlarge"],
    ["XXXL", "extraextraextralarge", "xxxlarge"],
    ["AX1", "accessibilitymedium", "accessibility1"],
    ["AX2", "accessibilitylarge", "accessibility2"],
    ["AX3", "accessibilityextralarge", "accessibility3"],
    ["AX4", "accessibilityextraextralarge", "accessibility4"],
    ["AX5", "accessibilityextraextraextralarge", "accessibility5"],
  ]

  private static let ranks: [[UInt8]: UInt8] = {
    var ranks: [[UInt8]: UInt8] = [:]
    for (rank, names) in textSizes.enumerated() {
      for name in names { ranks[Array(name.utf8)] = UInt8(rank) }
    }
    return ranks
  }()

  private static let longest = ranks.keys.map(\.count).max()!

  /// Returns the bytes that stand for a size word in the sort key of a name.
  ///
  /// - Parameter start: The index at which the word may begin.
  /// - Returns: The number of bytes in the word, and its key; nil if there is no size word.
  static func key(at start: Int, in name: [UInt8]) -> (count: Int, key: [UInt8])? {
    guard begins(name, start) else { return nil }
    return device(at: start, in: name) ?? textSize(at: start, in: name)
  }

  /// Returns the key of a text size, a whole word between separators; it sorts after all other
  /// words.
  private static func textSize(at start: Int, in name: [UInt8]) -> (count: Int, key: [UInt8])? {
    guard start == 0 || !isWord(name[start - 1]) else { return nil }
    let word = name[start...].prefix(longest + 1).prefix(while: isWord)
    // A single letter at the start is a name, such as that of a suite.
    guard start > 0 || word.count > 1,
      let rank = ranks[Array(word)] ?? ranks[word.map(lowercase)]
    else { return nil }
    return (word.count, [UInt8(ascii: "~"), rank])
  }

  /// Returns the key of a device: an iPad sorts after all iPhones, the SE before those with a
  /// number.
  private static func device(at start: Int, in name: [UInt8]) -> (count: Int, key: [UInt8])? {
    let rest = name[start...]
    if rest.prefix(4).map(lowercase) == Array("ipad".utf8) { return (4, Array("iphone~".utf8)) }
    guard rest.prefix(6).map(lowercase) == Array("iphone".utf8) else { return nil }
    let model = rest.dropFirst(6).drop { !isWord($0) }
    let end = model.dropFirst(2).first
    guard model.prefix(2).map(lowercase) == Array("se".utf8),
      end.map({ !isWord($0) || isDigit($0) || isCapital($0) }) ?? true
    else { return nil }
    return (model.startIndex - start + 2, Array("iphone\u{1}".utf8))
  }

  /// True if a size word may begin at an index; most bytes begin none.
  private static func begins(_ name: [UInt8], _ start: Int) -> Bool {
    switch lowercase(name[start]) {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "l"),
      UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "x"):
      start == 0 || !isWord(name[start - 1]) || isCapital(name[start])
        || name[start] == UInt8(ascii: "i") && isDigit(name[start - 1])
    default: false
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(lowercase(byte)) || byte >= 0x80
  }

  private static func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func lowercase(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte + 32 : byte }
}

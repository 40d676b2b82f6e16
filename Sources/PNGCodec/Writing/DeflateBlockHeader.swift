/// The head of a block with codes of its own: the code lengths, run-length coded and then
/// prefix coded themselves (RFC 1951, 3.2.7).
struct DeflateBlockHeader {
  /// A symbol of the code for code lengths, with its extra bits.
  private struct Item {
    var symbol: Int
    var extra = 0

    var extraBits: Int {
      switch symbol {
      case 16: 2
      case 17: 3
      case 18: 7
      default: 0
      }
    }
  }

  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private let symbolCount: Int
  private let distanceCount: Int
  private let items: [Item]
  private let itemLengths: [UInt8]
  /// How many of `itemLengths`, in the prescribed order, are written.
  private let itemCount: Int

  init(_ symbols: [UInt8], _ distances: [UInt8]) {
    func used(_ lengths: [UInt8]) -> Int { (lengths.lastIndex { $0 > 0 } ?? -1) + 1 }
    symbolCount = max(257, used(symbols))
    distanceCount = max(1, used(distances))
    items = Self.runs(Array(symbols[..<symbolCount] + distances[..<distanceCount]))
    var counts = [Int](repeating: 0, count: 19)
    for item in items { counts[item.symbol] += 1 }
    let lengths = HuffmanCode.lengths(counts, limit: 7)
    itemLengths = lengths
    itemCount = max(4, (Self.order.lastIndex { lengths[$0] > 0 } ?? 0) + 1)
  }

  /// Lengths with their repetitions taken together: 16 repeats the last one 3 to 6 times, 17
  /// and 18 stand for 3 to 10 and 11 to 138 zeros.
  private static func runs(_ lengths: [UInt8]) -> [Item] {
    var items: [Item] = []
    var start = 0
    while start < lengths.count {
      let value = lengths[start]
      var left = lengths[start...].prefix { $0 == value }.count
      start += left
      if value != 0 {
        items.append(Item(symbol: Int(value)))
        left -= 1
      }
      while left >= 3 {
        let step = min(left, value == 0 ? 138 : 6)
        let symbol = value != 0 ? 16 : step > 10 ? 18 : 17
        items.append(Item(symbol: symbol, extra: step - (symbol == 18 ? 11 : 3)))
        left -= step
      }
      items += Array(repeating: Item(symbol: Int(value)), count: left)
    }
    return items
  }

  var bitCount: Int {
    items.reduce(17 + 3 * itemCount) { $0 + Int(itemLengths[$1.symbol]) + $1.extraBits }
  }

  /// Writes the head of a block that is not the last.
  func write(to out: inout BitWriter) {
    let dynamicCodes: UInt64 = 2
    out.write(dynamicCodes << 1, 3)
    out.write(UInt64(symbolCount - 257), 5)
    out.write(UInt64(distanceCount - 1), 5)
    out.write(UInt64(itemCount - 4), 4)
    for symbol in Self.order[..<itemCount] { out.write(UInt64(itemLengths[symbol]), 3) }
    let words = PrefixEntry.all(itemLengths)
    for item in items {
      out.write(words[item.symbol])
      out.write(UInt64(item.extra), item.extraBits)
    }
  }
}

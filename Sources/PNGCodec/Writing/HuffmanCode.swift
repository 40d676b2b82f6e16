/// Prefix codes of limited length, as deflate wants them (RFC 1951, 3.2.2).
package enum HuffmanCode {
  /// The lengths, in bits, of a code for symbols of these frequencies: 0 for those that never
  /// occur, at most `limit` for the others, as short in sum as a code without limit is
  /// unless the limit binds.
  ///
  /// A lone symbol gets length 1. `frequencies` may hold at most `1 << limit` symbols.
  package static func lengths(_ frequencies: [Int], limit: Int) -> [UInt8] {
    // From rare to frequent; equal ones in order, so that the same input gives the same code.
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    var lengths = [UInt8](repeating: 0, count: frequencies.count)
    guard symbols.count > 1 else {
      if let only = symbols.first { lengths[only] = 1 }
      return lengths
    }
    var perLength = limited(depths(symbols.map { frequencies[$0] }), limit: limit)
    var length = limit
    for symbol in symbols {
      while perLength[length] == 0 { length -= 1 }
      perLength[length] -= 1
      lengths[symbol] = UInt8(length)
    }
    return lengths
  }

  /// The depth of each leaf in the tree that always joins the two lightest nodes. With leaves in
  /// rising order the joined nodes rise too, and two queues replace a heap.
  private static func depths(_ weights: [Int]) -> [Int] {
    let leafCount = weights.count
    var weight = weights
    var parent = [Int](repeating: 0, count: 2 * leafCount - 1)
    var (leaf, node) = (0, leafCount)
    for joined in leafCount..<2 * leafCount - 1 {
      var sum = 0
      for _ in 0..<2 {
        let takesLeaf = leaf < leafCount && (node == joined || weight[leaf] <= weight[node])
        let lightest = takesLeaf ? leaf : node
        if takesLeaf { leaf += 1 } else { node += 1 }
        parent[lightest] = joined
        sum += weight[lightest]
      }
      weight.append(sum)
    }
    var depth = [Int](repeating: 0, count: 2 * leafCount - 1)
    for index in (0..<2 * leafCount - 2).reversed() { depth[index] = depth[parent[index]] + 1 }
    return Array(depth[..<leafCount])
  }

  /// How many codes of each length there are once none is longer than `limit`.
  private static func limited(_ depths: [Int], limit: Int) -> [Int] {
    var perLength = [Int](repeating: 0, count: limit + 1)
    for depth in depths { perLength[min(depth, limit)] += 1 }
    // Kraft's sum, in units of the longest code, tells by how much too many there are.
    var surplus = -(1 << limit)
    for length in 1...limit { surplus += perLength[length] << (limit - length) }
    while surplus > 0 {
      // A shorter code becomes the prefix of two: its own symbol's and one of the longest.
      let shorter = (1..<limit).last { perLength[$0] > 0 }!
      perLength[shorter] -= 1
      perLength[shorter + 1] += 2
      perLength[limit] -= 1
      surplus -= 1
    }
    return perLength
  }

  /// The codes of these lengths, their bits reversed as deflate writes them.
  package static func codes(_ lengths: [UInt8]) -> [UInt32] {
    var next = [UInt32](repeating: 0, count: 17)
    var perLength = [UInt32](repeating: 0, count: 17)
    for length in lengths where length > 0 { perLength[Int(length)] += 1 }
    for length in 1...16 { next[length] = (next[length - 1] + perLength[length - 1]) << 1 }
    return lengths.map { length in
      guard length > 0 else { return 0 }
      defer { next[Int(length)] += 1 }
      return reversed(next[Int(length)], count: Int(length))
    }
  }

  private static func reversed(_ bits: UInt32, count: Int) -> UInt32 {
    (0..<count).reduce(0) { $0 << 1 | bits >> UInt32($1) & 1 }
  }
}

import PNGCodec
import TestSupport
import Testing

@Suite struct HuffmanTests {
  @Test func `few symbols get the lengths worked out by hand`() {
    #expect(HuffmanCode.lengths([0, 0, 0], limit: 15) == [0, 0, 0])
    #expect(HuffmanCode.lengths([0, 7, 0], limit: 15) == [0, 1, 0])
    #expect(HuffmanCode.lengths([1, 9], limit: 15) == [1, 1])
    #expect(HuffmanCode.lengths([5, 1, 2, 1], limit: 15) == [1, 3, 2, 3])
    #expect(HuffmanCode.lengths([1, 1, 1, 1], limit: 15) == [2, 2, 2, 2])
  }

  @Test func `the specification's example gives its codes`() {
    // RFC 1951, 3.2.2: lengths of A to H, and codes 010 … 1111 (their bits reversed here).
    let codes = HuffmanCode.codes([3, 3, 3, 3, 3, 2, 4, 4])
    #expect(codes == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111])
  }

  @Test func `codes are complete, within the limit and as short as a tree makes them`() {
    var generator = SplitMix(seed: 5)
    for round in 0..<300 {
      let count = 2 + round % 285
      let skew = UInt64(round % 40)
      let frequencies = (0..<count).map { _ in
        Int((generator.next() >> 24) >> (generator.next() % (skew + 1)) % 1000)
      }
      guard frequencies.filter({ $0 > 0 }).count > 1 else { continue }
      for limit in [9, 15] {
        let lengths = HuffmanCode.lengths(frequencies, limit: limit)
        let kraft = lengths.reduce(0) { $1 > 0 ? $0 + 1 << (limit - Int($1)) : $0 }
        #expect(kraft == 1 << limit)
        let cost = zip(frequencies, lengths).reduce(0) { $0 + $1.0 * Int($1.1) }
        let (best, depth) = tree(frequencies)
        if depth <= limit { #expect(cost == best) } else { #expect(cost >= best) }
      }
    }
  }

  @Test func `a tree too deep is cut to the limit`() {
    // Fibonacci's numbers make the deepest tree.
    var frequencies = [1, 1]
    while frequencies.count < 30 { frequencies.append(frequencies.suffix(2).reduce(0, +)) }
    for limit in [7, 15] {
      let lengths = HuffmanCode.lengths(frequencies, limit: limit)
      #expect(lengths.max() == UInt8(limit))
      #expect(lengths.reduce(0) { $0 + 1 << (limit - Int($1)) } == 1 << limit)
    }
  }

  /// The cost in bits and the depth of a Huffman tree made the plain way.
  private func tree(_ frequencies: [Int]) -> (cost: Int, depth: Int) {
    var nodes = frequencies.filter { $0 > 0 }.map { (weight: $0, depth: 0) }
    var cost = 0
    while nodes.count > 1 {
      nodes.sort { ($0.weight, $0.depth) > ($1.weight, $1.depth) }
      let (first, second) = (nodes.removeLast(), nodes.removeLast())
      let weight = first.weight + second.weight
      cost += weight
      nodes.append((weight, max(first.depth, second.depth) + 1))
    }
    return (cost, nodes[0].depth)
  }
}

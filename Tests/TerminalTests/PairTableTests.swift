import Terminal
import Testing

struct PairTableTests {
  @Test func `a combination keeps its number`() {
    var table = PairTable(count: 10)
    #expect(table.lookup(1, 2) == .fresh(1))
    #expect(table.lookup(2, 1) == .fresh(2))
    #expect(table.lookup(1, 2) == .known(1))
  }

  @Test func `a full table gives out no number twice`() {
    var table = PairTable(count: 3)
    #expect(table.lookup(0, 1) == .fresh(1))
    #expect(table.lookup(0, 2) == .fresh(2))
    #expect(table.lookup(0, 3) == .full)
    #expect(table.lookup(0, 2) == .known(2))
  }

  @Test func `number 0 is used for what it looks like`() {
    var table = PairTable(count: 3, seed: (-1, -1))
    #expect(table.lookup(-1, -1) == .known(0))
  }

  @Test func `eight colours need no more than the 64 pairs that there are`() {
    var table = PairTable(count: 64, seed: (7, 0))
    for foreground in Int32(0)..<8 {
      for background in Int32(0)..<8 {
        #expect(table.lookup(foreground, background) != .full)
      }
    }
  }

  @Test func `half a million combinations keep apart`() {
    var table = PairTable(count: 1 << 20)
    for value in Int32(0)..<500_000 {
      #expect(table.lookup(value, value ^ 0xFFFF) == .fresh(value + 1))
    }
    #expect(table.lookup(123_456, 123_456 ^ 0xFFFF) == .known(123_457))
  }
}

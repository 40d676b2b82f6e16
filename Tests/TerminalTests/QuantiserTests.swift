import Terminal
import Testing

@Suite struct QuantiserTests {
  @Test func `256 colours leave the 16 alone that every terminal draws in its own way`() {
    var quantiser = Quantiser(.indexed256)
    var random = SplitMix(seed: 1)
    for _ in 0..<2000 {
      #expect(quantiser.nearest(UInt32(random.next(1 << 24))) >= 16)
    }
  }

  @Test func `a colour of the palette is itself`() {
    var quantiser = Quantiser(.indexed256)
    for index in Int32(16)..<256 {
      let colour = Quantiser.colour(of: index)
      #expect(Quantiser.colour(of: quantiser.nearest(colour)) == colour)
    }
  }

  @Test func `the palette is xterm's`() {
    #expect(Quantiser.colour(of: 16) == 0x000000)
    #expect(Quantiser.colour(of: 231) == 0xFFFFFF)
    #expect(Quantiser.colour(of: 67) == 0x5F87AF)
    #expect(Quantiser.colour(of: 232) == 0x080808)
    #expect(Quantiser.colour(of: 255) == 0xEEEEEE)
  }

  @Test(arguments: [ColourLevel.ansi8, .ansi16, .indexed256])
  func `none is nearer than the one that was found`(_ level: ColourLevel) {
    var quantiser = Quantiser(level)
    let indices: Range<Int32> = level == .ansi8 ? 0..<8 : level == .ansi16 ? 0..<16 : 16..<256
    var random = SplitMix(seed: 2)
    for _ in 0..<500 {
      let colour = UInt32(random.next(1 << 24))
      func distance(_ index: Int32) -> Float {
        let difference = Quantiser.lab(Quantiser.colour(of: index)) - Quantiser.lab(colour)
        return (difference * difference).sum()
      }
      let found = quantiser.nearest(colour)
      #expect(indices.contains(found))
      #expect(indices.allSatisfy { distance($0) >= distance(found) })
      #expect(quantiser.nearest(colour) == found)
    }
  }

  @Test func `CIELAB is that of the standard`() {
    let red = Quantiser.lab(0xFF0000)
    #expect(abs(red.x - 53.24) < 0.02 && abs(red.y - 80.09) < 0.05 && abs(red.z - 67.2) < 0.05)
    #expect(abs(Quantiser.lab(0xFFFFFF).x - 100) < 0.01)
    #expect(Quantiser.lab(0).x == 0)
  }
}

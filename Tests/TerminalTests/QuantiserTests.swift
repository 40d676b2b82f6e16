import DiffEngine
import Pixels
import Terminal
import TestSupport
import Testing

struct QuantiserTests {
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
      func distance(_ index: Int32) -> Double {
        deltaE(Pixel(rgb: colour), Pixel(rgb: Quantiser.colour(of: index)), formula: .ciede2000)
      }
      let found = quantiser.nearest(colour)
      #expect(indices.contains(found))
      #expect(indices.allSatisfy { distance($0) >= distance(found) })
      #expect(quantiser.nearest(colour) == found)
    }
  }

  @Test func `the nearest of a dense sample is the nearest by the reference formula`() {
    var quantiser = Quantiser(.indexed256)
    let levels = Array(stride(from: UInt32(0), through: 255, by: 19)) + [255]
    let palette = (Int32(16)..<256).map { Lab(Pixel(rgb: Quantiser.colour(of: $0))) }
    for red in levels {
      for green in levels {
        for blue in levels {
          let colour = red << 16 | green << 8 | blue
          let wanted = Lab(Pixel(rgb: colour))
          let distances = palette.map { deltaE2000(wanted, $0) }
          let nearest = distances.firstIndex(of: distances.min()!)!
          #expect(quantiser.nearest(colour) == Int32(nearest + 16), "\(String(colour, radix: 16))")
        }
      }
    }
  }

  @Test func `a brown stays brown, which CIE76 makes beige`() {
    var quantiser = Quantiser(.indexed256)
    #expect(Quantiser.colour(of: quantiser.nearest(0x6F4C26)) == 0x875F00)
  }

  @Test func `lightness is that of the standard`() {
    #expect(abs(lightness(0xFF0000) - 53.24) < 0.02)
    #expect(abs(lightness(0xFFFFFF) - 100) < 0.01)
    #expect(lightness(0) == 0)
  }
}

import CKernels
import DiffEngine
import Pixels
import TestSupport
import Testing

struct DistanceScanTests {
  /// ΔE of both, by the kernel with so many lanes; nil where it leaves that to the reference.
  private func fast(
    _ first: [Pixel], _ second: [Pixel], _ formula: Strategy.Formula, lanes: Int32 = 0
  ) -> [Double?] {
    var result = [Float](repeating: 0, count: first.count)
    snap_delta_e(
      first.map(\.bits), second.map(\.bits), first.count, SRGB.linearFloat,
      Int32(formula.rawValue), lanes, &result)
    return result.map { $0 < 0 ? nil : Double($0) }
  }

  /// The worst errors against the reference, below ΔE 10 and above, and how many were left to it.
  private func errors(
    _ first: [Pixel], _ second: [Pixel], _ formula: Strategy.Formula
  ) -> (small: Double, large: Double, left: Int) {
    var worst = (small: 0.0, large: 0.0, left: 0)
    for (index, value) in fast(first, second, formula).enumerated() {
      let exact = deltaE(first[index], second[index], formula: formula)
      guard let value else {
        worst.left += 1
        continue
      }
      let error = abs(value - exact)
      if exact < 10 { worst.small = max(worst.small, error) }
      if exact >= 10 { worst.large = max(worst.large, error) }
    }
    return worst
  }

  private func expectClose(
    _ first: [Pixel], _ second: [Pixel], _ formula: Strategy.Formula, mostLeft: Double = 0.001
  ) {
    let worst = errors(first, second, formula)
    #expect(worst.small < 0.001)
    #expect(worst.large < 0.01)
    // The scan relies on a stricter bound than the promised one.
    #expect(max(worst.small, worst.large) < DistanceScan.error)
    #expect(Double(worst.left) <= mostLeft * Double(first.count))
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `all pairs of a coarse grid are as the reference says`(_ formula: Strategy.Formula) {
    let steps: [UInt8] = [0, 1, 43, 85, 128, 170, 213, 255]
    let colours = steps.flatMap { r in
      steps.flatMap { g in steps.map { b in Pixel(r, g, b, 255) } }
    }
    for colour in colours {
      expectClose(
        [Pixel](repeating: colour, count: colours.count), colours, formula, mostLeft: 0.05)
    }
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `many random pairs are as the reference says`(_ formula: Strategy.Formula) {
    var dice = SplitMix(seed: 2000)
    let pixels = (0..<200_000).map { _ in dice.pixel() }
    expectClose(Array(pixels[..<100_000]), Array(pixels[100_000...]), formula)
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `neighbouring colours are as the reference says`(_ formula: Strategy.Formula) {
    var dice = SplitMix(seed: 94)
    let first = (0..<100_000).map { _ in dice.pixel() }
    let second = first.map { dice.near($0) }
    expectClose(first, second, formula)
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `greys and near greys are as the reference says`(_ formula: Strategy.Formula) {
    var dice = SplitMix(seed: 50)
    func grey() -> Pixel {
      let value = UInt8.random(in: 0...255, using: &dice)
      return Pixel(value, value, value, 255)
    }
    let first = (0..<100_000).map { _ in grey() }
    let second = first.map { _ in dice.near(grey()) }
    expectClose(first, second, formula)
    let third = first.map { dice.near($0) }
    // Many near greys have no hue to speak of; those are left to the reference.
    expectClose(third, second, formula, mostLeft: 0.05)
  }

  @Test func `a mean hue just opposite to the blue that the formula turns is not turned`() {
    // Mean hue 95°, 180° from the centre of the rotation term, where half the angle is 90°.
    let first = [Pixel(0x73, 0x65, 0x12, 255), Pixel(0xED, 0xD0, 0x30, 255)]
    let second = [Pixel(0x74, 0x67, 0x12, 255), Pixel(0xEB, 0xD4, 0x2C, 255)]
    expectClose(first, second, .ciede2000)
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `every width gives the same numbers`(_ formula: Strategy.Formula) {
    var dice = SplitMix(seed: 4)
    for count in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 1000] {
      let first = (0..<count).map { _ in dice.pixel() }
      let second = (0..<count).map { _ in dice.pixel() }
      let narrow = fast(first, second, formula, lanes: 4)
      for lanes in [8, 16] as [Int32] {
        #expect(fast(first, second, formula, lanes: lanes) == narrow)
      }
    }
  }

  @Test(arguments: Strategy.Formula.allCases)
  func `equal colours are at distance 0 exactly, whatever their alpha`(
    _ formula: Strategy.Formula
  ) {
    var dice = SplitMix(seed: 9)
    let first = (0..<100_000).map { _ in dice.pixel() }
    let second = first.map { Pixel($0.x, $0.y, $0.z, ~$0.w) }
    #expect(fast(first, second, formula).allSatisfy { $0 == 0 })
  }
}

struct DifferenceBitsTests {
  @Test func `exactly the differing pixels are marked, at any length`() {
    var dice = SplitMix(seed: 64)
    for count in [1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200] {
      for share in [0, 0.01, 0.5, 1] {
        let first = (0..<count).map { _ in dice.pixel() }
        let second = first.map { pixel in
          guard Double.random(in: 0..<1, using: &dice) < share else { return pixel }
          var other = pixel
          other[Int.random(in: 0..<4, using: &dice)] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
          return other
        }
        var words = [UInt64](repeating: .max, count: (count + 63) / 64)
        let any = snap_difference_bits(first.map(\.bits), second.map(\.bits), count, &words)
        let marked = (0..<words.count * 64).filter { words[$0 >> 6] >> UInt64($0 & 63) & 1 == 1 }
        #expect(marked == (0..<count).filter { first[$0] != second[$0] })
        #expect((any != 0) == (first != second))
      }
    }
  }

  @Test func `the common alpha is 255 only where all are opaque`() {
    let opaque = [Pixel](repeating: Pixel(1, 2, 3, 255), count: 37)
    var other = opaque
    func common(_ second: [Pixel]) -> UInt32 {
      snap_common_alpha(opaque.map(\.bits), second.map(\.bits), second.count)
    }
    #expect(common(other) == 255)
    other[36].w = 254
    #expect(common(other) != 255)
  }
}

extension SplitMix {
  /// A colour at most four steps away in each channel.
  fileprivate mutating func near(_ pixel: Pixel) -> Pixel {
    var pixel = pixel
    for channel in 0..<3 {
      pixel[channel] = UInt8(clamping: Int(pixel[channel]) + Int.random(in: -4...4, using: &self))
    }
    return pixel
  }
}

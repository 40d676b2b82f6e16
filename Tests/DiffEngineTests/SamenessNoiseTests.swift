import Changes
import Pixels
import Testing

struct SamenessNoiseTests {
  private func noisy(
    _ width: Int, _ height: Int, oneIn share: UInt64 = 200, strength: Int, seed: UInt64,
    _ change: (inout SamenessCanvas) -> Void = { _ in }
  ) -> ChangeSignature {
    signature(of: SamenessCanvas(width, height, ground: .grey)) {
      $0.addNoise(oneIn: share, strength: strength, seed: seed)
      change(&$0)
    }
  }

  @Test func `noise of the same strength is the same change, wherever its pixels are`() {
    let first = noisy(300, 200, strength: 12, seed: 1)
    let second = noisy(200, 340, strength: 12, seed: 2)
    #expect(first.noise != nil)
    #expect(first.sharedCause(with: second)?.hasPrefix("only noise") == true)
    #expect(second.sharedCause(with: first)?.hasPrefix("only noise") == true)
  }

  @Test func `stronger noise is another change`() {
    let strong = noisy(300, 200, strength: 26, seed: 2)
    #expect(strong.noise != nil)
    #expect(noisy(300, 200, strength: 12, seed: 1).sharedCause(with: strong) == nil)
  }

  @Test(arguments: [
    (40, 40, 6, 6, Pixel.white), (40, 40, 6, 6, Pixel(124, 124, 124, 255)),
    (7, 9, 1, 1, Pixel.black), (0, 0, 300, 1, Pixel(130, 130, 130, 255)),
  ])
  func `a bug among noise is never the same as noise`(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Pixel
  ) {
    let bug = noisy(300, 200, strength: 12, seed: 3) { $0.fill(x, y, width, height, colour) }
    let noise = noisy(300, 200, strength: 12, seed: 1)
    #expect(bug.noise == nil)
    #expect(bug.sharedCause(with: noise) == nil)
    #expect(noise.sharedCause(with: bug) == nil)
  }

  @Test func `a bug among noise is not the bug alone`() {
    let bug = noisy(300, 200, strength: 12, seed: 3) { $0.fill(40, 40, 6, 6, .white) }
    let alone = signature(of: SamenessCanvas(300, 200, ground: .grey)) {
      $0.fill(40, 40, 6, 6, .white)
    }
    #expect(bug.sharedCause(with: alone) == nil)
  }

  @Test func `what only ever becomes darker is not noise`() {
    let fading = signature(of: SamenessCanvas(300, 200, ground: .white)) {
      $0.addNoise(oneIn: 200, strength: 12, seed: 4)
    }
    #expect(fading.noise == nil)
  }

  @Test func `a few faint pixels are not noise`() {
    let few = signature(of: SamenessCanvas(300, 200, ground: .grey)) {
      for place in 0..<6 {
        $0.fill(20 * place, 9, 1, 1, Pixel(120 + UInt8(3 * place), 128, 128, 255))
      }
    }
    #expect(few.noise == nil)
  }

  @Test func `so many runs that joining them would cost too much are one region`() {
    let first = noisy(900, 500, oneIn: 2, strength: 12, seed: 1)
    #expect(first.regionCount == 1)
    #expect(
      first.sharedCause(with: noisy(900, 500, oneIn: 2, strength: 12, seed: 1))
        == "pixel for pixel the same change")
    #expect(first.sharedCause(with: noisy(900, 500, oneIn: 2, strength: 12, seed: 2)) == nil)
  }
}

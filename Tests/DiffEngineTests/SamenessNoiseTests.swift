import Changes
import Pixels
import Testing

@Suite struct SamenessNoiseTests {
  private func noisy(
    _ width: Int, _ height: Int, oneIn share: UInt64 = 200, strength: Int, seed: UInt64,
    _ change: (inout SamenessCanvas) -> Void = { _ in }
  ) -> ChangeSignature {
    signature(of: SamenessCanvas(width, height, ground: .grey)) {
      $0.addNoise(oneIn: share, strength: strength, seed: seed)
      change(&$0)
    }
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

  @Test func `so many runs that joining them would cost too much are one region`() {
    let first = noisy(900, 500, oneIn: 2, strength: 12, seed: 1)
    #expect(first.regionCount == 1)
    #expect(
      first.sharedCause(with: noisy(900, 500, oneIn: 2, strength: 12, seed: 1))
        == "pixel for pixel the same change")
    #expect(first.sharedCause(with: noisy(900, 500, oneIn: 2, strength: 12, seed: 2)) == nil)
  }
}

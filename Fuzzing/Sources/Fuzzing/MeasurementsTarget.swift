import Catalog
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Store
import TestSupport

/// What is kept of measurements, changed under checksums that are right: read as a value that all
/// who use it can take, or not at all.
struct MeasurementsTarget: Target {
  let name = "measurements"

  /// The first byte says what the rest is.
  func seeds() -> [[UInt8]] {
    pairs.flatMap { first, second in
      let comparison = compare(first, second, strategy: Strategy(.perceptual)).comparison
      let size = PixelSize(width: first.width, height: first.height)
      let facts = ImageFacts(
        reference: size, actual: size, fingerprint: nil,
        compared: PairOutcome(Strategy(.perceptual), comparison, differing: comparison.mismatched))
      return [
        seed(0, ChangeSignature(first, second)), seed(1, Reading.images(facts)),
        seed(2, Landscape(first, second, formula: .ciede2000)),
      ]
    }
  }

  /// Pictures with something of everything: text, boxes, noise, another size.
  private var pairs: [(PixelImage, PixelImage)] {
    let plain = PixelImage.plain(90, 60)
    return [
      (plain, .plain(90, 60, changes: 40)), (plain, .plain(90, 72)),
      (noise(1), noise(2)),
    ]
  }

  private func noise(_ seed: UInt64) -> PixelImage {
    var random = SplitMix(seed: seed)
    let pixels = (0..<64 * 64).map { _ in Pixel(bits: UInt32(truncatingIfNeeded: random.next())) }
    return PixelImage(width: 64, height: 64, pixels: pixels)
  }

  private func seed(_ kind: UInt8, _ value: some Encodable) -> [UInt8] {
    [kind] + ((try? AnswerCoder.bytes(of: value)) ?? [])
  }

  func check(_ bytes: UnsafeRawBufferPointer) {
    guard let kind = bytes.first else { return }
    let answer = Array(bytes.dropFirst())
    switch kind % 3 {
    case 0:
      guard let signature = AnswerCoder.answer(ChangeSignature.self, from: answer) else { return }
      guard !signature.isEmpty else { return }
      var finder = CauseFinder()
      for _ in 0..<2 { _ = finder.add(signature) }
    case 1:
      _ = AnswerCoder.answer(Reading.self, from: answer)
    default:
      guard let landscape = AnswerCoder.answer(Landscape.self, from: answer) else { return }
      for deltaE in [0, 0.1, 2, 50, 100] {
        for size in [1, 2, 64, 65, 1_000_000] {
          _ = landscape.comparison(
            Strategy(.combined).with(\.deltaE, deltaE).with(\.clusterSize, size))
        }
      }
    }
  }

  func mutate(_ bytes: inout [UInt8], capacity: Int, _ random: inout SplitMix) {
    guard let kind = bytes.first else { return }
    var forgery = JSONForgery(seed: random.next())
    bytes = Array(([kind] + forgery.forged(Array(bytes.dropFirst()))).prefix(capacity))
  }
}

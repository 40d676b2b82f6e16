import Pixels

extension Ground {
  /// Returns the colour on which both sides of a pair's change are most visible.
  ///
  /// A ground is scored by its least visible changed pixels: by how far a pixel differs from the
  /// ground, before and after, because most of what surrounds it in a translucent image is ground,
  /// and, if alpha changed, by how far both sides differ on it. The worst tenth, mostly soft edges,
  /// is left out. White, black and greys are preferred to colours, which are used only if no grey
  /// shows both sides, such as when black, white and grey labels changed together.
  ///
  /// - Returns: The ground for all pixels if none changed; nil if all are opaque.
  package static func clearest(_ reference: PixelImage, _ actual: PixelImage) -> Ground? {
    guard !reference.isOpaque || !actual.isOpaque else { return nil }
    let changes = changes(reference, actual)
    let scores = Visibility(changes, on: candidates).scores
    let greys = scores.prefix(greyCount)
    let (grey, best) = (greys.max()!, scores.max()!)
    let index =
      grey >= min(0.4 * best, plain)
      ? greys.firstIndex { $0 >= 0.9 * grey } : scores.firstIndex { $0 >= 0.9 * best }
    return .flat(candidates[index!])
  }

  /// The candidates, greys first.
  package static let candidates = [
    Pixel(255, 255, 255, 255), Pixel(0, 0, 0, 255), Pixel(119, 119, 119, 255),
    Pixel(185, 185, 185, 255), Pixel(71, 71, 71, 255), Pixel(36, 92, 168, 255),
    Pixel(20, 120, 60, 255), Pixel(150, 40, 130, 255), Pixel(190, 90, 20, 255),
  ]

  private static let greyCount = 5
  /// A score at which the change is obvious.
  private static let plain = 12.0

  /// Returns a few hundred of the changed pixels, before and after; a sample of all pixels if none
  /// changed.
  private static func changes(
    _ reference: PixelImage, _ actual: PixelImage
  ) -> [(before: Pixel, after: Pixel)] {
    let mask = Overlay(reference, actual).byteMask()
    var changes: [(before: Pixel, after: Pixel)] = []
    var index = 0
    let step = max(mask.count / 512, 1) | 1
    mask.forEachMarked { x, y in
      defer { index += 1 }
      guard index.isMultiple(of: step) else { return }
      changes.append((reference.pixel(x, y), actual.pixel(x, y)))
    }
    guard changes.isEmpty else { return changes }
    return stride(from: 0, to: actual.pixelCount, by: (actual.pixelCount / 512) | 1).map {
      let pixel = actual[$0 % actual.width, $0 / actual.width]
      return (pixel, pixel)
    }
  }
}

private struct Visibility {
  /// The score of each ground: the value that nine tenths of the changes reach. Values are ΔE of
  /// 1976, except that the difference between the two sides is a percentage of its maximum over all
  /// grounds.
  private(set) var scores: [Double] = []

  init(_ changes: [(before: Pixel, after: Pixel)], on grounds: [Pixel]) {
    let light = grounds.map { SIMD3(SRGB.linear, $0) }
    var values = grounds.map { _ in [(value: Double, weight: Int)]() }
    for (before, after) in changes {
      // A pixel that is hardly visible on any ground is irrelevant.
      let weight = Int(max(before.w, after.w))
      guard weight >= 16 else { continue }
      for (index, value) in Self.values(before, after, on: light).enumerated() {
        values[index].append((value, weight))
      }
    }
    scores = values.map(Self.tenth)
  }

  private static func values(
    _ before: Pixel, _ after: Pixel, on grounds: [SIMD3<Double>]
  ) -> [Double] {
    let shown = grounds.map { ground in
      (
        before: Lab(SIMD3(SRGB.linear, before), alpha: before.w, over: ground),
        after: Lab(SIMD3(SRGB.linear, after), alpha: after.w, over: ground), ground: Lab(ground)
      )
    }
    let apart = shown.map { deltaE76($0.before, $0.after) }
    let most = apart.max() ?? 0
    let isTranslucent = before.w & after.w < 255 && most > 0
    return shown.indices.map { index in
      var value = isTranslucent ? 100 * apart[index] / most : .infinity
      // A side that is nearly transparent is invisible on any ground.
      if before.w >= 16 { value = min(value, deltaE76(shown[index].before, shown[index].ground)) }
      if after.w >= 16 { value = min(value, deltaE76(shown[index].after, shown[index].ground)) }
      return value
    }
  }

  /// Returns the value below which a tenth of the weight lies.
  private static func tenth(_ values: [(value: Double, weight: Int)]) -> Double {
    var rest = values.reduce(0) { $0 + $1.weight } / 10
    for (value, weight) in values.sorted(by: { $0.value < $1.value }) {
      rest -= weight
      if rest < 0 { return value }
    }
    return 0
  }
}

extension SIMD3<Double> {
  /// Returns the linear light of a pixel, ignoring alpha.
  fileprivate init(_ linear: [Double], _ pixel: Pixel) {
    self.init(linear[Int(pixel.x)], linear[Int(pixel.y)], linear[Int(pixel.z)])
  }
}

extension Lab {
  fileprivate init(_ light: SIMD3<Double>) {
    self.init(red: light.x, green: light.y, blue: light.z)
  }

  /// Converts a colour over an opaque ground, as it is sampled.
  fileprivate init(_ light: SIMD3<Double>, alpha: UInt8, over ground: SIMD3<Double>) {
    self.init(ground + (light - ground) * (Double(alpha) / 255))
  }
}

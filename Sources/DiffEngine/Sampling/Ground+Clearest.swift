import Pixels

extension Ground {
  /// The one colour on which the change of a pair is seen best, on both sides.
  ///
  /// A colour is as good as it shows the worse of the changed pixels: as far as a pixel lies off
  /// the ground, before and after, since what lies around it in an image with transparent parts is
  /// mostly ground; and where alpha changed, as far as both lie apart. The worst tenth, mostly soft
  /// edges, is left out. White, black and greys come before colours, which are only taken where
  /// no grey shows both sides, as where black, white and grey labels changed together.
  ///
  /// - Returns: One for the pixels that there are where none changed; nil where all are opaque.
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

  /// The greys first.
  package static let candidates = [
    Pixel(255, 255, 255, 255), Pixel(0, 0, 0, 255), Pixel(119, 119, 119, 255),
    Pixel(185, 185, 185, 255), Pixel(71, 71, 71, 255), Pixel(36, 92, 168, 255),
    Pixel(20, 120, 60, 255), Pixel(150, 40, 130, 255), Pixel(190, 90, 20, 255),
  ]

  private static let greyCount = 5
  /// The score at which nobody has to look twice.
  private static let plain = 12.0

  /// Returns some hundreds of the pixels that changed, before and after; of all pixels if none
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

/// The visibility of changes on each of some grounds.
private struct Visibility {
  /// The score of each ground: the value that nine tenths of the changes reach. Values are ΔE of
  /// 1976, except that the difference between two sides is a percentage of the most that any ground
  /// makes of it.
  private(set) var scores: [Double] = []

  init(_ changes: [(before: Pixel, after: Pixel)], on grounds: [Pixel]) {
    let light = grounds.map { SIMD3(SRGB.linear, $0) }
    var values = grounds.map { _ in [(value: Double, weight: Int)]() }
    for (before, after) in changes {
      // What can hardly be seen on any ground says nothing.
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
      // A side that has nothing there cannot be seen on any ground.
      if before.w >= 16 { value = min(value, deltaE76(shown[index].before, shown[index].ground)) }
      if after.w >= 16 { value = min(value, deltaE76(shown[index].after, shown[index].ground)) }
      return value
    }
  }

  /// The value below which a tenth of the weight lies.
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
  /// Linear light of a pixel, whatever its alpha.
  fileprivate init(_ linear: [Double], _ pixel: Pixel) {
    self.init(linear[Int(pixel.x)], linear[Int(pixel.y)], linear[Int(pixel.z)])
  }
}

extension Lab {
  fileprivate init(_ light: SIMD3<Double>) {
    self.init(red: light.x, green: light.y, blue: light.z)
  }

  /// A colour over an opaque ground, as samples are.
  fileprivate init(_ light: SIMD3<Double>, alpha: UInt8, over ground: SIMD3<Double>) {
    self.init(ground + (light - ground) * (Double(alpha) / 255))
  }
}

import Pixels

/// Imitates another machine's renderer, and the differences that test libraries draw.
extension PixelImage {
  /// Slightly changes single pixels along edges, no two of them adjacent, like the noise of
  /// antialiased text.
  ///
  /// - Parameters:
  ///   - share: The number of pixels to change out of every 1,000 edge pixels.
  ///   - strength: The largest change of a channel.
  func withEdgeNoise(share: Int, strength: Int, seed: UInt64) -> PixelImage {
    var random = SeededNumbers(seed: seed)
    var pixels = self.pixels
    var touched = [Bool](repeating: false, count: pixels.count)
    for y in 1..<(height - 1) {
      for x in 1..<(width - 1) {
        let here = self[x, y]
        guard here.w == 255, isEdge(x, y), random.next(1000) < share else { continue }
        let above = (y - 1) * width + x
        let neighbours = [above - 1, above, above + 1, y * width + x - 1]
        if neighbours.contains(where: { touched[$0] }) { continue }
        let change = (1 + random.next(strength)) * (random.next(2) == 0 ? 1 : -1)
        let changed = here.shifted(by: change)
        touched[y * width + x] = changed != here
        pixels[y * width + x] = changed
      }
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  /// The same image with a weaker shadow: only the alpha of pure black changes.
  func withShadow(strength: Float) -> PixelImage {
    map { pixel in
      guard pixel.w < 255, pixel.x == 0, pixel.y == 0, pixel.z == 0 else { return pixel }
      return Pixel(0, 0, 0, UInt8(Float(pixel.w) * strength))
    }
  }

  /// The difference image of iOSSnapshotTestCase: the difference at half strength over the
  /// reference.
  func blended(with reference: PixelImage) -> PixelImage {
    precondition(width == reference.width && height == reference.height, "one size")
    let pixels = zip(self.pixels, reference.pixels).map { (actual, reference) -> Pixel in
      let difference = pointwiseMax(actual, reference) &- pointwiseMin(actual, reference)
      var mixed = Pixel(
        truncatingIfNeeded: (Wide(truncatingIfNeeded: reference)
          &+ Wide(truncatingIfNeeded: difference)) / 2)
      mixed.w = 255
      return mixed
    }
    return PixelImage(width: width, height: height, pixels: pixels)
  }

  private typealias Wide = SIMD4<UInt16>

  private func map(_ transform: (Pixel) -> Pixel) -> PixelImage {
    PixelImage(width: width, height: height, pixels: pixels.map(transform))
  }

  private func isEdge(_ x: Int, _ y: Int) -> Bool {
    let here = SIMD4<Int16>(truncatingIfNeeded: self[x, y])
    return [self[x + 1, y], self[x, y + 1], self[x - 1, y], self[x, y - 1]].contains {
      let step = here &- SIMD4<Int16>(truncatingIfNeeded: $0)
      return Swift.max(step.max(), 0 - step.min()) > 40
    }
  }
}

extension SIMD4<UInt8> {
  /// Shifts red, green and blue by the same amount, clamped to their range.
  fileprivate func shifted(by change: Int) -> Pixel {
    func moved(_ value: UInt8) -> UInt8 { UInt8(Swift.min(Swift.max(Int(value) + change, 0), 255)) }
    return Pixel(moved(x), moved(y), moved(z), w)
  }
}

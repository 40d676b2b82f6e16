import PNGCodec

/// The colours of `tint`: what did not change in dim greys, what did in one hue by its ΔE.
///
/// The greys have L* 8 to 40, so that every ink stands off every one of them. The inks' lightness
/// rises evenly from L* 48 to 72, and with it their chroma, by the square root of ΔE: what matters
/// is decided below 10.
package struct TintScale: Hashable, Sendable {
  /// The hue in degrees of CIELAB.
  package let hue: Double
  /// The inks by level, 0 to 255; see `ChangeMap`.
  package let inks: [Pixel]

  /// The hues in the order in which they are used: nearly everyone can tell orange from blue.
  package static let hues: [Double] = [50, 260, 340, 140, 300, 200]

  /// - Parameter hue: The hue in degrees of CIELAB.
  package init(hue: Double) {
    self.hue = hue
    inks = (0...255).map { TintScale.ink(Double($0) / 255, hue: hue) }
  }

  /// The colour that an amount of change has, ΔE 0 to 100.
  package func ink(_ deltaE: Double) -> Pixel { inks[Int(ChangeMap.level(Float(deltaE)))] }

  /// The colour of a pixel or sample of which a share mismatches.
  ///
  /// In linear light: a fifth of ink for a single pixel, so that it is seen at every scale, and all
  /// of it where every pixel mismatches.
  @inline(__always)
  package func colour(_ change: PooledChange, on ground: Pixel) -> Pixel {
    if change.density == 0 { return ground }
    let ink = inks[Int(change.level)]
    if change.density == 1 { return ink }
    let below = SRGB.light(ground)
    return Pixel(light: below + (SRGB.light(ink) - below) * (0.2 + 0.8 * change.density))
  }

  /// An opaque pixel as it is where nothing changed.
  @inline(__always)
  package static func ground(_ pixel: Pixel) -> Pixel {
    // Source: luma of ITU-R BT.601, in 1/256.
    let luma = 77 * UInt32(pixel.x) + 150 * UInt32(pixel.y) + 29 * UInt32(pixel.z)
    return greys[UInt8(truncatingIfNeeded: luma >> 8)]
  }

  private static let greys = ByteTable {
    Lab(l: 8 + 0.32 * Lab(Pixel($0, $0, $0, 255)).l, chroma: 0, hue: 0).pixel
  }

  /// - Parameter strength: 0 to 1.
  private static func ink(_ strength: Double, hue: Double) -> Pixel {
    let lightness = 48 + 24 * strength
    // The most vivid colour of that lightness that sRGB can show.
    var (low, high) = (0.0, 128.0)
    while high - low > 0.1 {
      let middle = (low + high) / 2
      if Lab(l: lightness, chroma: middle, hue: hue).isInGamut {
        low = middle
      } else {
        high = middle
      }
    }
    return Lab(l: lightness, chroma: low * (0.4 + 0.6 * strength), hue: hue).pixel
  }
}

extension TintScale {
  /// The scale whose hue is not among the image's own: the first of a few that hardly any pixel
  /// has, so that most cases have the same; else the rarest.
  package static func clearest(on image: PixelImage) -> TintScale {
    let shares = shares(of: hues, in: image)
    let index = shares.firstIndex { $0 < 0.01 } ?? shares.indices.min { shares[$0] < shares[$1] }!
    return all[index]
  }

  private static let all = hues.map { TintScale(hue: $0) }

  /// The share of pixels whose hue is within 30 degrees of each, estimated from a few thousand of
  /// them.
  private static func shares(of hues: [Double], in image: PixelImage) -> [Double] {
    var counts = hues.map { _ in 0 }
    // An odd step that is no divisor of most widths: not all from one column.
    let step = (image.pixelCount / 4096) | 1
    image.withPixels { pixels in
      for index in stride(from: 0, to: pixels.count, by: step) where pixels[index].w > 127 {
        let lab = Lab(pixels[index])
        let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
        guard chroma > 12 else { continue }
        for (place, hue) in hues.enumerated() {
          let unit = Lab(l: 0, chroma: 1, hue: hue)
          // The cosine of 30 degrees.
          if unit.a * lab.a + unit.b * lab.b > 0.866 * chroma { counts[place] += 1 }
        }
      }
    }
    let total = Double((image.pixelCount + step - 1) / step)
    return counts.map { Double($0) / total }
  }
}

import Libc
import Pixels

extension StrategyRule {
  /// looks-same, which testplane uses: CIEDE2000 of unpremultiplied colours, ignoring alpha,
  /// antialiased pixels and one text caret.
  static let looksSame = StrategyRule(
    parameters: [
      .tolerance, .includeAntialiasing, .antialiasingTolerance, .includeCaret, .threshold,
    ],
    samples: { _ in .profiled },
    testLine: { strategy in
      let allowed: String? =
        switch strategy.threshold {
        case 0: nil
        case .count(let count): "ignoreDiffPixelCount: \(count)"
        case .share, .precision: "ignoreDiffPixelCount: \"\(strategy.threshold.text)\""
        }
      let options = arguments(
        "tolerance: \(strategy.tolerance)",
        "antialiasingTolerance: \(strategy.antialiasingTolerance)",
        strategy.includeAntialiasing ? "ignoreAntialiasing: false" : nil,
        strategy.includeCaret ? "ignoreCaret: false" : nil, allowed)
      return "{ \(options) }"
    },
    allowed: { strategy, total in
      strategy.threshold(of: total) { largestMatch(share: $0, of: total) }
    },
    // testplane paints ignored elements black in both images.
    totalHasIgnored: true,
    find: { overlay, strategy in
      let edges = EdgeDetector.Library.looksSame(tolerance: Double(strategy.antialiasingTolerance))
      let tolerance = strategy.tolerance
      var mask = overlay.mask(withoutEdgesOf: strategy.includeAntialiasing ? nil : edges) {
        first, second, _ in !areAlike(first, second, tolerance)
      }
      if !strategy.includeCaret { overlay.unmarkCaret(in: &mask) }
      return Findings(mask: mask)
    })
}

private func areAlike(_ first: Pixel, _ second: Pixel, _ tolerance: Double) -> Bool {
  if first.x == second.x && first.y == second.y && first.z == second.z { return true }
  let (first, second) = (Lab(colorDiff: first), Lab(colorDiff: second))
  // Use the quick formula if its result is clear enough.
  let distance = deltaE76(first, second)
  if distance >= 6.2 * tolerance { return false }
  return distance <= 0.695 * tolerance || deltaE2000(first, second) < tolerance
}

extension Lab {
  /// Converts a colour like the package color-diff, with four-digit matrices.
  fileprivate init(colorDiff pixel: Pixel) {
    let (red, green, blue) = (light[pixel.x], light[pixel.y], light[pixel.z])
    let x = (red * 0.4124 + green * 0.3576 + blue * 0.1805) / 95.047
    let y = (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 100
    let z = (red * 0.0193 + green * 0.1192 + blue * 0.9505) / 108.883
    func curve(_ t: Double) -> Double { t > 0.008856 ? pow(t, 1.0 / 3) : 7.787 * t + 16.0 / 116 }
    self.init(
      l: 116 * curve(y) - 16, a: 500 * (curve(x) - curve(y)), b: 200 * (curve(y) - curve(z)))
  }
}

/// Linear light in per cent.
private let light = ByteTable { 100 * SRGB.decode(Double($0) / 255) }

extension Overlay {
  /// Removes what looks-same considers a text caret: the first mismatch, row by row, that has
  /// differing pixels below it, together with all of those down to the first gap.
  fileprivate func unmarkCaret(in mask: inout ChangeMask) {
    guard let (x, rows) = caret(in: mask) else { return }
    for y in rows { mask[x, y] = false }
  }

  private func caret(in mask: ChangeMask) -> (x: Int, rows: Range<Int>)? {
    func differs(_ x: Int, _ y: Int) -> Bool {
      var (first, second) = (reference[x, y], actual[x, y])
      (first.w, second.w) = (255, 255)
      return first != second
    }
    for y in 0..<max(sharedHeight - 1, 0) {
      var start: Int?
      mask.forEachMarked(row: y) { x in
        if start == nil, x < sharedWidth, differs(x, y + 1) { start = x }
      }
      guard let x = start else { continue }
      return (x, y..<((y + 1..<sharedHeight).first { !differs(x, $0) } ?? sharedHeight))
    }
    return nil
  }
}

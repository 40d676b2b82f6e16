/// The pixels of one axis that a sample covers, with the covered share of the first and the last.
package struct AxisSpan: Equatable {
  package var start: Int
  /// One past the last pixel; equal to `start` if the sample lies outside the image.
  package var end: Int
  package var firstWeight: Float = 1
  package var lastWeight: Float = 1

  package var isEmpty: Bool { start == end }

  /// The share of a pixel of the span that the sample covers, 0 to 1.
  @inline(__always)
  package func weight(_ position: Int) -> Float {
    if position == start { return firstWeight }
    return position == end &- 1 ? lastWeight : 1
  }

  /// Returns the spans of `count` adjacent samples from `origin` on, over an axis of `size` pixels.
  ///
  /// A sample longer than a pixel covers all pixels that it touches; a shorter one covers the pixel
  /// at its centre.
  package static func spans(origin: Double, length: Double, count: Int, size: Int) -> [AxisSpan] {
    let step = length / Double(count)
    return (0..<max(count, 0)).map { index in
      guard origin.isFinite, step.isFinite, step > 0 else { return AxisSpan(start: 0, end: 0) }
      let low = origin + Double(index) * step
      if step <= 1 { return nearest(low + step / 2, size) }
      return covering(low, origin + Double(index + 1) * step, size)
    }
  }

  private static func nearest(_ centre: Double, _ size: Int) -> AxisSpan {
    guard centre >= 0, centre < Double(size) else { return AxisSpan(start: 0, end: 0) }
    return AxisSpan(start: Int(centre), end: Int(centre) + 1)
  }

  private static func covering(_ low: Double, _ high: Double, _ size: Int) -> AxisSpan {
    // A bound that is off a whole pixel only by rounding would add a neighbour of weight 0.
    let low = max(snapped(low), 0)
    let high = min(snapped(high), Double(size))
    guard low < high else { return AxisSpan(start: 0, end: 0) }
    let start = Int(low)
    let end = Int(high.rounded(.up))
    let first = min(Double(start + 1), high) - low
    let last = high - max(Double(end - 1), low)
    return AxisSpan(start: start, end: end, firstWeight: Float(first), lastWeight: Float(last))
  }

  private static func snapped(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(value - whole) < 1e-7 ? whole : value
  }
}

extension AxisSpan {
  /// The length covered by the sample, in pixels.
  package var coverage: Float {
    end - start == 1 ? firstWeight : firstWeight + lastWeight + Float(end - start - 2)
  }
}

import Base
import PNGCodec

/// Calls `body` with disjoint ranges that together are all rows, on all cores where there is
/// enough to do.
///
/// - Parameters:
///   - pixels: How much there is to do; below a threshold one core is as fast.
///   - perCore: How many bands a core gets: two, so that none waits long for a neighbour with the
///     harder half; more where rows differ more than that.
/// - Returns: What `body` returned, from the top down.
package func forEachBand<Result: Sendable>(
  of rows: Int, pixels: Int, perCore: Int = 2, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  forEachBand(of: rows, pixels: pixels, perCore: perCore, alongside: {}, body).bands
}

/// The same beside other work of about as much, which is begun first.
func forEachBand<Other: Sendable, Result: Sendable>(
  of rows: Int, pixels: Int, perCore: Int = 2, alongside other: @Sendable () -> Other,
  _ body: @Sendable (Range<Int>) -> Result
) -> (other: Other, bands: [Result]) {
  let count = pixels < 1 << 17 ? 1 : min(perCore * coreCount, rows)
  if count <= 1 { return (other(), [body(0..<rows)]) }
  let results = Mutex<(other: Other?, bands: [Result?])>(
    (nil, [Result?](repeating: nil, count: count)))
  onAllCores(count + 1) { index in
    if index == 0 {
      let result = other()
      results.withLock { $0.other = result }
    } else {
      let result = body(rows * (index - 1) / count..<rows * index / count)
      results.withLock { $0.bands[index - 1] = result }
    }
  }
  return results.withLock { ($0.other!, $0.bands.map { $0! }) }
}

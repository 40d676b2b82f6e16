import Locks
import PNGCodec

/// Calls `body` with disjoint ranges that together are all rows, on all cores where there is
/// enough to do.
///
/// - Parameter pixels: How much there is to do; below a threshold one core is as fast.
/// - Returns: What `body` returned, from the top down.
package func forEachBand<Result: Sendable>(
  of rows: Int, pixels: Int, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  // Two bands for each core: no core waits long for a neighbour with the harder half.
  let count = pixels < 1 << 17 ? 1 : min(2 * coreCount, rows)
  if count <= 1 { return [body(0..<rows)] }
  let results = Mutex([Result?](repeating: nil, count: count))
  onAllCores(count) { band in
    let result = body(rows * band / count..<rows * (band + 1) / count)
    results.withLock { $0[band] = result }
  }
  return results.withLock { $0.map { $0! } }
}

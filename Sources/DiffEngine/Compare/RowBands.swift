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
  var results = [Result?](repeating: nil, count: count)
  results.withUnsafeMutableBufferPointer { results in
    // Bands are disjoint: no two iterations touch one element.
    nonisolated(unsafe) let results = results
    onAllCores(count) { band in
      results[band] = body(rows * band / count..<rows * (band + 1) / count)
    }
  }
  return results.map { $0! }
}

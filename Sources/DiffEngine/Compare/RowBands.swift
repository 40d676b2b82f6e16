import Base

/// Divides rows into bands and calls `body` for each, on all cores if there is enough work.
///
/// - Parameters:
///   - pixels: The amount of work; below a threshold one core is as fast.
///   - perCore: The number of bands for each core. Two are enough for similar rows, so that no core
///     waits long for one with the harder half; use more if rows differ more than that.
/// - Returns: The results of `body`, from the top down.
package func forEachBand<Result: Sendable>(
  of rows: Int, pixels: Int, perCore: Int = 2, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  let count = pixels < 1 << 17 ? 1 : min(perCore * coreCount, rows)
  if count <= 1 { return [body(0..<rows)] }
  let results = Mutex([Result?](repeating: nil, count: count))
  onAllCores(count) { index in
    let result = body(rows * index / count..<rows * (index + 1) / count)
    results.withLock { $0[index] = result }
  }
  return results.withLock { $0.map { $0! } }
}

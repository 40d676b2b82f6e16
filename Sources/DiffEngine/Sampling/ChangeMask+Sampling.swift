extension ChangeMask {
  /// Returns true for each sample that covers at least one marked pixel, so that marks stay visible
  /// however far the image is scaled down.
  ///
  /// - Returns: The samples, row-major, `columns` x `rows`; false outside the mask.
  package func pooled(_ region: PixelRegion, columns: Int, rows: Int) -> [Bool] {
    let (columns, rows) = (max(columns, 0), max(rows, 0))
    var marks = [Bool](repeating: false, count: columns * rows)
    guard count > 0 else { return marks }
    let across = AxisSpan.spans(origin: region.x, length: region.width, count: columns, size: width)
    let down = AxisSpan.spans(origin: region.y, length: region.height, count: rows, size: height)
    var joined = [UInt64](repeating: 0, count: stride)
    for row in 0..<rows where !down[row].isEmpty {
      for column in 0..<stride { joined[column] = 0 }
      for y in down[row].start..<down[row].end {
        for column in 0..<stride { joined[column] |= words[y * stride + column] }
      }
      for column in 0..<columns where !across[column].isEmpty {
        marks[row * columns + column] = ChangeMask.hasBit(joined, in: across[column])
      }
    }
    return marks
  }

  private static func hasBit(_ words: [UInt64], in span: AxisSpan) -> Bool {
    var found: UInt64 = 0
    (span.start..<span.end).forEachWord { found |= words[$0] & $1 }
    return found != 0
  }
}

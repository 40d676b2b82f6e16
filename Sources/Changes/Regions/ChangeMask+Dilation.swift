import DiffEngine

extension ChangeMask {
  /// Returns a mask in which all pixels within `reach` of a marked one are marked, in a square.
  ///
  /// Reaches double with every step, so the work grows with their logarithm.
  package func dilated(by reach: Int) -> ChangeMask {
    guard reach > 0, count > 0 else { return self }
    var words = words
    for start in Swift.stride(from: 0, to: words.count, by: stride) {
      let row = start..<start + stride
      guard words[row].contains(where: { $0 != 0 }) else { continue }
      forEachDoubling(reach) { Self.spreadColumns(&words, row, by: $0) }
      words[row.upperBound - 1] &= width % 64 == 0 ? .max : (1 << UInt64(width % 64)) - 1
    }
    forEachDoubling(reach) { spreadRows(&words, by: $0) }
    return ChangeMask(width: width, height: height, words: words)
  }

  /// Calls `body` with steps that add up to `reach`. Each is at most 63, and one more than the sum
  /// of the steps before it.
  @inline(__always)
  private func forEachDoubling(_ reach: Int, _ body: (Int) -> Void) {
    var covered = 0
    while covered < reach {
      let step = min(covered + 1, reach - covered, 63)
      body(step)
      covered += step
    }
  }

  private static func spreadColumns(_ words: inout [UInt64], _ row: Range<Int>, by step: Int) {
    let (near, far) = (UInt64(step), UInt64(64 - step))
    var before: UInt64 = 0
    for index in row {
      let word = words[index]
      let after = index + 1 < row.upperBound ? words[index + 1] : 0
      words[index] = word | word << near | before >> far | word >> near | after << far
      before = word
    }
  }

  private func spreadRows(_ words: inout [UInt64], by step: Int) {
    let source = words
    let offset = step * stride
    guard offset < source.count else { return spreadAcrossAllRows(&words) }
    for index in offset..<source.count { words[index] |= source[index - offset] }
    for index in 0..<source.count - offset { words[index] |= source[index + offset] }
  }

  private func spreadAcrossAllRows(_ words: inout [UInt64]) {
    for column in 0..<stride {
      let rows = Swift.stride(from: column, to: words.count, by: stride)
      let all = rows.reduce(UInt64(0)) { $0 | words[$1] }
      for index in rows { words[index] = all }
    }
  }
}

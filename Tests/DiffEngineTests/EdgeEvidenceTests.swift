import CKernels
import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

struct EdgeEvidenceTests {
  /// The kernel's findings about a pixel.
  private struct Evidence: Equatable {
    var strength: UInt8
    var clues: UInt8
  }

  /// The kernel's answers for the middle one of three rows.
  private func measured(_ before: [[Pixel]], _ after: [[Pixel]], count: Int) -> [Evidence] {
    var strengths = [UInt8](repeating: 0, count: count)
    var clues = strengths
    // A pixel before the first, and what a last block reads.
    func memory(_ rows: [[Pixel]]) -> [UInt32] {
      rows.flatMap { row in
        row.map(\.bits) + Array(repeating: 0, count: count + 130 - row.count)
      }
    }
    let stride = count + 130
    memory(before).withUnsafeBufferPointer { first in
      memory(after).withUnsafeBufferPointer { second in
        let above: [UnsafePointer<UInt32>?] = (0..<3).map { first.baseAddress! + $0 * stride + 1 }
        let below: [UnsafePointer<UInt32>?] = (0..<3).map { second.baseAddress! + $0 * stride + 1 }
        snap_edge_evidence(above, below, count, &strengths, &clues)
      }
    }
    return zip(strengths, clues).map { Evidence(strength: $0, clues: $1) }
  }

  /// The same, word for word as it is defined.
  private func reference(_ before: [[Pixel]], _ after: [[Pixel]], _ x: Int) -> Evidence {
    var (strength, rest, contrast) = (0, 0, 0)
    for channel in 0..<4 {
      func span(_ rows: [[Pixel]]) -> ClosedRange<Int> {
        let values = rows.flatMap { row in (x...x + 2).map { Int(row[$0][channel]) } }
        return values.min()!...values.max()!
      }
      func outside(_ value: Int, _ span: ClosedRange<Int>) -> Int {
        max(span.lowerBound - value, value - span.upperBound, 0)
      }
      let (old, new) = (Int(before[1][x + 1][channel]), Int(after[1][x + 1][channel]))
      let (first, second) = (span(before), span(after))
      strength = max(strength, abs(new - old))
      rest = max(rest, outside(new, first), outside(old, second))
      contrast = max(contrast, first.count - 1, second.count - 1)
    }
    let slack = min(8, contrast / 4)
    func isAsOwn(_ row: Int, _ column: Int) -> Bool {
      (0..<4).allSatisfy { channel in
        func change(_ row: Int, _ column: Int) -> UInt8 {
          after[row][column][channel] &- before[row][column][channel]
        }
        let apart = change(row, column) &- change(1, x + 1)
        return min(apart, 0 &- apart) <= strength / 8
      }
    }
    let squares = [(0, x), (0, x + 1), (1, x), (1, x + 1)].map { top, left in
      (top...top + 1).allSatisfy { row in
        (left...left + 1).allSatisfy { column in isAsOwn(row, column) }
      }
    }
    let clues: [(snap_clue, Bool)] = [
      (SNAP_OUTSIDE, rest > 1), (SNAP_FOREIGN, rest > 12),
      (SNAP_STEEP, 2 * (strength - slack) > max(contrast, 1)),
      (SNAP_EDGE, strength > 1 && contrast > 2), (SNAP_PLAIN, contrast < 16),
      (SNAP_FLAT, strength >= 2 && !squares.contains(false)),
      (SNAP_SQUARE, strength >= 2 && squares.contains(true)),
    ]
    let bits = clues.reduce(UInt32(0)) { $1.1 ? $0 | $1.0.rawValue : $0 }
    return Evidence(strength: UInt8(strength), clues: UInt8(bits))
  }

  @Test(arguments: [1, 2, 63, 64, 65, 130], [UInt64](1...4))
  func `the kernel measures what its definition says`(_ count: Int, _ seed: UInt64) {
    var random = SplitMix(seed: seed &* 1000 &+ UInt64(count))
    let range = [2, 20, 255, 255][Int(seed) - 1]
    func rows() -> [[Pixel]] {
      (0..<3).map { _ in
        (0..<count + 2).map { _ in
          Pixel(
            UInt8(random.next(range + 1)), UInt8(random.next(range + 1)),
            UInt8(random.next(range + 1)), UInt8(255 - random.next(range + 1)))
        }
      }
    }
    let before = rows()
    // Some stretches change as one, which no two random rows do.
    let after = zip(before, rows()).map { old, new in
      zip(old, new).enumerated().map {
        let step: UInt8 = $0.offset % 32 < 8 ? 3 : 40 + UInt8(random.next(7))
        return $0.offset % 16 < 8 ? $0.element.0 &+ step : $0.element.1
      }
    }
    let fast = measured(before, after, count: count)
    #expect(fast == (0..<count).map { reference(before, after, $0) })
  }

  @Test func `rows are premultiplied as pixels are, for every colour and alpha`() {
    var pixels: [Pixel] = []
    for alpha in UInt8.min ... .max {
      for level in UInt8.min ... .max {
        pixels.append(Pixel(level, 255 - level, level ^ 0x55, alpha))
      }
    }
    var out = [UInt32](repeating: 0, count: pixels.count)
    snap_premultiply(pixels.map(\.bits), pixels.count, &out)
    #expect(out == pixels.map { premultiplied($0).bits })
  }

  @Test func `no pair of colours is further apart than its levels allow`() {
    var random = SplitMix(seed: 5)
    for _ in 0..<200_000 {
      let first = random.pixel().opaque
      let levels = 1 + random.next(6)
      var second = first
      for channel in 0..<3 {
        let step = random.next(2 * levels + 1) - levels
        second[channel] = UInt8(min(max(Int(first[channel]) + step, 0), 255))
      }
      #expect(
        deltaE(first, second, formula: .ciede2000) <= Double(mostDeltaEPerLevel) * Double(levels))
    }
  }
}

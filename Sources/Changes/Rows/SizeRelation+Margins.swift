import DiffEngine
import Pixels

extension Overlay {
  /// The most that a pixel may be off and still show the same thing, in levels: a theme's other
  /// shade of the same ground.
  private static let tolerance = 24
  /// The outlines that must be where they were: one in so many. A crop often comes with another
  /// font or theme: 18 % and more stay where it is one, below 9 % where it is none.
  private static let outlineShare = 8
  /// The pixels that are compared, about.
  private static let sampleLimit = 131_072

  /// Takes away what lies around the smaller image in the larger one, if it is in its middle: what a
  /// crop or a margin on every side leaves.
  ///
  /// - Parameter cut: The images without rows and columns side by side, of one size.
  /// - Returns: nil where the smaller image is not as plainly in the middle: there, fewer than half
  ///   as many pixels may differ as in `cut`, and outlines must be where they were.
  func withoutMargins(unlike cut: Overlay) -> (relation: SizeRelation, aligned: Overlay)? {
    let (wider, higher) = (actual.width - reference.width, actual.height - reference.height)
    guard wider.signum() * higher.signum() >= 0, abs(wider) != 1, abs(higher) != 1 else {
      return nil
    }
    let found = Self.middles(of: higher).flatMap { rows in
      Self.middles(of: wider).map { columns in
        let level = rows.map { withoutRows($0) } ?? self
        let aligned = columns.map { level.withoutColumns($0) } ?? level
        return (rows: rows, columns: columns, level, aligned, far: aligned.farCount)
      }
    }.min { $0.far < $1.far }
    guard let (rows, columns, level, aligned, far) = found, 2 * far < cut.farCount,
      aligned.hasOutlines
    else { return nil }
    return (
      .cut(
        rows: rows.map { $0.holding(content(of: $0, areRows: true)) },
        columns: columns.map { $0.holding(level.content(of: $0, areRows: false)) }), aligned
    )
  }

  /// The margins that leave the middle of so many lines more or fewer; nil in place of none.
  private static func middles(of change: Int) -> [SizeRelation.Band?] {
    guard change != 0 else { return [nil] }
    let half = abs(change) / 2
    return (half...abs(change) - half).map {
      SizeRelation.Band(change: change, start: $0, place: .around)
    }
  }

  /// The number of pixels that show something else, of every so many rows.
  ///
  /// - Precondition: Both images are of one size.
  private var farCount: Int {
    sampledRows { row, other in
      (0..<width).reduce(0) { $0 + (Self.isFar(row[$1], other[$1]) ? 1 : 0) }
    }.reduce(0, +)
  }

  /// True if enough of the outlines of either image have their like in the other.
  private var hasOutlines: Bool {
    let counts = sampledRows { row, other in
      (1..<max(1, width)).reduce(SIMD2<Int>()) { counts, x in
        let first = Self.isFar(row[x], row[x - 1])
        let second = Self.isFar(other[x], other[x - 1])
        let isShared = first && second && !Self.isFar(row[x], other[x])
        return counts &+ SIMD2(isShared ? 1 : 0, first || second ? 1 : 0)
      }
    }.reduce(SIMD2(), &+)
    return Self.outlineShare * counts[0] >= counts[1]
  }

  private func sampledRows<Result>(_ body: (PixelRow, PixelRow) -> Result) -> [Result] {
    withRows { first, second in
      stride(from: 0, to: height, by: max(1, width * height / Self.sampleLimit)).map {
        body(first[$0], second[$0])
      }
    }
  }

  private static func isFar(_ first: Pixel, _ second: Pixel) -> Bool {
    first.bits != second.bits && distance(premultiplied(first), premultiplied(second)) > tolerance
  }
}

import DiffEngine
import Pixels

extension SizeRelation {
  /// The usual factors between the scales of one picture.
  static let usualFactors = [1 / 3.0, 0.5, 2 / 3.0, 1.5, 2, 3]

  /// Finds the relation between the sizes of two images.
  ///
  /// - Returns: Also both images without the bands and of one size, so that content below inserted
  ///   rows is compared with its counterpart; the original images if nothing was cut.
  package static func find(_ overlay: Overlay) -> (relation: SizeRelation, aligned: Overlay) {
    guard !overlay.sameSize else { return (.same, overlay) }
    if let factor = overlay.scale { return (.rescaled(factor), overlay) }
    let rows = overlay.rowBand.map { overlay.withContent($0, areRows: true) }
    let level = rows.map { overlay.without($0, areRows: true) } ?? overlay
    let columns = level.columnBand.map { level.withContent($0, areRows: false) }
    return (
      .cut(rows: rows, columns: columns), columns.map { level.without($0, areRows: false) } ?? level
    )
  }
}

extension SizeRelation.Band {
  /// The maximum number of lines that differ for each that shows where the others belong.
  private static let otherLines = 2

  /// Creates the band that leaves the fewest mismatches, given those of every line against its
  /// counterpart, counted from the start and from the end.
  ///
  /// - Parameter isPlain: True if a line of the reference has one colour, and so says nothing.
  fileprivate init(
    _ before: Int, _ after: Int, fromStart: [Int], fromEnd: [Int], isPlain: (Int) -> Bool
  ) {
    let cut = bestCut(fromStart: fromStart, fromEnd: fromEnd)
    let mismatches = fromStart[..<cut] + fromEnd[cut...]
    let skipped = max(0, before - after)
    let same = mismatches.indices.count {
      mismatches[$0] == 0 && !isPlain($0 < cut ? $0 : $0 + skipped)
    }
    let isPlaced = mismatches.count { $0 > 0 } <= Self.otherLines * same
    (change, start) = (after - before, isPlaced ? cut : fromStart.count)
    place =
      !isPlaced ? .unknown : cut == fromStart.count ? .end : cut == 0 ? .start : .inside
  }
}

extension Overlay {
  /// The factors to look for, and their minimum deviation from 1; a smaller one means an added row
  /// or two.
  private static let factors = 0.25...4
  private static let leastGrowth = 0.1

  /// The factor by which the actual is larger; nil unless width and height grew alike and both
  /// images show the same picture, as far as a coarse grid can tell.
  package var scale: Double? {
    let (before, after) = (reference, actual)
    let ratio = Double(after.width + after.height) / Double(before.width + before.height)
    let usual = SizeRelation.usualFactors.min { abs($0 - ratio) < abs($1 - ratio) }!
    let factor = abs(usual - ratio) <= 0.02 * usual ? usual : ratio
    func fits(_ length: Int, _ other: Int) -> Bool {
      abs(Double(length) * factor - Double(other)) <= 1 + factor
    }
    guard Self.factors ~= factor, abs(factor - 1) >= Self.leastGrowth,
      fits(before.width, after.width), fits(before.height, after.height)
    else { return nil }
    let side = max(1, min(48, max(before.width, before.height)))
    let longer = max(before.width, before.height)
    let columns = max(1, before.width * side / longer)
    let rows = max(1, before.height * side / longer)
    guard columns <= after.width, rows <= after.height else { return nil }
    let differences = zip(before.means(columns, rows), after.means(columns, rows))
      .map { distance($0, $1) }.sorted()
    let mean = Double(differences.reduce(0, +)) / Double(differences.count)
    return differences[differences.count * 99 / 100] <= 48 && mean <= 6 ? factor : nil
  }

  /// The rows that only one image has; nil if they have the same height.
  fileprivate var rowBand: SizeRelation.Band? {
    guard reference.height != actual.height else { return nil }
    let (count, width) = (sharedHeight, sharedWidth)
    let (skipped, skippedOther) = (reference.height - count, actual.height - count)
    return withRows { first, second in
      SizeRelation.Band(
        reference.height, actual.height,
        fromStart: (0..<count).map { first[$0].mismatches(with: second[$0], count: width) },
        fromEnd: (0..<count).map {
          first[skipped + $0].mismatches(with: second[skippedOther + $0], count: width)
        },
        isPlain: { y in (1..<width).allSatisfy { first[y][$0].bits == first[y][0].bits } })
    }
  }

  /// The columns that only one image has; nil if they have the same width.
  ///
  /// - Precondition: Both have the same height.
  fileprivate var columnBand: SizeRelation.Band? {
    guard reference.width != actual.width else { return nil }
    let count = sharedWidth
    let (skipped, skippedOther) = (reference.width - count, actual.width - count)
    let fromStart = Scratch<Int32>(repeating: 0, count: count)
    let fromEnd = Scratch<Int32>(repeating: 0, count: count)
    return withRows { first, second in
      for y in 0..<sharedHeight {
        let (row, other) = (first[y], second[y])
        for x in 0..<count {
          fromStart[x] &+= row[x].bits == other[x].bits ? 0 : 1
          fromEnd[x] &+= row[skipped &+ x].bits == other[skippedOther &+ x].bits ? 0 : 1
        }
      }
      return SizeRelation.Band(
        reference.width, actual.width, fromStart: (0..<count).map { Int(fromStart[$0]) },
        fromEnd: (0..<count).map { Int(fromEnd[$0]) },
        isPlain: { x in
          (1..<sharedHeight).allSatisfy { first[$0][x].bits == first[0][x].bits }
        })
    }
  }

  /// Returns a band with a key of the rows or columns that were added, unless each is like the one
  /// before or after them.
  fileprivate func withContent(_ band: SizeRelation.Band, areRows: Bool) -> SizeRelation.Band {
    guard band.change > 0 else { return band }
    let sides = (actual.height, actual.width)
    let (count, length) = areRows ? sides : (sides.1, sides.0)
    let lines = band.start..<band.start + band.change
    var band = band
    band.content = actual.withRows { rows in
      func pixel(_ line: Int, _ place: Int) -> Pixel {
        areRows ? rows[line][place] : rows[place][line]
      }
      let beside = [lines.lowerBound - 1, lines.upperBound].filter { 0..<count ~= $0 }
      let isPlain = beside.contains { other in
        lines.allSatisfy { line in (0..<length).allSatisfy { pixel(line, $0) == pixel(other, $0) } }
      }
      if isPlain { return nil }
      var key = ContentKey()
      for line in lines {
        for place in 0..<length { key.add(UInt64(pixel(line, place).bits)) }
      }
      return key
    }
    return band
  }

  /// Returns both images without the rows or columns that only one of them has.
  fileprivate func without(_ band: SizeRelation.Band, areRows: Bool) -> Overlay {
    band.change > 0
      ? Overlay(reference, actual.without(band, areRows: areRows))
      : Overlay(reference.without(band, areRows: areRows), actual)
  }
}

extension PixelImage {
  /// The mean premultiplied colours of the cells of a grid, row-major.
  fileprivate func means(_ columns: Int, _ rows: Int) -> [Pixel] {
    withRows { pixels in
      (0..<rows * columns).map { cell in
        let (column, row) = (cell % columns, cell / columns)
        let across = column * width / columns..<(column + 1) * width / columns
        let down = row * height / rows..<(row + 1) * height / rows
        // A hundred pixels are enough for a large cell.
        let step = max(1, min(across.count, down.count) / 10)
        var (sum, count) = (SIMD4<UInt32>(), UInt32(0))
        for y in stride(from: down.lowerBound, to: down.upperBound, by: step) {
          let line = pixels[y]
          for x in stride(from: across.lowerBound, to: across.upperBound, by: step) {
            sum &+= SIMD4<UInt32>(truncatingIfNeeded: premultiplied(line[x]))
            count &+= 1
          }
        }
        return Pixel(truncatingIfNeeded: sum / count)
      }
    }
  }

  fileprivate func without(_ band: SizeRelation.Band, areRows: Bool) -> PixelImage {
    let less = abs(band.change)
    let (width, height) = areRows ? (width, height - less) : (width - less, height)
    return PixelImage(width: width, height: height, repeating: Pixel()) { canvas in
      withRows { source in
        for y in 0..<height {
          let (row, line) = (canvas[y], source[areRows ? band.source(of: y) : y])
          for x in 0..<width { row[x] = line[areRows ? x : band.source(of: x)] }
        }
      }
    }
  }
}

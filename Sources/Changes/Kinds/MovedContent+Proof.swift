import DiffEngine
import Pixels

extension MovedContent {
  /// The maximum number of pixels within moved content that may stay in place.
  private static let stayedLimit = 4
  /// The minimum number of the 3 x 3 pixels around a moved one that moved with it.
  private static let leastAround = 6

  /// At most one in so many pixels of a shift may only have left or arrived: a faint change says
  /// neither.
  private static let excessShare = 4

  /// What a shift leaves of the lines along it that cross a part.
  private struct Crossing {
    /// The number of unchanged pixels that the shift would have changed. A solid bar that moved by
    /// less than its length changes only at its ends.
    var stayed = 0
    /// Positive if on nearly all lines as much of the part's element left as arrived: it did not grow.
    var balance = 0
  }

  /// Returns the places of the parts in whose regions nothing stayed in place, such as a label on a
  /// moved button.
  ///
  /// - Parameters:
  ///   - taken: Parts that one shift explains, with their spots.
  ///   - ground: The colour at which moved content ends.
  func whole(_ taken: [(part: Part, spots: [Int])], _ explained: Explained, on ground: Pixel?)
    -> [Int]
  {
    guard let ground else { return Array(taken.indices) }
    let crossings = crossings(of: taken, explained, on: ground)
    let held = Set(
      taken.indices.filter { crossings[$0].stayed > Self.stayedLimit }
        .map { taken[$0].part.region })
    return taken.indices.filter { !held.contains(taken[$0].part.region) }
  }

  /// Returns true for each part at whose other end, along the shift, as much left or arrived as
  /// here: edges without corners, such as the feet of letters, that moved with the rest.
  func areClosed(
    _ parts: [(part: Part, spots: [Int])], _ explained: Explained, on ground: Pixel?
  ) -> [Bool] {
    guard let ground else { return parts.map { _ in false } }
    return crossings(of: parts, explained, on: ground).map { $0.balance > 0 }
  }

  /// Follows moved content along its shift, from where the ground ends to where it begins.
  private func crossings(
    of parts: [(part: Part, spots: [Int])], _ explained: Explained, on ground: Pixel
  ) -> [Crossing] {
    guard let first = parts.first?.part else { return [] }
    var owners = [Int32](repeating: -1, count: spotCount)
    for (index, part) in parts.enumerated() {
      for spot in part.spots { owners[spot] = Int32(index) }
    }
    let (box, shift) = (parts.reduce(first.box) { $0.union($1.part.box) }, first.shift)
    let (isAcross, longest) = (abs(shift.x) >= abs(shift.y), max(abs(shift.x), abs(shift.y)))
    let (lines, length) = isAcross ? (box.height, box.width) : (box.width, box.height)
    return overlay.withRows { before, after in
      var crossings = [Crossing](repeating: Crossing(), count: parts.count)
      for line in 0..<lines {
        var (run, touched, excess): ([SIMD2<Int>], [Int], Int) = ([], [], 0)
        for step in 0...length {
          let place = SIMD2(box.x, box.y) &+ (isAcross ? SIMD2(step, line) : SIMD2(line, step))
          let spot = step < length ? spot(at: place) : nil
          if let spot, owners[spot] >= 0 {
            if touched.last != Int(owners[spot]) { touched.append(Int(owners[spot])) }
            excess += (explained[spot].new ? 1 : 0) - (explained[spot].old ? 1 : 0)
          } else if step < length,
            distance(premultiplied(before[place.y][place.x]), ground) > Self.groundTolerance
          {
            run.append(place)
          } else {
            // Most runs have no part to ask for.
            let count =
              touched.isEmpty
              ? 0
              : run.count {
                !hasMoved($0, shift, before, after) || !hasMoved($0, 0 &- shift, after, before)
              }
            for part in Set(touched) {
              crossings[part].stayed += count
              crossings[part].balance += Self.excessShare * abs(excess) <= longest ? 1 : -2
            }
            run.removeAll(keepingCapacity: true)
            (touched, excess) = ([], 0)
          }
        }
      }
      return crossings
    }
  }

  /// The maximum number of pixels that are not what the shift makes of them, and how far the others
  /// may be off, in levels.
  private static let (offLimit, exactness) = (7, 2)

  /// True if a shift explains everything in the boxes of some parts, to the level, and as much left
  /// as arrived. Otherwise something stayed in place, is there twice, or changed as well.
  ///
  /// - Parameter ground: The colour at which moved content ends; nil if all of a picture moved, so
  ///   that an unchanged pixel left and arrived, too.
  func isProven(
    _ parts: [(part: Part, spots: [Int])], _ explained: Explained, on ground: Pixel?
  ) -> Bool {
    guard let shift = parts.first?.part.shift,
      areEdges(parts.flatMap { $0.spots.map { explained[$0] } })
    else { return false }
    return overlay.withRows { before, after in
      var off = 0
      for line in Self.lines(of: parts.map(\.part.box)) {
        let box = ground == nil ? line : withEnds(line)
        for y in box.y..<box.y + box.height where off <= Self.offLimit {
          for x in box.x..<box.x + box.width {
            let (place, spot) = (SIMD2(x, y), spot(at: SIMD2(x, y)))
            let sides = spot.map { explained[$0] } ?? (old: false, new: false)
            let hasLeft = isExact(place, shift, before, after)
            let hasArrived = isExact(place, 0 &- shift, after, before)
            if sides.old || sides.new {
              if sides.old && !hasLeft || sides.new && !hasArrived { off += 1 }
            } else if ground == nil && spot == nil
              ? !hasLeft || !hasArrived
              : !hasLeft && !hasArrived && spot.map({ !isOpen($0) }) ?? true
            {
              off += 1
            }
          }
        }
      }
      return off <= Self.offLimit
    }
  }

  /// The maximum gap between two parts of a line, in heights of the lower one.
  private static let longestGap = 4

  /// Joins the boxes of one line, and the ends of one element, so that what stayed in place between
  /// them is seen.
  private static func lines(of boxes: [PixelBox]) -> [PixelBox] {
    boxes.sorted { ($0.x, $0.y) < ($1.x, $1.y) }.reduce(into: []) { lines, box in
      let line = lines.firstIndex { line in
        let least = min(line.height, box.height)
        let overlap = min(line.y + line.height, box.y + box.height) - max(line.y, box.y)
        let isLine = 2 * overlap >= least && max(line.height, box.height) <= 2 * least
        return isLine && box.x - line.x - line.width <= longestGap * least
          || abs(line.x - box.x) <= 1 && abs(line.width - box.width) <= 1
          || abs(line.y - box.y) <= 1 && abs(line.height - box.height) <= 1
      }
      if let line { lines[line] = lines[line].union(box) } else { lines.append(box) }
    }
  }

  /// Returns the box of a text with what may be its first and last letters, which stayed in place.
  private func withEnds(_ line: PixelBox) -> PixelBox {
    guard RegionExtent.textHeights ~= line.height, 2 * line.width >= 3 * line.height
    else { return line }
    let grown = line.grown(by: line.height, width: overlay.width, height: overlay.height)
    return PixelBox(x: grown.x, y: line.y, width: grown.width, height: line.height)
  }

  private func isExact(
    _ place: SIMD2<Int>, _ shift: SIMD2<Int>, _ rows: PixelRows, _ others: PixelRows
  ) -> Bool {
    let there = place &+ shift
    guard there.x >= 0, there.y >= 0, there.x < overlay.width, there.y < overlay.height
    else { return true }
    let (own, its) = (rows[place.y][place.x], others[there.y][there.x])
    return own.bits == its.bits
      || distance(premultiplied(own), premultiplied(its)) <= Self.exactness
  }

  /// True if something left and arrived by a shift in one region; a plain edge never does both.
  func isFigure(_ sides: [(old: Bool, new: Bool)]) -> Bool {
    min(sides.count(where: \.old), sides.count(where: \.new)) >= Self.leastPixels
  }

  /// True if content without corners may be the edges of a moved element: as much left on one side
  /// as arrived on the other. An element that grew or shrank does only one of these.
  func areEdges(_ sides: [(old: Bool, new: Bool)]) -> Bool {
    let (left, arrived) = (sides.count(where: \.old), sides.count(where: \.new))
    return min(left, arrived) > 0 && 10 * abs(left - arrived) <= max(left, arrived)
  }

  /// True if a pixel of one picture, and most pixels around it, are at a shift in the other.
  func hasMoved(
    _ place: SIMD2<Int>, _ shift: SIMD2<Int>, _ rows: PixelRows, _ others: PixelRows
  ) -> Bool {
    let (width, height) = (overlay.width, overlay.height)
    func isSame(_ x: Int, _ y: Int) -> Bool {
      guard x >= 0, y >= 0, x < width, y < height else { return true }
      let (left, top) = (x &+ shift.x, y &+ shift.y)
      guard left >= 0, top >= 0, left < width, top < height else { return false }
      let (own, its) = (rows[y][x], others[top][left])
      return own.bits == its.bits
        || distance(premultiplied(own), premultiplied(its)) <= Self.tolerance
    }
    guard isSame(place.x, place.y) else { return false }
    var count = 0
    for y in place.y - 1...place.y + 1 {
      for x in place.x - 1...place.x + 1 where isSame(x, y) { count += 1 }
    }
    return count >= Self.leastAround
  }
}

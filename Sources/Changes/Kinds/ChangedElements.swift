import DiffEngine
import Pixels

extension RegionPixels {
  private static let leastElement = 16

  /// The boxes of like elements that the pixels form, such as those of three dots; the whole box if
  /// they are not alike, as with letters.
  var elements: [PixelBox] {
    guard step == 1 else { return [box] }
    let clusters = LabelledRuns(Components(mask(in: box))).clusters
    let most = clusters.map(\.pixels).max() ?? 0
    let large = clusters.filter { $0.pixels >= max(Self.leastElement, most / 4) }.map(\.box)
    guard large.count > 1, let first = large.first, large.allSatisfy({ $0.hasSize(of: first) })
    else { return [box] }
    return large.map {
      PixelBox(x: $0.x + box.x, y: $0.y + box.y, width: $0.width, height: $0.height)
    }
  }

  private static let copyLimit = 16

  /// Returns the boxes where exactly the same pixels are elsewhere and unchanged; for a label,
  /// those of its copies.
  ///
  /// - Parameter ink: The colour by which copies are found.
  func standingCopies(of ink: Pixel, in overlay: Overlay) -> [PixelBox] {
    guard step == 1, overlay.sameSize, let anchor = anchor(ink) else { return [] }
    var found: [PixelBox] = []
    overlay.withRows { before, after in
      let (bits, reach) = (before[Int(anchor.y)][Int(anchor.x)].bits, Int(anchor.count))
      for y in 0..<overlay.height where found.count < Self.copyLimit {
        let (row, other) = (before[y], after[y])
        // A copy of the anchor covers one of these places.
        for x in stride(from: reach - 1, to: overlay.width, by: reach)
        where row[x].bits == bits && other[x].bits == bits {
          var start = x
          while start > x - reach + 1, row[start - 1].bits == bits { start -= 1 }
          for left in start...x {
            let offset = SIMD2(left - Int(anchor.x), y - Int(anchor.y))
            guard isCopy(at: offset, before, after, in: overlay) else { continue }
            found.append(
              PixelBox(
                x: box.x + offset.x, y: box.y + offset.y, width: box.width, height: box.height))
          }
        }
      }
    }
    return found
  }

  /// Returns the longest stretch of approximately one colour, before the change.
  private func anchor(_ ink: Pixel) -> Stretch? {
    let distances = pairs.map { distance($0.before, ink) }
    guard let nearest = distances.min() else { return nil }
    let near = stretches.filter { distances[Int($0.pair)] <= nearest + Self.anchorTolerance }
    return near.max { $0.count < $1.count }
  }

  /// The maximum by which an anchor's colour is further off than the nearest, in levels.
  private static let anchorTolerance = 16

  private func isCopy(
    at offset: SIMD2<Int>, _ before: PixelRows, _ after: PixelRows, in overlay: Overlay
  ) -> Bool {
    let (left, top) = (box.x + offset.x, box.y + offset.y)
    guard left >= 0, top >= 0, left + box.width <= overlay.width,
      top + box.height <= overlay.height
    else { return false }
    return allSatisfy { place, _ in
      let bits = before[place.y][place.x].bits
      let copy = place &+ offset
      return before[copy.y][copy.x].bits == bits && after[copy.y][copy.x].bits == bits
    }
  }
}

extension RegionFinding {
  /// The minimum number of pixels of an unnamed change whose copies are looked for.
  private static let leastCopied = 24
  /// The longest side of an element that may be on a screen more than once.
  private static let largestCopied = 192
  /// The minimum difference between its ink and its main colour, in levels.
  private static let leastInk = 48

  /// Looks for the copies of what vanished, was recoloured, or became something without a name.
  mutating func findCopies(_ pixels: RegionPixels, _ overlay: Overlay) {
    switch kind {
    case .vanished(let colours), .recoloured(let colours):
      guard extent.isLikeText else { return }
      copies = pixels.standingCopies(of: colours.from, in: overlay)
    case .reshaped, .replaced:
      guard max(extent.box.width, extent.box.height) <= Self.largestCopied else { return }
      // Search by its most distinct colour, because plain ground is everywhere.
      let main = pixels.mainColour { $0.before }.colour
      let ink = pixels.pairs.max { distance($0.before, main) < distance($1.before, main) }?.before
      guard extent.pixels >= Self.leastCopied, let ink, distance(ink, main) >= Self.leastInk
      else { return }
      copies = pixels.standingCopies(of: ink, in: overlay)
    default: break
    }
  }
}

extension Overlay {
  /// The maximum deviation of a pixel from the ink, in levels.
  private static let inkTolerance = 4

  /// Returns the unchanged pixels of each ink; there may be at most eight inks.
  func standingPixels(of inks: [Pixel]) -> [ChangeMask] {
    var masks = inks.map { _ in ChangeMask(width: width, height: height) }
    func inksHeld(by colour: Pixel) -> UInt8 {
      inks.indices.reduce(0) {
        $0 | (distance(colour, inks[$1]) <= Self.inkTolerance ? 1 << UInt8($1) : 0)
      }
    }
    withRows { before, after in
      for y in 0..<height {
        let (row, other) = (before[y], after[y])
        var known = (bits: UInt32(0), inks: inksHeld(by: Pixel()))
        for x in 0..<width where row[x].bits == other[x].bits {
          if row[x].bits != known.bits {
            known = (row[x].bits, inksHeld(by: premultiplied(row[x])))
          }
          guard known.inks != 0 else { continue }
          for ink in inks.indices where known.inks & 1 << UInt8(ink) != 0 {
            masks[ink][x, y] = true
          }
        }
      }
    }
    return masks
  }

  /// The minimum number of pixels by which an ink borders on its new colour.
  private static let leastBorder = 8

  /// True if pixels around a box also changed from its ink to the new one.
  func borders(_ box: PixelBox, on colours: ChangeKind.ColourChange) -> Bool {
    let outer = box.grown(by: 1, width: width, height: height)
    var count = 0
    withRows { before, after in
      for y in outer.y..<outer.y + outer.height {
        let isInside = y >= box.y && y < box.y + box.height
        let columns = outer.x..<outer.x + outer.width
        for x in columns where !isInside || x < box.x || x >= box.x + box.width {
          guard distance(premultiplied(before[y][x]), colours.from) <= Self.inkTolerance,
            distance(premultiplied(after[y][x]), colours.to) <= Self.inkTolerance
          else { continue }
          count += 1
        }
      }
    }
    return count >= Self.leastBorder
  }
}

extension ChangeMask {
  /// The maximum number of elements to keep, and of runs of pixels in which to look for them.
  private static let elementLimit = 64
  private static let runLimit = 20_000
  private static let leastSide = 4

  /// The boxes of the marked elements, the largest first; nil if there are too many.
  var elements: [PixelBox]? {
    guard runCount <= Self.runLimit else { return nil }
    let boxes = LabelledRuns(Components(self)).clusters.map(\.box).filter {
      min($0.width, $0.height) >= Self.leastSide
    }
    return Array(boxes.sorted { $0.isOrdered(before: $1) }.prefix(Self.elementLimit))
  }
}

extension PixelBox {
  fileprivate func hasSize(of other: Self) -> Bool {
    func isNear(_ own: Int, _ its: Int) -> Bool { abs(own - its) <= 2 + max(own, its) / 10 }
    return isNear(width, other.width) && isNear(height, other.height)
  }

  /// Orders boxes by falling size, and equal ones from the top left.
  fileprivate func isOrdered(before other: Self) -> Bool {
    (other.width * other.height, y, x) < (width * height, other.y, other.x)
  }

  /// True if both boxes have the same size and, on each axis, the same distance from the start, the
  /// end or the middle of their pictures, within a pixel; mirrored for right-to-left screens.
  func isAnchored(as other: Self, in size: SIMD2<Int>, _ otherSize: SIMD2<Int>) -> Bool {
    guard abs(width - other.width) <= 1, abs(height - other.height) <= 1 else { return false }
    let (right, otherRight) = (size.x - x - width, otherSize.x - other.x - other.width)
    let (bottom, otherBottom) = (size.y - y - height, otherSize.y - other.y - other.height)
    func isNear(_ own: Int, _ its: Int) -> Bool { abs(own - its) <= 1 }
    return
      (isNear(x, other.x) || isNear(right, otherRight)
      || abs((x - right) - (other.x - otherRight)) <= 2 || isNear(x, otherRight))
      && (isNear(y, other.y) || isNear(bottom, otherBottom)
        || abs((y - bottom) - (other.y - otherBottom)) <= 2)
  }

  /// True if all sides are where another box has them, within a pixel.
  func isAt(_ other: Self) -> Bool {
    abs(x - other.x) <= 1 && abs(y - other.y) <= 1
      && abs(x + width - other.x - other.width) <= 1
      && abs(y + height - other.y - other.height) <= 1
  }
}

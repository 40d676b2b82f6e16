import DiffEngine
import Pixels

extension MovedContent {
  /// The maximum number of pixels within moved content that may stay in place.
  private static let stayedLimit = 4
  /// The minimum number of the 3 x 3 pixels around a moved one that moved with it.
  private static let leastAround = 6

  /// True if nothing within the moved parts stayed in place, such as a label on a moved button.
  func areWhole(_ parts: [Part], on ground: Pixel?) -> Bool {
    guard let ground, let first = parts.first else { return true }
    var changed = ChangeMask(width: area.width, height: area.height)
    for run in parts.flatMap(\.runs) {
      for x in run.columns { changed[x - area.x, run.row - area.y] = true }
    }
    let box = parts.reduce(first.box) { $0.union($1.box) }
    return stayed(in: box, changed, first.shift, on: ground) <= Self.stayedLimit
  }

  /// Returns the number of unchanged pixels of moved content that the shift would have changed. A
  /// solid bar that moved by less than its length changes only at its ends.
  ///
  /// Moved content is followed along the shift, from one change to where the ground begins.
  private func stayed(
    in box: PixelBox, _ changed: ChangeMask, _ shift: SIMD2<Int>, on ground: Pixel
  ) -> Int {
    let isAcross = abs(shift.x) >= abs(shift.y)
    let (lines, length) = isAcross ? (box.height, box.width) : (box.width, box.height)
    return overlay.withRows { before, after in
      var stayed = 0
      for line in 0..<lines {
        var (run, hasChange) = (0, false)
        for step in 0..<length {
          let place = SIMD2(box.x, box.y) &+ (isAcross ? SIMD2(step, line) : SIMD2(line, step))
          if changed[place.x - area.x, place.y - area.y] {
            hasChange = true
          } else if distance(premultiplied(before[place.y][place.x]), ground)
            > Self.groundTolerance
          {
            let isGone =
              hasMoved(place, shift, before, after) && hasMoved(place, 0 &- shift, after, before)
            run += isGone ? 0 : 1
          } else {
            stayed += hasChange ? run : 0
            (run, hasChange) = (0, false)
          }
        }
        stayed += hasChange ? run : 0
      }
      return stayed
    }
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

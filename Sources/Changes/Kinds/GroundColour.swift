import DiffEngine
import Pixels

extension Overlay {
  /// The colour that at least half of the unchanged pixels in and around a box have, premultiplied;
  /// nil where none has.
  ///
  /// By Boyer and Moore's majority vote, and a count of what won it.
  ///
  /// - Parameter margin: The distance around the box to look in, in pixels.
  func ground(of box: PixelBox, margin: Int) -> Pixel? {
    let area = box.grown(by: margin, width: width, height: height)
    // A few thousand pixels are enough.
    let step = max(1, Int((Double(area.width * area.height) / 2048).squareRoot()))
    var (winner, lead, total) = (Pixel(), 0, 0)
    forEachUnchanged(in: area, step) { pixel in
      total += 1
      if lead == 0 {
        (winner, lead) = (pixel, 1)
      } else {
        lead += pixel.bits == winner.bits ? 1 : -1
      }
    } until: { left in
      lead > left && 2 * lead >= total + left
    }
    // Every vote of the lead is the winner's: on a plain ground there is nothing left to count.
    var votes = lead
    if 2 * votes < total {
      votes = 0
      forEachUnchanged(in: area, step) { pixel in votes += pixel.bits == winner.bits ? 1 : 0 }
    }
    return total > 0 && 2 * votes >= total ? premultiplied(winner) : nil
  }

  /// - Parameter isSettled: Asked after each row, with how many pixels there may still be.
  @inline(__always)
  func forEachUnchanged(
    in box: PixelBox, _ step: Int, _ body: (Pixel) -> Void,
    until isSettled: (_ left: Int) -> Bool = { _ in false }
  ) {
    let (columns, rows) = ((box.width + step - 1) / step, (box.height + step - 1) / step)
    withRows { first, second in
      for number in 0..<rows {
        let y = box.y &+ number &* step
        let (row, other) = (first[y], second[y])
        var x = box.x
        while x < box.x + box.width {
          if row[x].bits == other[x].bits { body(row[x]) }
          x &+= step
        }
        if isSettled((rows &- number &- 1) &* columns) { return }
      }
    }
  }
}

extension PixelBox {
  /// Returns the box with a margin on every side, as far as the image goes.
  func grown(by margin: Int, width limit: Int, height limitDown: Int) -> PixelBox {
    let (left, top) = (max(0, x - margin), max(0, y - margin))
    let (right, bottom) = (min(limit, x + width + margin), min(limitDown, y + height + margin))
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }
}

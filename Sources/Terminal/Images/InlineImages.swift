import DiffEngine
import Essentials
import ReviewUI

/// An image and the cells that it covers.
package struct ImagePlace: Hashable, Sendable {
  package var number: UInt32
  package var rect: GridRect

  package init(number: UInt32, rect: GridRect) {
    (self.number, self.rect) = (number, rect)
  }
}

/// iTerm2's inline images: where they are, and when they must be sent again.
///
/// The terminal does not remember images by number. It draws them over cells, and writing to a cell
/// later erases that part of the image. So an image is sent after the cells of a frame, again
/// whenever those may have touched it, and followed by the cells that belong on top of it.
package enum InlineImages {
  package static func sequence(_ image: TerminalImage) -> String {
    "\u{1B}]1337;File=inline=1;width=\(image.cells.columns);height=\(image.cells.rows)"
      + ";preserveAspectRatio=0;doNotMoveCursor=1;size=\(image.png.count)"
      + ":\(Data(image.png).base64EncodedString())\u{07}"
  }

  /// Returns the places of the images that are visible in at least one cell.
  package static func places(of images: [TerminalImage], in grid: CellGrid) -> [ImagePlace] {
    var missing = Dictionary(images.map { ($0.number, $0.cells) }) { first, _ in first }
    var places: [ImagePlace] = []
    for row in 0..<grid.size.rows where !missing.isEmpty {
      for column in 0..<grid.size.columns {
        guard let part = ImagePlaceholder.part(of: grid[column, row]),
          let cells = missing.removeValue(forKey: part.image)
        else { continue }
        let rect = GridRect(
          column: column - part.column, row: row - part.row, width: cells.columns,
          height: cells.rows)
        places.append(ImagePlace(number: part.image, rect: rect))
      }
    }
    return places
  }

  /// Returns the places whose images must be sent: new ones, and those that the cells sent between
  /// two frames may have touched.
  ///
  /// - Parameters:
  ///   - places: The places in the new frame.
  ///   - shown: The places in the previous frame.
  ///   - old: The previous frame; nil if every cell is sent.
  package static func stale(
    _ places: [ImagePlace], shown: [ImagePlace], from old: CellGrid?, to new: CellGrid
  ) -> [ImagePlace] {
    guard let old, old.size == new.size else { return places }
    return places.filter { place in
      !shown.contains(place)
        || place.rect.rows.contains { row in
          // Between the first and the last change of a row, curses may send any cell.
          let sent = changed(row, from: old, to: new).clamped(to: place.rect.columns)
          return sent.contains { ImagePlaceholder.part(of: new[$0, row])?.image == place.number }
        }
    }
  }

  private static func changed(_ row: Int, from old: CellGrid, to new: CellGrid) -> Range<Int> {
    let differs = { (column: Int) in
      let (before, after) = (old[column, row], new[column, row])
      return before != after && !(before.isImagePlaceholder && after.isImagePlaceholder)
    }
    let columns = 0..<new.size.columns
    guard let first = columns.first(where: differs), let last = columns.last(where: differs)
    else { return 0..<0 }
    return first..<(last + 1)
  }

  /// Returns the sequence that moves the cursor to a cell.
  static func cursor(_ column: Int, _ row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

extension GridRect {
  fileprivate var rows: Range<Int> { row..<(row + height) }
  var columns: Range<Int> { column..<(column + width) }
}

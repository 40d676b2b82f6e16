import DiffEngine
import Essentials
import ReviewUI

/// An image and the cells that it stands over.
package struct ImagePlace: Hashable, Sendable {
  package var number: UInt32
  package var rect: GridRect

  package init(number: UInt32, rect: GridRect) {
    (self.number, self.rect) = (number, rect)
  }
}

/// iTerm2's inline images: where they stand, and when they must be sent again.
///
/// The terminal knows no image by a number. It draws what is sent over cells, and what is written
/// into a cell later takes its part of the image away. So an image goes out after the cells of a
/// frame, again whenever those may have touched it, and then the cells that stand on it.
package enum InlineImages {
  package static func sequence(_ image: TerminalImage) -> String {
    "\u{1B}]1337;File=inline=1;width=\(image.cells.columns);height=\(image.cells.rows)"
      + ";preserveAspectRatio=0;doNotMoveCursor=1;size=\(image.png.count)"
      + ":\(Data(image.png).base64EncodedString())\u{07}"
  }

  /// Returns the places of the images that are seen, if only in one cell.
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

  /// Returns the places whose images must be sent: what was not there before, and what the cells
  /// between two frames may have touched.
  ///
  /// - Parameters:
  ///   - places: Those of the new frame.
  ///   - shown: Those of the frame before.
  ///   - old: The frame before; nil if every cell is sent.
  package static func stale(
    _ places: [ImagePlace], shown: [ImagePlace], from old: CellGrid?, to new: CellGrid
  ) -> [ImagePlace] {
    guard let old, old.size == new.size else { return places }
    return places.filter { place in
      !shown.contains(place)
        || place.rect.rows.contains { row in
          // From the first to the last change of a row curses may send any cell.
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

  /// The sequence that puts the cursor at a cell.
  static func cursor(_ column: Int, _ row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}

extension GridRect {
  fileprivate var rows: Range<Int> { row..<(row + height) }
  var columns: Range<Int> { column..<(column + width) }
}

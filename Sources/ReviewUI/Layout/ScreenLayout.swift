import DiffEngine
import Pixels

/// The positions of all parts on a screen of a given size.
package struct ScreenLayout: Hashable, Sendable {
  package static let smallest = GridSize(columns: 40, rows: 12)

  package var header: GridRect
  /// A line of text below the header; empty if there is none.
  var introduction: GridRect
  package var list: GridRect?
  /// The line between the list and the images; nil if there is none.
  package var divider: GridRect?
  package var images: GridRect
  /// Case, strategy and keys, one line each.
  package var status: GridRect
  private let screen: GridSize

  /// The screen width from which the list is on the left of the images instead of above them.
  private static let wide = 72
  /// The screen width from which the list has room for pictures.
  static let pictured = 110

  /// - Parameters:
  ///   - hasPictures: True if the list shows pictures when there is room for them.
  ///   - listWidth: The width of the list; nil uses a share of the screen.
  ///   - introduces: True if a line below the header explains words.
  init(
    _ size: GridSize, showsList: Bool, hasPictures: Bool = false, listWidth: Int? = nil,
    introduces: Bool = false
  ) {
    screen = size
    let top = introduces ? 2 : 1
    introduction = GridRect(column: 0, row: 1, width: size.columns, height: top - 1)
    header = GridRect(column: 0, row: 0, width: size.columns, height: 1)
    status = GridRect(column: 0, row: size.rows - 3, width: size.columns, height: 3)
    let body = GridRect(column: 0, row: top, width: size.columns, height: size.rows - 3 - top)
    guard showsList else {
      images = body
      return
    }
    if size.columns >= Self.wide {
      let width =
        listWidth.map { min(max($0, 12), size.columns - 42) }
        ?? (!hasPictures
          ? min(max(size.columns * 22 / 100, 27), 44)
          : size.columns >= Self.pictured
            ? min(size.columns * 37 / 100, 70) : size.columns * 43 / 100)
      list = GridRect(column: 0, row: body.row, width: width, height: body.height)
      divider = GridRect(column: width, row: body.row, width: 1, height: body.height)
      images = GridRect(
        column: width + 1, row: body.row, width: body.width - width - 1, height: body.height)
    } else {
      let height = max(body.height / 4, 2)
      list = GridRect(column: 0, row: body.row, width: body.width, height: height)
      divider = GridRect(column: 0, row: body.row + height, width: body.width, height: 1)
      images = GridRect(
        column: 0, row: body.row + height + 1, width: body.width,
        height: body.height - height - 1)
    }
  }

  /// Creates the layout with a question below the images, so that it covers none of them.
  init(_ size: GridSize, question rows: Int) {
    self.init(size, showsList: false)
    let rows = min(rows, max(size.rows - 5, 1))
    status = GridRect(column: 0, row: size.rows - rows, width: size.columns, height: rows)
    images.height = size.rows - rows - images.row
  }

  /// The landscape's window, which covers the images.
  var landscape: GridRect {
    // On a small screen the image area is too small, so use all but the bottom line.
    if images.height < 25 || images.width < 76 {
      return GridRect(column: 0, row: 0, width: screen.columns, height: min(screen.rows - 1, 23))
    }
    // One or two rows for each cluster size.
    return GridRect(
      column: images.column + 1, row: images.row + 1, width: min(images.width - 2, 152),
      height: images.height < 40 ? 23 : 38)
  }
}

/// One pane of the image area: a title line, a gutter on the left, and the picture.
struct ImagePane: Hashable, Sendable {
  var rect: GridRect

  var title: GridRect { rect.line(0) }
  var gutter: GridRect {
    GridRect(column: rect.column, row: rect.row + 1, width: 1, height: rect.height - 1)
  }
  var picture: GridRect {
    GridRect(
      column: rect.column + 1, row: rect.row + 1, width: rect.width - 1, height: rect.height - 1)
  }
  /// The size in half cells: as many across as columns, twice as many down as rows.
  var halves: PixelSize {
    PixelSize(width: max(picture.width, 1), height: max(picture.height * 2, 1))
  }
}

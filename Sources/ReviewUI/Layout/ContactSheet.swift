import DiffEngine
import Pixels

/// The style in which the contact sheet shows its cases.
struct SheetStyle: Hashable, Sendable {
  /// The approximate widths of a tile, in columns.
  private static let widths = [18, 24, 32, 44, 60]

  private var step = 2
  /// True if each case is shown whole; false for only the region that changes most.
  var isWhole = false
  /// The first row of tiles in sight.
  var top = 0

  var width: Int { Self.widths[step] }

  mutating func resize(_ direction: Int) {
    step = min(max(step + direction, 0), Self.widths.count - 1)
  }
}

/// The layout of the contact sheet: tiles of one size, each with a picture and a line of text.
struct ContactSheet: Hashable, Sendable {
  struct Tile: Hashable, Sendable {
    /// The tile's rank among the cases of the sheet.
    var rank: Int
    var rect: GridRect
    var picture: GridRect
    var caption: GridRect
  }

  let columns: Int
  let rows: Int
  private let area: GridRect
  private let tile: GridSize

  init(_ style: SheetStyle, in area: GridRect) {
    self.area = area
    columns = max((area.width + 2 * style.width / 3) / style.width, 1)
    let width = area.width / columns
    rows = max(area.height / (width / 3 + 2), 1)
    tile = GridSize(columns: width, rows: area.height / rows)
  }

  /// - Parameter tile: The size of every tile.
  init(tile: GridSize, in area: GridRect) {
    (self.area, self.tile) = (area, tile)
    (columns, rows) = (max(area.width / tile.columns, 1), max(area.height / tile.rows, 1))
  }

  /// The size of a picture in half cells.
  var halves: PixelSize {
    let picture = picture(at: area)
    return PixelSize(width: max(picture.width, 1), height: max(2 * picture.height, 1))
  }

  /// Returns the tiles in sight if there are `count` cases.
  func tiles(_ count: Int, top: Int) -> [Tile] {
    (top * columns..<max(min((top + rows) * columns, count), top * columns)).map { rank in
      let place = rank - top * columns
      let rect = GridRect(
        column: area.column + place % columns * tile.columns,
        row: area.row + place / columns * tile.rows, width: tile.columns, height: tile.rows)
      return Tile(
        rank: rank, rect: rect, picture: picture(at: rect), caption: rect.line(tile.rows - 1))
    }
  }

  private func picture(at rect: GridRect) -> GridRect {
    GridRect(
      column: rect.column + 1, row: rect.row, width: tile.columns - 2,
      height: max(tile.rows - 1, 1))
  }

  /// Returns the rank of the tile at a position on the screen, even if it holds no case.
  func rank(column: Int, row: Int, top: Int) -> Int {
    let across = min((column - area.column) / max(tile.columns, 1), columns - 1)
    return (top + (row - area.row) / max(tile.rows, 1)) * columns + across
  }
}

import DiffEngine
import Pixels

struct PaneGrid {
  var columns: Int
  var rows: Int

  static func all(_ count: Int) -> [PaneGrid] {
    [PaneGrid(columns: count, rows: 1), PaneGrid(columns: 1, rows: count)]
      + (count == 3 ? [PaneGrid(columns: 2, rows: 2)] : [])
  }

  func pane(in room: GridRect) -> GridSize {
    GridSize(
      columns: max((room.width - (columns - 1)) / max(columns, 1), 1),
      rows: max(room.height / max(rows, 1), 1))
  }

  /// Returns the samples per image pixel in the space that the gutter and the title leave.
  func scale(_ image: PixelSize, in room: GridRect, _ cell: PixelSize) -> Double {
    let pane = pane(in: room)
    guard pane.columns > 1, pane.rows > 1 else { return 0 }
    return Viewport.fitScale(
      image,
      samples: PixelSize(
        width: (pane.columns - 1) * cell.width, height: (pane.rows - 1) * cell.height))
  }

  func places(_ count: Int, in room: GridRect) -> [GridRect] {
    places(count, pane(in: room), in: room)
  }

  /// Returns areas no larger than the image needs.
  func fitted(_ count: Int, _ image: PixelSize, in room: GridRect, _ cell: PixelSize) -> [GridRect]
  {
    let (most, scale) = (pane(in: room), scale(image, in: room, cell))
    let across = Int((Double(image.width) * scale / Double(cell.width)).rounded(.up))
    let down = Int((Double(image.height) * scale / Double(cell.height)).rounded(.up))
    let pane = GridSize(columns: min(most.columns, across + 1), rows: min(most.rows, down + 1))
    return places(count, pane, in: room)
  }

  private func places(_ count: Int, _ pane: GridSize, in room: GridRect) -> [GridRect] {
    (0..<count).map { place in
      GridRect(
        column: room.column + place % columns * (pane.columns + 1),
        row: room.row + place / columns * pane.rows, width: pane.columns, height: pane.rows)
    }
  }
}

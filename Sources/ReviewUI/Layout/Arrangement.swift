import DiffEngine
import Pixels

/// The division of the room for images among the panes of a case and its close-ups.
///
/// Panes stand in columns, in rows or two by two, whichever shows the image largest. With close-ups
/// it is the arrangement of which most shows something, as long as the image keeps half of its
/// scale; an image that is seen pixel for pixel gives up a quarter at most, and nothing if it is
/// alone.
struct Arrangement: Hashable, Sendable {
  var panes: [ImagePane]
  /// The room for close-ups; nil if none is left or none are wanted.
  var closeUps: GridRect?

  /// The part of the largest scale that is kept.
  private static let (least, leastOfExact) = (0.5, 0.75)
  /// The smallest room for close-ups: a title, a picture of three rows and a caption.
  private static let smallest = GridSize(columns: 24, rows: 5)

  /// - Parameters:
  ///   - image: The size of the image in every pane; nil gives the panes all the room.
  ///   - cell: The samples of a cell, across and down.
  init(
    _ count: Int, of image: PixelSize?, in room: GridRect, cell: PixelSize, wantsCloseUps: Bool
  ) {
    guard let image, image.width > 0, image.height > 0 else {
      self.init(whole: Grid(columns: count, rows: 1), count, in: room)
      return
    }
    let grids =
      [Grid(columns: count, rows: 1), Grid(columns: 1, rows: count)]
      + (count == 3 ? [Grid(columns: 2, rows: 2)] : [])
    func scale(_ grid: Grid, _ room: GridRect) -> Double { grid.scale(image, in: room, cell) }
    // The first of several equal ones.
    let largest = grids.reversed().max { scale($0, room) < scale($1, room) }!
    let best = scale(largest, room)
    let candidates =
      wantsCloseUps && (count > 1 || best < 1)
      ? grids.flatMap { grid in
        let shares = [0.2, 0.35, 0.5, 0.65]
        return (shares.map(room.narrowed) + shares.map(room.lowered) + [room]).compactMap { part in
          Arrangement(grid, count, of: image, in: part, leaving: room, cell)
            .map { (scale: scale(grid, part), arrangement: $0) }
        }
      } : []
    let least = best < 1 ? Self.least : Self.leastOfExact
    let fits = candidates.filter { $0.scale >= least * best }
    func shown(_ scale: Double, _ arrangement: Arrangement) -> Double {
      if best >= 1 { return scale }
      let rest = arrangement.closeUps.map { $0.width * $0.height * cell.width * cell.height } ?? 0
      return scale * scale * Double(count * image.width * image.height) + Double(rest)
    }
    if let fits = fits.reversed().max(by: { shown($0.0, $0.1) < shown($1.0, $1.1) }) {
      self = fits.arrangement
    } else {
      self.init(whole: largest, count, in: room)
    }
  }

  /// Panes that take all of the room.
  private init(whole grid: Grid, _ count: Int, in room: GridRect) {
    panes = grid.places(count, grid.pane(in: room), in: room).map(ImagePane.init)
  }

  /// Creates panes as large as the image needs within `part` of the room; nil if the rest is too
  /// small for close-ups.
  private init?(
    _ grid: Grid, _ count: Int, of image: PixelSize, in part: GridRect, leaving room: GridRect,
    _ cell: PixelSize
  ) {
    let most = grid.pane(in: part)
    let scale = grid.scale(image, in: part, cell)
    guard scale > 0 else { return nil }
    let across = Int((Double(image.width) * scale / Double(cell.width)).rounded(.up))
    let down = Int((Double(image.height) * scale / Double(cell.height)).rounded(.up))
    let pane = GridSize(columns: min(most.columns, across + 1), rows: min(most.rows, down + 1))
    let places = grid.places(count, pane, in: room)
    let (right, bottom) = (places.map(\.right).max()! + 1, places.map(\.bottom).max()!)
    var rests = [
      GridRect(
        column: right, row: room.row, width: room.right - right, height: room.height),
      GridRect(
        column: room.column, row: bottom, width: room.width, height: room.bottom - bottom),
    ]
    if count < grid.columns * grid.rows, let last = places.last {
      let column = last.right + 1
      rests.append(
        GridRect(
          column: column, row: last.row, width: room.right - column,
          height: room.bottom - last.row))
    }
    let usable = rests.filter {
      $0.width >= Self.smallest.columns && $0.height >= Self.smallest.rows
    }
    guard let rest = usable.max(by: { $0.width * $0.height < $1.width * $1.height }) else {
      return nil
    }
    panes = places.map(ImagePane.init)
    closeUps = rest
  }
}

/// Panes in columns and rows, a column apart.
private struct Grid {
  var columns: Int
  var rows: Int

  func pane(in room: GridRect) -> GridSize {
    GridSize(
      columns: max((room.width - (columns - 1)) / max(columns, 1), 1),
      rows: max(room.height / max(rows, 1), 1))
  }

  /// Returns the samples per pixel of the image, beside the gutter and below the title.
  func scale(_ image: PixelSize, in room: GridRect, _ cell: PixelSize) -> Double {
    let pane = pane(in: room)
    guard pane.columns > 1, pane.rows > 1 else { return 0 }
    return Viewport.fitScale(
      image,
      samples: PixelSize(
        width: (pane.columns - 1) * cell.width, height: (pane.rows - 1) * cell.height))
  }

  func places(_ count: Int, _ pane: GridSize, in room: GridRect) -> [GridRect] {
    (0..<count).map { place in
      GridRect(
        column: room.column + place % columns * (pane.columns + 1),
        row: room.row + place / columns * pane.rows, width: pane.columns, height: pane.rows)
    }
  }
}

extension GridRect {
  fileprivate var right: Int { column + width }
  fileprivate var bottom: Int { row + height }

  /// Returns the rectangle without a share at the right.
  fileprivate func narrowed(by share: Double) -> GridRect {
    GridRect(column: column, row: row, width: width - Int(Double(width) * share), height: height)
  }

  /// Returns the rectangle without a share at the bottom.
  fileprivate func lowered(by share: Double) -> GridRect {
    GridRect(column: column, row: row, width: width, height: height - Int(Double(height) * share))
  }
}

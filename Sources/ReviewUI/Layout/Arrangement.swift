import Changes
import DiffEngine
import Pixels

/// The division of the image area among the panes of a case and its close-ups: of all divisions
/// tried, the one that shows the change largest.
///
/// Panes are in columns, in rows or two by two; with three panes, both sides may be large and the
/// difference small, and one side alone is large if the change is everywhere. With close-ups, it is
/// the arrangement that fills most of the area, as long as the close-ups are larger than the image
/// and the image keeps half of its scale; an image shown pixel for pixel gives up a quarter at
/// most, and nothing if it is alone.
struct Arrangement: Hashable, Sendable {
  var panes: [ImagePane]
  /// The pane that determines zoom and position: one of the largest.
  var main = 0
  /// The area for close-ups; nil if none is left or none are wanted.
  var closeUps: GridRect?
  /// The scale of the image if it has the whole area.
  var wholeScale = 0.0

  /// The strongest change, as far as it is known.
  enum Sight: Hashable, Sendable {
    case unknown, nothing
    case region(ChangeRegion)
  }

  /// The minimum share of the largest scale to keep; the second is for pixel-for-pixel images.
  private static let (least, leastOfExact) = (0.5, 0.75)
  /// The smallest area for close-ups: a title, a picture of three rows and a caption.
  private static let smallest = GridSize(columns: 24, rows: 5)
  /// The minimum share of an image at which a change counts as everywhere.
  private static let everywhere = 0.6
  /// The minimum share of its box at which a change is visible without a close-up. Lines and
  /// letters all over a plot stay below it.
  private static let dense = 0.2

  /// - Parameters:
  ///   - count: The number of pictures of the case; the actual follows the reference.
  ///   - image: The size of the image in every pane; nil gives the panes the whole area.
  ///   - cell: The size of a cell in samples.
  ///   - closeUps: The number of pictures in a close-up; 0 if none are wanted.
  init(
    _ count: Int, of image: PixelSize?, in room: GridRect, cell: PixelSize, change: Sight,
    closeUps: Int
  ) {
    guard let image, image.width > 0, image.height > 0 else {
      self.init(PaneGrid(columns: count, rows: 1).places(count, in: room))
      return
    }
    var isEverywhere = false
    if case .region(let region) = change {
      let area = Double(region.box.width * region.box.height)
      isEverywhere =
        area >= Self.everywhere * Double(image.width * image.height)
        && Double(region.mismatched) >= Self.dense * area
    }
    let whole = Self.largest(count, image, in: room, cell, isEverywhere: isEverywhere)
    let isWanted = closeUps > 0 && change != .nothing && !isEverywhere
    var chosen: Scaled?
    if isWanted, count > 1 || whole.scale < 1 {
      let best = PaneGrid.all(count).map { $0.scale(image, in: room, cell) }.max() ?? 0
      var most = 0.0
      for one in Self.withCloseUps(count, image, in: room, cell, best: best)
      where one.scale >= Self.least * whole.scale {
        let shown = one.arrangement.closeUpScale(
          of: change, image, cell, one.scale, whole.scale, pictures: closeUps)
        if let shown, shown > 1.05 * most { (chosen, most) = (one, shown) }
      }
    }
    self = (chosen ?? whole).arrangement
    wholeScale = whole.scale
  }

  private init(_ places: [GridRect], main: Int = 0) {
    (panes, self.main) = (places.map(ImagePane.init), main)
  }

  private typealias Scaled = (scale: Double, arrangement: Arrangement)

  // MARK: Without close-ups

  /// Returns the arrangement in the whole area that shows both sides largest; one side alone only
  /// if that gains a third.
  private static func largest(
    _ count: Int, _ image: PixelSize, in room: GridRect, _ cell: PixelSize, isEverywhere: Bool
  ) -> Scaled {
    let all = PaneGrid.all(count).map { grid -> Scaled in
      (grid.scale(image, in: room, cell), Arrangement(grid.places(count, in: room)))
    }
    let shares = [0.15, 0.2, 0.25, 1.0 / 3]
    let pairs =
      count == 3 ? shares.flatMap { Self.pairs(image, in: room, cell, smallPart: $0) } : []
    var best = all[0]
    for one in all where one.scale > best.scale { best = one }
    let least = 1.1 * best.scale
    for one in pairs where one.scale >= least && one.scale > best.scale { best = one }
    guard isEverywhere, count > 1 else { return best }
    let leastOfOthers = Self.leastOfOthers * best.scale
    for share in shares {
      for (one, small) in lone(count, image, in: room, cell, smallPart: share)
      where small >= leastOfOthers
        && one.scale > best.scale * (best.arrangement.main == 1 ? 1 : 1.3)
      {
        best = one
      }
    }
    return best
  }

  /// Returns arrangements with both sides large and the difference below or beside them.
  private static func pairs(
    _ image: PixelSize, in room: GridRect, _ cell: PixelSize, smallPart share: Double
  ) -> [Scaled] {
    let (left, above) = (room.narrowed(by: share), room.lowered(by: share))
    let parts = [(left, room.right(of: left)), (above, room.below(above))]
    // A title alone shows nothing.
    return parts.filter { $1.height > 2 && $1.width > 4 }.flatMap { large, small in
      [PaneGrid(columns: 2, rows: 1), PaneGrid(columns: 1, rows: 2)].map { grid in
        let places = grid.fitted(2, image, in: large, cell)
        return (
          grid.scale(image, in: large, cell), Arrangement(places + [room.rest(of: places, small)])
        )
      }
    }
  }

  /// The minimum scale of the panes beside a large actual, relative to two equal panes: the change
  /// must be visible in both sides.
  private static let leastOfOthers = 0.6

  /// Returns arrangements with a large actual, the other panes small, and the scale of these.
  private static func lone(
    _ count: Int, _ image: PixelSize, in room: GridRect, _ cell: PixelSize, smallPart share: Double
  ) -> [(Scaled, small: Double)] {
    let one = PaneGrid(columns: 1, rows: 1)
    let (left, above) = (room.narrowed(by: share), room.lowered(by: share))
    let others = count - 1
    return [
      (left, room.right(of: left), PaneGrid(columns: 1, rows: others)),
      (above, room.below(above), PaneGrid(columns: others, rows: 1)),
    ].map { large, small, grid in
      let place = one.fitted(1, image, in: large, cell)
      let rest = room.rest(of: place, small)
      var places = grid.places(others, in: rest)
      places.insert(place[0], at: 1)
      return (
        (one.scale(image, in: large, cell), Arrangement(places, main: 1)),
        grid.scale(image, in: rest, cell)
      )
    }
  }

  // MARK: With close-ups

  /// Returns the arrangements that leave room for close-ups, those that show most first.
  private static func withCloseUps(
    _ count: Int, _ image: PixelSize, in room: GridRect, _ cell: PixelSize, best: Double
  ) -> [Scaled] {
    let shares = [0.2, 0.35, 0.5, 0.65]
    let parts = shares.map(room.narrowed) + shares.map(room.lowered) + [room]
    let all = PaneGrid.all(count).flatMap { grid in
      parts.compactMap { part -> Scaled? in
        let scale = grid.scale(image, in: part, cell)
        guard scale > 0, scale >= (best < 1 ? least : leastOfExact) * best else { return nil }
        return Arrangement(grid, count, of: image, in: part, leaving: room, cell).map {
          (scale, $0)
        }
      }
    }
    func shown(_ one: Scaled) -> Double {
      if best >= 1 { return one.scale }
      let rest =
        one.arrangement.closeUps.map { $0.width * $0.height * cell.width * cell.height } ?? 0
      return one.scale * one.scale * Double(count * image.width * image.height) + Double(rest)
    }
    let areas = all.map(shown)
    return all.indices.sorted { (areas[$1], $0) < (areas[$0], $1) }.map { all[$0] }
  }

  /// Returns the scale of a change's close-up, less if that cuts the change in its shorter side; nil
  /// unless it is larger than the image beside it, and than the image in the whole area. A part of
  /// the change must be much larger.
  private func closeUpScale(
    of change: Sight, _ image: PixelSize, _ cell: PixelSize, _ scale: Double, _ whole: Double,
    pictures: Int
  ) -> Double? {
    guard case .region(let region) = change, let closeUps else {
      return change == .unknown ? 1 : nil
    }
    let slots = CloseUps(
      [region], count: pictures, selected: nil, of: image, in: closeUps, cell: cell, beside: scale,
      over: whole
    ).slots
    guard let slot = slots.first else { return nil }
    let (shown, box) = (slot.region, region.box)
    let isPart = !shown.holds(box)
    let visible =
      box.width < box.height
      ? shown.width / Double(box.width) : shown.height / Double(box.height)
    let covers =
      shown.width >= 0.8 * Double(image.width) && shown.height >= 0.8 * Double(image.height)
    let least = (isPart ? 2.5 : CloseUps.enlargement) * max(scale, whole)
    return covers || slot.scale < least ? nil : slot.scale * min(visible, 1)
  }

  /// Creates panes as large as the image needs within `part` of the area; nil if the rest is too
  /// small for close-ups.
  private init?(
    _ grid: PaneGrid, _ count: Int, of image: PixelSize, in part: GridRect, leaving room: GridRect,
    _ cell: PixelSize
  ) {
    let places = grid.fitted(count, image, in: part, cell)
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

extension GridRect {
  fileprivate var right: Int { column + width }
  fileprivate var bottom: Int { row + height }

  fileprivate func narrowed(by share: Double) -> GridRect {
    GridRect(column: column, row: row, width: width - Int(Double(width) * share), height: height)
  }

  fileprivate func lowered(by share: Double) -> GridRect {
    GridRect(column: column, row: row, width: width, height: height - Int(Double(height) * share))
  }

  /// Returns the area to the right of a part, one column apart.
  fileprivate func right(of part: GridRect) -> GridRect {
    GridRect(column: part.right + 1, row: row, width: right - part.right - 1, height: height)
  }

  fileprivate func below(_ part: GridRect) -> GridRect {
    GridRect(column: column, row: part.bottom, width: width, height: bottom - part.bottom)
  }

  /// Returns a part at the right or lower end, extended towards some places as far as possible.
  fileprivate func rest(of places: [GridRect], _ part: GridRect) -> GridRect {
    let (right, bottom) = (places.map(\.right).max() ?? column, places.map(\.bottom).max() ?? row)
    let isBeside = part.row == row
    return GridRect(
      column: isBeside ? min(right + 1, part.column) : part.column,
      row: isBeside ? part.row : min(bottom, part.row),
      width: isBeside ? self.right - min(right + 1, part.column) : part.width,
      height: isBeside ? part.height : self.bottom - min(bottom, part.row))
  }
}

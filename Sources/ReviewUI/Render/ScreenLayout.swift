import Catalog
import DiffEngine

/// Where everything stands on a screen of a given size.
public struct ScreenLayout: Hashable, Sendable {
  public static let smallest = Size(columns: 40, rows: 12)

  public var header: Rect
  /// The list; nil where it is hidden.
  public var list: Rect?
  /// The line between the list and the images; nil where there is none.
  public var divider: Rect?
  public var images: Rect
  /// Case, strategy and keys, one line each.
  public var status: Rect

  /// Lays the screen out: the list on the left, or above the images where the terminal is narrow.
  init(_ size: Size, showsList: Bool) {
    header = Rect(column: 0, row: 0, width: size.columns, height: 1)
    status = Rect(column: 0, row: size.rows - 3, width: size.columns, height: 3)
    let body = Rect(column: 0, row: 1, width: size.columns, height: size.rows - 4)
    guard showsList else {
      images = body
      return
    }
    if size.columns >= 72 {
      let width = min(max(size.columns * 22 / 100, 27), 44)
      list = Rect(column: 0, row: body.row, width: width, height: body.height)
      divider = Rect(column: width, row: body.row, width: 1, height: body.height)
      images = Rect(
        column: width + 1, row: body.row, width: body.width - width - 1, height: body.height)
    } else {
      let height = max(body.height / 4, 2)
      list = Rect(column: 0, row: body.row, width: body.width, height: height)
      divider = Rect(column: 0, row: body.row + height, width: body.width, height: 1)
      images = Rect(
        column: 0, row: body.row + height + 1, width: body.width,
        height: body.height - height - 1)
    }
  }

  /// Equal panes side by side, a column apart.
  func panes(_ count: Int) -> [Rect] {
    let width = max((images.width - (count - 1)) / max(count, 1), 1)
    return (0..<count).map {
      Rect(
        column: images.column + $0 * (width + 1), row: images.row, width: width,
        height: images.height)
    }
  }
}

/// One pane of the image area: a title line, a gutter on the left, and the picture.
struct ImagePane: Hashable, Sendable {
  var rect: Rect

  var title: Rect { rect.line(0) }
  var gutter: Rect {
    Rect(column: rect.column, row: rect.row + 1, width: 1, height: rect.height - 1)
  }
  var picture: Rect {
    Rect(column: rect.column + 1, row: rect.row + 1, width: rect.width - 1, height: rect.height - 1)
  }
  /// Half cells: as many across as columns, twice as many down as rows.
  var halves: PixelSize {
    PixelSize(width: max(picture.width, 1), height: max(picture.height * 2, 1))
  }
}

extension ReviewState {
  public var layout: ScreenLayout { ScreenLayout(size, showsList: isListShown) }

  /// What each pane shows of the selected case, from left to right.
  var paneSources: [PictureRequest.Source] {
    guard let current else { return [] }
    switch current.reading {
    case .images: return pairSources(strategy(of: current))
    case .oneSided(let facts) where facts.size != nil:
      return current.snapshot.difference == nil
        ? [.side(facts.side)] : [.side(facts.side), .recorded]
    default: return []
    }
  }

  private func pairSources(_ strategy: Strategy) -> [PictureRequest.Source] {
    switch view {
    case .triple: [.side(.reference), .side(.actual), .difference(difference, strategy)]
    case .sideBySide: [.side(.reference), .side(.actual)]
    case .flip: [.side(side)]
    case .swipe: [.swipe(edge: edge)]
    case .onion: [.onion(opacity: opacity)]
    case .difference: [.difference(difference, strategy)]
    case .heat: [.difference(.heat, strategy)]
    }
  }

  var imagePanes: [ImagePane] {
    layout.panes(max(paneSources.count, 1)).map(ImagePane.init)
  }

  /// Half cells of every pane: they are all of one size.
  var paneHalves: PixelSize { imagePanes[0].halves }

  /// What zoom and place count in: the terminal's own pixels where it draws pictures itself, else
  /// half cells.
  var cellSamples: PixelSize { graphics?.cell ?? PixelSize(width: 1, height: 2) }

  var paneSamples: PixelSize {
    let (halves, cell) = (paneHalves, cellSamples)
    return PixelSize(
      width: halves.width * cell.width, height: max(halves.height / 2, 1) * cell.height)
  }

  /// The part of the image that every pane shows; nil where there is no image.
  var region: PixelRegion? {
    current?.canvas.map { viewport.region($0, samples: paneSamples) }
  }
}

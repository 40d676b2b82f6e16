import Catalog
import DiffEngine
import Pixels
import Review

extension ReviewState {
  package var layout: ScreenLayout {
    ScreenLayout(
      size, showsList: isListShown, hasPictures: shownOrder == .cause, listWidth: listWidth)
  }

  /// The sources of the panes for the selected case, from left to right.
  var paneSources: [PictureRequest.Source] {
    guard let current else { return [] }
    switch current.reading {
    case .images where current.isPair: return pairSources(strategy(of: current))
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
    case .all: []
    }
  }

  var imagePanes: [ImagePane] { arrangement.panes }

  private var arrangement: Arrangement {
    return Arrangement(
      max(paneSources.count, 1), of: canvas, in: imageParts.case, cell: cellSamples,
      wantsCloseUps: current?.isPair == true)
  }

  /// The sources of a close-up: both sides, or what a view shows instead of them.
  var closeUpSources: [PictureRequest.Source] {
    view == .triple || view == .sideBySide ? [.side(.reference), .side(.actual)] : paneSources
  }

  /// The regions that stand beside the whole image; nil where there is no room for them.
  var closeUps: CloseUps? {
    guard let canvas, let rect = arrangement.closeUps else { return nil }
    return CloseUps(
      regions, count: closeUpSources.count, selected: chosenRegion, of: canvas, in: rect,
      cell: cellSamples)
  }

  /// The half cells of a pane; all panes have the same size.
  var paneHalves: PixelSize { imagePanes[0].halves }

  /// The samples of a cell, in which zoom and position count: the terminal's own pixels if it draws
  /// pictures itself, else half cells.
  var cellSamples: PixelSize { terminal.graphics?.cell ?? PixelSize(width: 1, height: 2) }

  var paneSamples: PixelSize { samples(paneHalves) }

  /// Returns the size of some half cells in samples.
  func samples(_ halves: PixelSize) -> PixelSize {
    let cell = cellSamples
    return PixelSize(
      width: halves.width * cell.width, height: max(halves.height / 2, 1) * cell.height)
  }

  /// The size of the canvas on which both images are shown, aligned top left: the larger of both
  /// sizes, or as high as the aligned rows.
  var canvas: PixelSize? {
    guard let whole = current?.canvas, let alignment else { return current?.canvas }
    return PixelSize(width: whole.width, height: alignment.height)
  }

  /// The rows that were inserted or deleted in the case on screen; nil where none are known.
  var movedRows: RowAlignment? {
    guard let known = drawn.movedRows, known.item == selection,
      known.revision == current?.revision
    else { return nil }
    return known.alignment
  }

  /// `movedRows` while those rows are taken out of the view; otherwise nil.
  var alignment: RowAlignment? { isAligned ? movedRows : nil }

  mutating func toggleAlignment() {
    guard isAligned || movedRows != nil else {
      message = Message(.news, "Rows are only taken out where nearly all of the others are equal.")
      return
    }
    isAligned.toggle()
    (chosenRegion, loupe, viewport) = (nil, nil, Viewport())
  }

  /// The part of the image that every pane shows; nil where there is no image.
  var region: PixelRegion? {
    canvas.map { viewport.region($0, samples: paneSamples) }
  }

  var landscapePlane: LandscapePlane {
    LandscapePlane(
      in: layout.landscape.inside, legend: landscapeLines.count, deltaE: strategy.deltaE,
      size: strategy.effectiveClusterSize, reach: (charting.answer ?? .none).reach)
  }
}

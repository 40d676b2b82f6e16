import Catalog
import Changes
import DiffEngine
import Pixels
import Review

extension ReviewState {
  package var layout: ScreenLayout {
    if let question {
      return ScreenLayout(size, question: questionLines(question, width: size.columns).count)
    }
    return ScreenLayout(
      size, showsList: isListShown, hasPictures: order == .cause, listWidth: listWidth,
      introduces: isIntroduced)
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
    Arrangement(
      max(paneSources.count, 1), of: canvas, in: imageParts.case, cell: cellSamples,
      change: strongestChange, closeUps: current?.isPair == true ? closeUpSources.count : 0)
  }

  /// The strongest change of the case on screen: by its regions or, until these are known, by the
  /// evidence for its cause, so that nothing moves once they are.
  private var strongestChange: Arrangement.Sight {
    if let known = drawn.regions, known.request.item == selection,
      known.request.revision == current?.revision
    {
      return known.regions.first.map(Arrangement.Sight.region) ?? .nothing
    }
    guard case .image(let signature) = current?.change?.ofFiles else { return .unknown }
    let regions = signature.change.regions
    let most = regions.map(\.maxDeltaE).max() ?? 0
    let strong = regions.filter { $0.maxDeltaE >= 0.9 * most }.max { $0.pixels < $1.pixels }
    return strong.map {
      .region(
        ChangeRegion(box: $0.box, mismatched: $0.pixels, deltaESum: 0, maxDeltaE: $0.maxDeltaE))
    } ?? .unknown
  }

  /// The sources of a close-up: both sides, or those of a view that shows something else.
  var closeUpSources: [PictureRequest.Source] {
    view == .triple || view == .sideBySide ? [.side(.reference), .side(.actual)] : paneSources
  }

  /// The close-ups beside the whole image; nil if there is no room for them.
  var closeUps: CloseUps? {
    let arrangement = arrangement
    guard let canvas, let rect = arrangement.closeUps else { return nil }
    let samples = samples(arrangement.panes[arrangement.main].halves)
    return CloseUps(
      regions, count: closeUpSources.count, selected: chosenRegion, of: canvas, in: rect,
      cell: cellSamples, beside: Viewport.fitScale(canvas, samples: samples),
      over: arrangement.wholeScale)
  }

  /// The pane that determines zoom and position.
  var mainPane: ImagePane {
    let arrangement = arrangement
    return arrangement.panes[arrangement.main]
  }

  var paneHalves: PixelSize { mainPane.halves }

  /// The size of a cell in the samples of zoom and position: the terminal's own pixels if it draws
  /// pictures itself, otherwise half cells.
  var cellSamples: PixelSize { terminal.graphics?.cell ?? PixelSize(width: 1, height: 2) }

  var paneSamples: PixelSize { samples(paneHalves) }

  /// Converts a size in half cells to samples.
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

  /// The rows that were inserted or deleted in the case on screen; nil if none are known.
  var movedRows: RowAlignment? {
    guard let known = drawn.movedRows, known.item == selection,
      known.revision == current?.revision
    else { return nil }
    return known.alignment
  }

  /// `movedRows` while those rows are hidden; otherwise nil.
  var alignment: RowAlignment? { isAligned ? movedRows : nil }

  mutating func toggleAlignment() {
    guard isAligned || movedRows != nil else {
      message = Message(.news, "Rows can only be hidden if nearly all others are equal.")
      return
    }
    isAligned.toggle()
    (chosenRegion, loupe, viewport) = (nil, nil, Viewport())
  }

  /// The part of the image that the main pane shows; nil if there is no image.
  var region: PixelRegion? { region(in: mainPane) }

  /// Returns the part of the image that a pane shows: around the same place, at the same scale
  /// unless the whole image is shown.
  func region(in pane: ImagePane) -> PixelRegion? {
    canvas.map { viewport.region($0, samples: samples(pane.halves)) }
  }

  var landscapePlane: LandscapePlane {
    LandscapePlane(
      in: layout.landscape.inside, legend: landscapeLines.count, deltaE: strategy.deltaE,
      size: strategy.effectiveClusterSize, reach: (charting.answer ?? .none).reach)
  }
}

import Base
import Catalog
import Changes
import DiffEngine
import PNGCodec
import Pixels
import Review
import ReviewUI

/// A review of a thousand cases on a screen of 200 x 60, all measured, with a pool that answers at
/// once: what is measured on it is the model and the drawing of the grid alone.
struct SampleReview {
  static let size = GridSize(columns: 200, rows: 60)
  static let caseCount = 1000

  private(set) var state: ReviewState
  private let pairs: [Pair]

  /// - Parameter pairs: The pairs that the cases show, in turn.
  init(_ pairs: [Pair]) {
    self.pairs = pairs
    state = ReviewState(
      title: "Failures", items: (0..<Self.caseCount).map(Self.item), size: Self.size)
    reduce(.started)
    let readings = pairs.map(Self.reading)
    let signatures = pairs.map { ChangeSignature($0.reference, $0.actual) }
    for index in state.items.indices {
      let pair = index % pairs.count
      reduce(.measured(item: index, revision: 0, readings[pair]))
      reduce(.signed(item: index, revision: 0, signatures[pair]))
    }
    // To a case with a change that is seen.
    type(String(repeating: "J", count: 12))
  }

  /// Types keys: each character is one, and the end of a line is enter.
  mutating func type(_ keys: String) {
    for key in keys { reduce(.input(.key(key == "\n" ? .enter : .character(key)))) }
  }

  mutating func reduce(_ action: ReviewAction) {
    var actions = [action]
    while let next = actions.popLast() {
      for effect in state.reduce(next) { actions += answers(to: effect) }
    }
  }

  // MARK: - Cases

  /// Twenty-five to a suite, some of them decided.
  static func item(_ index: Int) -> ReviewItem {
    let (suite, name) = ("ScreenTests\(index / 25)", "testScreen\(index % 25).iPhone-15-dark")
    let snapshot = SnapshotCase(
      id: "\(suite)/\(name)", suite: suite, name: name, layout: .pointfree,
      reference: "/r/\(suite)/\(name).png", actual: "/a/\(suite)/\(name).png",
      baseline: Baseline(path: "/r/\(suite)/\(name).png", root: "/r"))
    var strategy = Strategy(.combined)
    (strategy.deltaE, strategy.clusterSize) = (2, 7)
    let decision: Decision? = index % 7 == 3 ? .tolerated : index % 11 == 5 ? .accepted : nil
    return ReviewItem(
      snapshot: snapshot, rule: strategy, record: decision.map { DecisionRecord($0) })
  }

  private static func reading(_ pair: Pair) -> Reading {
    let size = PixelSize(width: pair.reference.width, height: pair.reference.height)
    return .images(
      ImageFacts(
        reference: size, actual: size, fingerprint: Fingerprint(reference: "r", actual: "a"),
        landscape: Landscape(pair.reference, pair.actual, formula: .ciede2000)))
  }

  // MARK: - The pool

  private func pair(_ item: Int) -> Pair { pairs[item % pairs.count] }

  private func answers(to effect: ReviewEffect) -> [ReviewAction] {
    switch effect {
    case .want(let wanted):
      wanted.pictures.map { .drawn($0, picture($0)) }
        + [wanted.comparison].compactMap { $0 }.map(answer)
        + [wanted.regions].compactMap { $0 }.map(located)
        + wanted.thumbnails.map { .sketched($0, thumbnail($0)) }
    case .group(let request): [.grouped(number: request.number, request.groups())]
    case .chart(let request): [.charted(number: request.number, request.answer())]
    case .propose(let request):
      [.proposed(number: request.number, request.answer { _, _, _ in nil })]
    case .tabulate(let requests), .compare(let requests): requests.map(answer)
    default: []
    }
  }

  private func answer(_ request: ComparisonRequest) -> ReviewAction {
    let pair = pair(request.item)
    return .compared(
      request, compare(pair.reference, pair.actual, strategy: request.strategy).comparison)
  }

  private func located(_ request: ComparisonRequest) -> ReviewAction {
    let pair = pair(request.item)
    return .located(
      request, regions(pair.reference, pair.actual, strategy: request.strategy), movedRows: nil)
  }

  /// Returns a thumbnail of both sides, beside each other.
  private func thumbnail(_ request: ThumbnailRequest) -> Thumbnail {
    let pair = pair(request.item)
    let half = PictureRequest(
      item: request.item, revision: request.revision, source: .side(.actual),
      region: PixelRegion(x: 0, y: 0, width: 390, height: 844),
      samples: PixelSize(
        width: (request.samples.width - 1) / 2, height: request.samples.height),
      marks: request.strategy)
    return Thumbnail(
      [pair.reference, pair.actual].map {
        let grid = $0.sampled(
          half.region, columns: half.samples.width, rows: half.samples.height, ground: .white)
        return (half, Picture(grid: grid, changed: []))
      })
  }

  private func picture(_ request: PictureRequest) -> Picture {
    let pair = pair(request.item)
    let (columns, rows) = (request.samples.width, request.samples.height)
    let marks = compare(pair.reference, pair.actual, strategy: request.marks).mask
    return Picture(
      grid: image(request.source, pair).sampled(
        request.region, columns: columns, rows: rows, ground: .white),
      changed: marks.pooled(request.region, columns: columns, rows: rows))
  }

  private func image(_ source: PictureRequest.Source, _ pair: Pair) -> PixelImage {
    switch source {
    case .side(.reference): pair.reference
    case .difference(let style, let strategy):
      differenceImage(style, pair.reference, pair.actual, strategy: strategy)
    default: pair.actual
    }
  }
}

import Pixels

/// What can be said of a region whose kind has no name: what most of its changed pixels did.
package enum NamelessChange: Hashable, Sendable, Codable {
  /// An edge that moved by at most a pixel explains most of them.
  case edges
  /// Most of them turned from few colours into few others; the most frequent first.
  case recoloured([ChangeKind.ColourChange])
  /// Most of them had one colour, or have one now.
  case plainBefore(Pixel)
  case plainNow(Pixel)

  /// The change in words: "edges mostly moved by at most 1 px".
  ///
  /// - Parameter noun: The word for what the region looks like; nil where there is none.
  func words(of noun: String?) -> String {
    let start = noun.map { $0 + " " } ?? ""
    switch self {
    case .edges: return start + "edges mostly moved by at most 1 px"
    case .recoloured(let changes): return start + "mostly " + Self.words(of: changes)
    case .plainBefore(let colour):
      return "\(noun ?? "content") replaced, mostly plain \(colourName(colour)) before"
    case .plainNow(let colour):
      return "\(noun ?? "content") replaced, mostly plain \(colourName(colour)) now"
    }
  }

  /// "white → black, blue #1c71d8 → blue #0461be and 3 more colours".
  private static func words(of changes: [ChangeKind.ColourChange]) -> String {
    let named = changes.prefix(2).map(\.words)
    let more = changes.count - named.count
    if more == 0 { return named.joined(separator: " and ") }
    return named.joined(separator: ", ") + " and \(more) more colour\(more == 1 ? "" : "s")"
  }

  private static let colourLimit = 24

  /// Returns what is true of both together; nil where nothing is.
  func joined(with other: Self) -> Self? {
    if self == other { return self }
    guard case .recoloured(let own) = self, case .recoloured(let others) = other else { return nil }
    let all = own + others.filter { !own.contains($0) }
    return all.count <= Self.colourLimit ? .recoloured(all) : nil
  }
}

extension NamelessChange {
  /// The share of the changed pixels that must be explained, in per cent.
  private static let most = 80
  /// The share that a pair of colours has at least, in per cent.
  private static let least = 3
  /// The least that a pair of colours differs, in levels: less is no other colour to the eye.
  private static let leastStrength = 6
  /// The most by which a pixel may lie outside of what is around its place, in levels.
  private static let edgeTolerance = 4
  /// The pixels that are looked at for it, about.
  private static let sampleLimit = 1024
  /// The fewest pixels of which most says something.
  private static let leastPixels = 64

  /// - Returns: nil where nothing is known but that the region changed.
  init?(_ pixels: RegionPixels, _ overlay: Overlay, of form: ElementForm) {
    guard pixels.count >= Self.leastPixels else { return nil }
    // Thin lines that moved turn few colours into few others, too.
    if form != .text, Self.areEdges(pixels, overlay) {
      self = .edges
    } else if let changes = Self.colourChanges(pixels) {
      self = .recoloured(changes)
    } else if let colour = Self.plainColour(pixels, \.after) {
      self = .plainNow(colour)
    } else if let colour = Self.plainColour(pixels, \.before) {
      self = .plainBefore(colour)
    } else {
      return nil
    }
  }

  /// The very colours that most of the pixels turned from and to; nil where they are too many, and
  /// where some turned the other way round, as those of something that moved do.
  private static func colourChanges(_ pixels: RegionPixels) -> [ChangeKind.ColourChange]? {
    var counts: [UInt64: (change: ChangeKind.ColourChange, count: Int)] = [:]
    // A pair of colours may have a second entry, which is as large at most.
    for pair in pixels.pairs where 200 * pair.count >= least * pixels.count {
      let change = ChangeKind.ColourChange(from: pair.before, to: pair.after)
      counts[pairBits(pair.before, pair.after), default: (change, 0)].count += pair.count
    }
    let found = counts.values
      .filter { 100 * $0.count >= least * pixels.count && $0.change.strength >= leastStrength }
      .sorted {
        ($1.count, pairBits($0.change.from, $0.change.to))
          < ($0.count, pairBits($1.change.from, $1.change.to))
      }
    let changes = found.map(\.change)
    let isMost = 100 * found.reduce(0) { $0 + $1.count } >= most * pixels.count
    let isBack = changes.contains { change in changes.contains { $0.isReverse(of: change) } }
    return isMost && !isBack ? changes : nil
  }

  /// The one colour that most of the pixels have on one side.
  private static func plainColour(
    _ pixels: RegionPixels, _ side: KeyPath<ColourPair, Pixel>
  ) -> Pixel? {
    var counts = ColourCounts()
    for pair in pixels.pairs { counts.add(pair[keyPath: side], count: pair.count) }
    // What most have is what half of them have in each channel.
    let colour = counts.median
    let count = pixels.pairs.reduce(0) { $0 + ($1[keyPath: side] == colour ? $1.count : 0) }
    return 100 * count >= most * pixels.count ? colour : nil
  }

  /// True if most pixels lie within what is around them on the other side, both ways.
  private static func areEdges(_ pixels: RegionPixels, _ overlay: Overlay) -> Bool {
    var (taken, explained) = (0, 0)
    _ = pixels.allSatisfy(oneIn: pixels.step(to: sampleLimit)) { place, pair in
      taken += 1
      let isExplained =
        overlay.reference.spans(pair.after, at: place, tolerance: edgeTolerance)
        && overlay.actual.spans(pair.before, at: place, tolerance: edgeTolerance)
      explained += isExplained ? 1 : 0
      return true
    }
    return 100 * explained >= most * taken
  }
}

extension PixelImage {
  /// True if there is an edge at a place, and a premultiplied colour lies within what it spans.
  fileprivate func spans(_ colour: Pixel, at place: SIMD2<Int>, tolerance: Int) -> Bool {
    let (low, high) = span(around: place)
    return distance(low, high) > 2 * tolerance
      && distance(pointwiseMax(low, pointwiseMin(high, colour)), colour) <= tolerance
  }
}

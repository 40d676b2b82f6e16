import DiffEngine
import Pixels

/// What can be said of a region whose kind has no name: what most of its changed pixels did.
package enum NamelessChange: Hashable, Sendable, Codable {
  /// Most of them turned from few colours into few others; the most frequent first.
  case recoloured([ChangeKind.ColourChange])
  /// Most of them had one colour, or have one now.
  case plainBefore(Pixel)
  case plainNow(Pixel)

  /// The change in words: "icon mostly white → black".
  ///
  /// - Parameter noun: The word for what the region looks like; nil where there is none.
  func words(of noun: String?) -> String {
    let start = noun.map { $0 + " " } ?? ""
    switch self {
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
  /// The fewest pixels of which most says something.
  private static let leastPixels = 64

  /// - Returns: nil where nothing is known but that the region changed.
  init?(_ pixels: RegionPixels) {
    guard pixels.count >= Self.leastPixels else { return nil }
    if let changes = Self.colourChanges(pixels) {
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
}

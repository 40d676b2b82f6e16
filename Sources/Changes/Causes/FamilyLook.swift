import DiffEngine
import Libc

/// The distance of one cause from those that look like it, and the place where they differ most.
package struct FamilyLook: Hashable, Sendable {
  package private(set) var cause: Int
  /// The distance from the others compared with the usual one: 0 to 1, and 0.5 if they are equal.
  package let score: Double
  /// The place that differs most, in pixels of the actual of the cause's first case; nil if
  /// something is missing.
  package let place: PixelBox?
  /// False if the amount of change would not reveal a bug: a large unnamed change, or shapes that
  /// are not just redrawn.
  package let isTold: Bool

  /// The score of a cause that is one and a half times as far away as usual.
  private static let limit = 0.6
  /// The minimum score of a cause in which different things happened than in most.
  private static let oddScore = 0.75
  /// A cause is odd if the most common kinds occur in this many times as many causes as its own.
  private static let oddFactor = 3
  /// Smaller distances from the others cannot be distinguished.
  private static let least = 0.15
  /// The number of causes with which each cause is compared.
  private static let sampleLimit = 16

  package init(cause: Int, score: Double, place: PixelBox?, isTold: Bool = true) {
    (self.cause, self.score, self.place, self.isTold) = (cause, score, place, isTold)
  }

  /// True if the cause clearly differs from the others.
  package var standsOut: Bool { score > Self.limit }
  /// True if all of its cases must be viewed before the family is decided.
  package var isForLooking: Bool { standsOut || !isTold }

  package func numbered(_ cause: Int) -> Self {
    var look = self
    look.cause = cause
    return look
  }

  /// Returns the looks of the causes of a family: those to view first, and among them the furthest
  /// from the others.
  static func looks(of changes: [ChangeKinds], causes: [Int]) -> [FamilyLook] {
    guard changes.count > 1 else { return [] }
    let regions = changes.map(\.comparedRegions)
    let step = max(1, changes.count / sampleLimit)
    let off = changes.indices.map { own in
      let others = stride(from: 0, to: changes.count, by: step).filter { $0 != own }
      return distance(of: regions[own], from: others.map { regions[$0] })
    }
    let usual = max(least, off.map(\.distance).sorted()[off.count / 2])
    // If half of them are as far away as possible, distances say nothing.
    let names = changes.map { Set($0.names + ($0.hasMissed ? ["missed"] : [])) }
    let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    let looks = changes.indices.map { place in
      let isOdd = oddFactor * (counts[names[place]] ?? 0) <= most
      let score = off[place].distance / (off[place].distance + usual)
      return FamilyLook(
        cause: causes[place], score: isOdd ? max(score, oddScore) : score,
        place: off[place].place, isTold: changes[place].isTold)
    }
    func key(_ look: FamilyLook) -> (Int, Double, Int) {
      (look.isForLooking ? 0 : 1, -look.score, look.cause)
    }
    return looks.sorted { key($0) < key($1) }
  }

  /// Returns how far some regions are from those of the other causes: the furthest of them, or the
  /// ratio of their numbers if that says more.
  private static func distance(
    of regions: [KindRegion], from others: [[KindRegion]]
  ) -> (distance: Double, place: PixelBox?) {
    var (worst, place): (Double, PixelBox?) = (0, nil)
    for region in regions {
      let distance = region.redrawing.map(Double.init) ?? region.distance(fromMost: others)
      if distance > worst { (worst, place) = (distance, region.box) }
    }
    let usual = others.map(\.count).sorted()[others.count / 2]
    let ratio = abs(log2(Double(regions.count + 1) / Double(usual + 1)))
    return ratio > worst ? (ratio, regions.count > usual ? place : nil) : (worst, place)
  }
}

extension ChangeKinds {
  private static let comparedLimit = 12

  /// The regions to compare: the strongest and the largest, and noise only if there is nothing
  /// else.
  fileprivate var comparedRegions: [KindRegion] {
    let changed = regions.filter { $0.kind != .noise }
    return Array((changed.isEmpty ? regions : changed).prefix(Self.comparedLimit))
  }

  /// True if a place clearly did not change although it should have.
  fileprivate var hasMissed: Bool { tallies.contains(where: \.hasMissed) }

  /// True if the amount of change would reveal a bug in any region.
  fileprivate var isTold: Bool {
    regionCount == regions.count && regions.allSatisfy { $0.kind == .noise || $0.isTold }
  }
}

extension KindRegion {
  /// The longest side of a region that a sketch describes well enough, in pixels.
  private static let toldSide = 64

  fileprivate var isTold: Bool {
    if let redrawing { return redrawing <= RedrawnScore.same }
    return !(kind.isUnnamed || kind.isElement) || max(box.width, box.height) <= Self.toldSide
  }

  /// Returns the median distance from the nearest region of each other change.
  fileprivate func distance(fromMost others: [[KindRegion]]) -> Double {
    let nearest = others.map { $0.reduce(1) { min($0, distance(from: $1)) } }
    return nearest.sorted()[nearest.count / 2]
  }

  /// Returns 0 if the same happened to as many pixels, and 1 if something else did: other colours,
  /// eight times as many pixels, a clearly stronger change, or another picture.
  private func distance(from other: Self) -> Double {
    guard kind.name == other.kind.name else { return 1 }
    func ratio(_ own: Int, _ its: Int) -> Double { abs(log2(Double(own) / Double(its))) / 3 }
    let colours = kind.colours.flatMap { own in
      other.kind.colours.map { its in
        Double(max(DiffEngine.distance(own.from, its.from), DiffEngine.distance(own.to, its.to)))
          / 64
      }
    }
    let squares = zip(sketch, other.sketch).reduce(0) { sum, cells in
      let off = Double(cells.0) - Double(cells.1)
      return sum + off * off / (255 * 255)
    }
    let looks = 3 * (squares / Double(max(1, sketch.count))).squareRoot()
    return min(
      1,
      max(
        max(ratio(pixels, other.pixels), ratio(box.height, other.box.height)), looks,
        colours ?? 0, abs(maxDeltaE - other.maxDeltaE) / 150))
  }
}

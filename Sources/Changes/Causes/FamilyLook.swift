import DiffEngine
import Libc
import Pixels

/// How far one of several causes that look alike is off the others, and where.
package struct FamilyLook: Hashable, Sendable {
  package private(set) var cause: Int
  /// How much further it is off than half of them are: 0 to 1, and 0.5 where it is as far.
  package let score: Double
  /// The place that is furthest off, in pixels of the actual of the cause's first case; nil where
  /// something is missing.
  package let place: PixelBox?
  /// False where a bug in it could not be told from how much changed: a thing without a name that is
  /// large, or a shape that was drawn otherwise than anew.
  package let isTold: Bool

  /// The score of a cause that is half as far again off as half of the others are.
  private static let limit = 0.6
  /// The least score of a cause in which other things happened than in most.
  private static let oddScore = 0.75
  /// What so many times as many causes share is what happened in most.
  private static let oddFactor = 3
  /// Nearer than this to the others is as near as can be told.
  private static let least = 0.15
  /// The causes that a cause is compared with.
  private static let sampleLimit = 16

  package init(cause: Int, score: Double, place: PixelBox?, isTold: Bool = true) {
    (self.cause, self.score, self.place, self.isTold) = (cause, score, place, isTold)
  }

  /// True if it is plainly further off than the others.
  package var standsOut: Bool { score > Self.limit }
  /// True if all of its cases have to be looked at before the family is decided.
  package var isForLooking: Bool { standsOut || !isTold }

  package func numbered(_ cause: Int) -> Self {
    var look = self
    look.cause = cause
    return look
  }

  /// Returns the looks of the causes of a family: first those that stand out, the furthest off the
  /// others before them.
  static func looks(of changes: [ChangeKinds], causes: [Int]) -> [FamilyLook] {
    guard changes.count > 1 else { return [] }
    let regions = changes.map(\.comparedRegions)
    let step = max(1, changes.count / sampleLimit)
    let off = changes.indices.map { own in
      let others = stride(from: 0, to: changes.count, by: step).filter { $0 != own }
      return distance(of: regions[own], from: others.map { regions[$0] })
    }
    let usual = max(least, off.map(\.distance).sorted()[off.count / 2])
    // Where half of them are as far off as can be, no distance tells any more.
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

  /// How far some regions are from those of the other causes: the furthest of them, or twice as many,
  /// or half as many.
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

  /// The regions that are compared: the strongest and the largest, and noise where there is nothing
  /// else.
  fileprivate var comparedRegions: [KindRegion] {
    let changed = regions.filter { $0.kind != .noise }
    return Array((changed.isEmpty ? regions : changed).prefix(Self.comparedLimit))
  }
}

extension ChangeKinds {
  /// True if a place that should have changed as well plainly did not.
  fileprivate var hasMissed: Bool { tallies.contains(where: \.hasMissed) }

  /// True if a bug in any region would be seen by how much changed.
  fileprivate var isTold: Bool {
    regionCount == regions.count && regions.allSatisfy { $0.kind == .noise || $0.isTold }
  }
}

extension KindRegion {
  /// The longest side of what a sketch tells well enough, in pixels.
  private static let toldSide = 64

  fileprivate var isTold: Bool {
    if let redrawing { return redrawing <= RedrawnScore.same }
    return !(kind.isUnnamed || kind.isElement) || max(box.width, box.height) <= Self.toldSide
  }

  /// The distance from the nearest region in half of some other changes, or more.
  fileprivate func distance(fromMost others: [[KindRegion]]) -> Double {
    let nearest = others.map { $0.reduce(1) { min($0, distance(from: $1)) } }
    return nearest.sorted()[nearest.count / 2]
  }

  /// 0 if the same happened to as much, 1 if something else did: other colours, eight times as many
  /// pixels, a change that is plainly stronger, or another picture.
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

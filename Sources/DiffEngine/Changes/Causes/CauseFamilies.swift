import Pixels

/// Causes in which the same colours turn into the same colours.
package struct CauseFamily: Hashable, Sendable {
  /// The ids of two causes or more, in rising order.
  package var causes: [Int]
  /// A description of what the causes have in common.
  package var reason: String

  package init(causes: [Int], reason: String) {
    (self.causes, self.reason) = (causes, reason)
  }
}

/// Finds the causes that look alike: those whose leaders' colours turn into the same colours, those
/// that differ in the sizes of their elements, those whose changes without a name look the same, and
/// all noise.
///
/// - Parameter leaders: The leaders of the causes, in the order of their ids.
func families(of leaders: [CauseLeader]) -> [CauseFamily] {
  var members: [[Int]] = []
  var known: [FamilyKey: [Int]] = [:]
  for (index, leader) in leaders.enumerated() where !leader.signature.isNoise {
    let change = leader.signature.change
    let candidates = FamilyKey.queries(change).flatMap { known[$0] ?? [] }
    if let family = Set(candidates).sorted().first(where: { family in
      leaders[members[family][0]].signature.change.isAlike(change)
    }) {
      members[family].append(index)
    } else {
      for key in FamilyKey.keys(change) { known[key, default: []].append(members.count) }
      members.append([index])
    }
  }
  let changes = members.filter { $0.count > 1 }.map { family in
    CauseFamily(
      causes: family.map { $0 + 1 },
      reason: leaders[family[0]].signature.change.familyReason(
        with: family.dropFirst().map { leaders[$0].signature.change }))
  }
  let noise = leaders.indices.filter { leaders[$0].signature.isNoise }.map { $0 + 1 }
  return changes + (noise.count > 1 ? [CauseFamily(causes: noise, reason: noiseReason)] : [])
}

private let noiseReason = "rendering noise of another strength"

extension ChangeKinds {
  /// True if the same colours turn into the same colours, or if what has no name looks the same, and
  /// the sizes changed in one direction.
  package func isAlike(_ other: ChangeKinds) -> Bool {
    size.isAlike(other.size)
      && (palette.isAlike(other.palette) || hasKinds(of: other) || hasSketches(of: other)
        || isRedrawn && other.isRedrawn || hasElements(of: other) || hasPlaces(of: other))
  }

  /// True if the same kinds of change happened to as many elements of one form, such as the same
  /// text in other sizes: its edges are of too many colours for a palette.
  private func hasKinds(of other: ChangeKinds) -> Bool {
    !tallies.isEmpty && tallies.count == other.tallies.count
      && tallies.allSatisfy { tally in
        other.tallies.contains {
          tally.kind.isLike($0.kind) && tally.form == $0.form && tally.regions == $0.regions
        }
      }
  }

  /// True if nothing but edges changed: the same shapes, drawn anew.
  fileprivate var isRedrawn: Bool {
    size == .same && !tallies.isEmpty && tallies.allSatisfy { $0.redrawing != nil }
  }

  /// True if the same ink came to the same ground, or went from it, and nothing else happened: the
  /// same label in other languages has other words, and another number of them.
  private func hasElements(of other: ChangeKinds) -> Bool {
    guard size == .same, let kind = comingOrGoing, let its = other.comingOrGoing else {
      return false
    }
    return kind.isLike(its)
  }

  /// What came or went, if that is all.
  fileprivate var comingOrGoing: ChangeKind? {
    guard let tally = tallies.first, tallies.count == 1, tally.kind.isElement else { return nil }
    return tally.kind
  }

  /// True if all that changed has no name, and lies at the same place, as it is or at one of the usual
  /// scales: other pictures by one recipe, or one icon on several devices.
  private func hasPlaces(of other: ChangeKinds) -> Bool {
    guard let boxes = unnamedBoxes, let its = other.unnamedBoxes, boxes.count == its.count,
      !(sketches ?? []).contains(where: { own in
        (other.sketches ?? []).contains { own.isHalf(of: $0) }
      })
    else { return false }
    return usualScales.contains { scale in
      zip(boxes, its).allSatisfy { $0.isAt($1, scale: scale) }
    }
  }

  /// The boxes of all regions, in an order that no scale changes; nil if one has a name, or if they
  /// are too many.
  fileprivate var unnamedBoxes: [PixelBox]? {
    let changed = regions.filter { $0.kind != .noise }
    guard size == .same, tallies.count == 1, tallies[0].isUnnamed, !isScattered,
      1...4 ~= changed.count, changed.count == tallies[0].regions
    else { return nil }
    return changed.map(\.box).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// The reason the others are in one family with this one.
  fileprivate func familyReason(with others: [ChangeKinds]) -> String {
    if isRedrawn, others.allSatisfy(\.isRedrawn) { return "the same shapes, drawn anew" }
    if others.allSatisfy({ hasElements(of: $0) }), let kind = comingOrGoing {
      return "\(kind.words) in each, in other words or another size"
    }
    let areAtOnePlace = others.allSatisfy { hasPlaces(of: $0) }
    let areOneColour = others.allSatisfy { palette.isAlike($0.palette) || hasKinds(of: $0) }
    let areOnePicture = others.allSatisfy { hasSketches(of: $0) }
    if areAtOnePlace, !areOneColour, !areOnePicture {
      return "something else at the same place in each"
    }
    guard areOneColour else {
      return (areOnePicture ? "" : "the same colours, or ")
        + "the same pictures before and after, in whatever colours and size"
    }
    guard let mode = palette.modes.first else { return "the same colours changed" }
    return "mostly \(ChangeKind.ColourChange(from: mode.before, to: mode.after).words)"
  }
}

extension PixelBox {
  /// True if a box lies where the other one does once that is multiplied, give or take two pixels of
  /// the larger.
  fileprivate func isAt(_ other: Self, scale: Double) -> Bool {
    func isNear(_ own: Int, _ its: Int) -> Bool {
      abs(Double(own) * scale - Double(its)) <= 2 * max(1, scale)
    }
    return isNear(x, other.x) && isNear(y, other.y) && isNear(x + width, other.x + other.width)
      && isNear(y + height, other.y + other.height)
  }
}

extension SizeRelation {
  /// True if the sizes changed in one direction, if at all.
  fileprivate func isAlike(_ other: SizeRelation) -> Bool {
    if case .rescaled = self { return false }
    if case .rescaled = other { return false }
    return (rows?.change ?? 0).signum() == (other.rows?.change ?? 0).signum()
      && (columns?.change ?? 0).signum() == (other.columns?.change ?? 0).signum()
  }
}

/// A trait that changes need to share to be alike.
private enum FamilyKey: Hashable {
  /// The approximate place of a mode: modes that are like each other have numbers that are the same
  /// or neighbours.
  case mode(before: Int, after: Int)
  /// The shape of a patch's box, likewise.
  case sketch(aspect: Int)
  /// Edges drawn anew, whatever they are of.
  case redrawn
  /// What came or went, and nothing else: the name of the kind.
  case element(String)
  /// Regions without a name, and as many of them.
  case places(Int)

  private static let step = 4 * ColourMode.tolerance + 1

  private static func mode(_ mode: ColourMode, off: (before: Int, after: Int) = (0, 0)) -> Self {
    func sum(_ colour: Pixel) -> Int {
      Int(SIMD4<UInt16>(truncatingIfNeeded: colour).wrappedSum())
    }
    return .mode(
      before: sum(mode.before) / step + off.before, after: sum(mode.after) / step + off.after)
  }

  /// Returns the keys of modes that may cover another change's fullest mode, and those of sketches.
  static func keys(_ change: ChangeKinds) -> Set<Self> {
    Set(change.palette.modes.map { mode($0) })
      .union((change.sketches ?? []).map { .sketch(aspect: $0.aspect) })
      .union(traits(change))
  }

  /// The keys of what is either there or not.
  private static func traits(_ change: ChangeKinds) -> [Self] {
    [
      change.isRedrawn ? .redrawn : nil, change.comingOrGoing.map { .element($0.name) },
      change.unnamedBoxes.map { .places($0.count) },
    ].compactMap(\.self)
  }

  /// Returns the keys of modes that may cover the fullest mode, without one like it there is not
  /// enough in common, and those of sketches that may be like one.
  static func queries(_ change: ChangeKinds) -> [Self] {
    let aspects = Set(change.sketches?.map(\.aspect) ?? []).flatMap { aspect in
      (-1...1).map { Self.sketch(aspect: aspect + $0) }
    }
    let others = aspects + traits(change)
    guard let fullest = change.palette.modes.first, fullest.share > 150 else { return others }
    let modes = (-1...1).flatMap { before in
      (-1...1).map { after in mode(fullest, off: (before, after)) }
    }
    return modes + others
  }
}

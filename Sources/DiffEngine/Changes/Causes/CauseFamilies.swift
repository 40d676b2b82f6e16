import Libc
import Pixels

/// Causes that look alike: they are shown together, and decided from their pictures.
package struct CauseFamily: Hashable, Sendable {
  /// The ids of two causes or more, in rising order.
  package var causes: [Int]
  /// A description of what the causes have in common.
  package var reason: String
  /// How far each cause is off the others, the furthest first.
  package var looks: [FamilyLook]

  package init(causes: [Int], reason: String, looks: [FamilyLook] = []) {
    (self.causes, self.reason, self.looks) = (causes, reason, looks)
  }
}

/// Finds the causes that look alike: the same colours turned into the same ones, the same ink came or
/// went, the same shapes were drawn anew, or what has no name lies at the same place or is the same.
/// All noise is alike.
///
/// - Parameter leaders: The leaders of the causes, in the order of their ids.
func families(of leaders: [CauseLeader]) -> [CauseFamily] {
  var members: [[Int]] = []
  var known: [FamilyKey: [Int]] = [:]
  for (index, leader) in leaders.enumerated() where !leader.signature.isNoise {
    let change = leader.signature.change
    let keys = FamilyKey.keys(of: change)
    let candidates = Set(keys.asked.flatMap(\.neighbours).flatMap { known[$0] ?? [] })
    if let family = candidates.sorted().first(where: { family in
      leaders[members[family][0]].signature.change.isAlike(change)
    }) {
      members[family].append(index)
    } else {
      for key in Set(keys.held) { known[key, default: []].append(members.count) }
      members.append([index])
    }
  }
  let noise = leaders.indices.filter { leaders[$0].signature.isNoise }
  return (members + [noise]).filter { $0.count > 1 }.map { family in
    let changes = family.map { leaders[$0].signature.change }
    let reason =
      leaders[family[0]].signature.isNoise
      ? "rendering noise of another strength" : changes[0].familyReason(with: changes.dropFirst())
    return CauseFamily(
      causes: family.map { $0 + 1 }, reason: reason,
      looks: FamilyLook.looks(of: changes, causes: family.map { $0 + 1 }))
  }
}

extension ChangeKinds {
  /// True if both look alike, and the sizes changed in one direction.
  package func isAlike(_ other: ChangeKinds) -> Bool {
    size.isAlike(other.size)
      && (palette.isAlike(other.palette) || hasKinds(of: other) || hasPatch(of: other)
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

  /// The keys of the pixels of all that has no name.
  fileprivate var namelessPatches: [ContentKey] {
    tallies.filter(\.isUnnamed).flatMap { $0.patches ?? [] }
  }

  /// True if one thing without a name is the same in both: one screen shows more of the new icons than
  /// another.
  private func hasPatch(of other: ChangeKinds) -> Bool {
    !Set(namelessPatches).isDisjoint(with: other.namelessPatches)
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
    guard let boxes = namelessBoxes, let its = other.namelessBoxes, boxes.count == its.count
    else { return false }
    return Self.usualScales.contains { scale in
      zip(boxes, its).allSatisfy { $0.isAt($1, scale: scale) }
    }
  }

  /// The usual scales of one picture against another.
  private static let usualScales = [1, 1 / 3.0, 0.5, 2 / 3.0, 1.5, 2, 3]

  /// The boxes of all regions, in an order that no scale changes; nil if one has a name, or if they
  /// are too many.
  fileprivate var namelessBoxes: [PixelBox]? {
    let changed = regions.filter { $0.kind != .noise }
    guard size == .same, tallies.count == 1, tallies[0].isUnnamed, !isScattered,
      1...4 ~= changed.count, changed.count == tallies[0].regions
    else { return nil }
    return changed.map(\.box).sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }

  /// The reason the others are in one family with this one.
  fileprivate func familyReason(with others: some Collection<ChangeKinds>) -> String {
    if isRedrawn, others.allSatisfy(\.isRedrawn) { return "the same shapes, drawn anew" }
    if others.allSatisfy({ hasElements(of: $0) }), let kind = comingOrGoing {
      return "\(kind.words) in each, in other words or another size"
    }
    if others.allSatisfy({ hasPatch(of: $0) }) { return "the same patch replaced in each" }
    if others.allSatisfy({ palette.isAlike($0.palette) }), let mode = palette.modes.first {
      return "mostly \(ChangeKind.ColourChange(from: mode.before, to: mode.after).words)"
    }
    if others.allSatisfy({ hasKinds(of: $0) }) { return "the same kinds of change in each" }
    return others.allSatisfy { hasPlaces(of: $0) }
      ? "something else at the same place in each" : "the same colours, kinds or places"
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

/// A trait that changes need to share to be alike, so that few of them are compared.
private struct FamilyKey: Hashable {
  enum Trait: Hashable {
    /// Colours that became others.
    case mode
    /// Edges drawn anew, whatever they are of.
    case redrawn
    /// What came, or went, and nothing else.
    case appeared, vanished
    /// So many regions without a name.
    case places(Int)
    /// The very pixels of something without a name.
    case patch(UInt64)
  }

  var trait: Trait
  /// Numbers that are the same, or one more or less, in changes that are alike.
  var cells = SIMD4<Int32>()

  /// The keys of all that may be alike.
  var neighbours: [FamilyKey] {
    switch trait {
    case .redrawn, .patch: [self]
    default: cells.neighbours.map { FamilyKey(trait: trait, cells: $0) }
    }
  }

  /// The share of a change that its fullest mode has, in thousandths, if too little to be alike is
  /// left without it.
  private static let fullShare = 150

  /// Returns the keys by which a change is found, and those that another one is found by.
  static func keys(of change: ChangeKinds) -> (held: [Self], asked: [Self]) {
    var traits = change.namelessPatches.map { Self(trait: .patch($0.first)) }
    if change.isRedrawn { traits.append(Self(trait: .redrawn)) }
    if let kind = change.comingOrGoing, let colours = kind.colours {
      let trait: Trait = if case .appeared = kind { .appeared } else { .vanished }
      let tolerance = ChangeKind.ColourChange.tolerance
      traits.append(
        Self(trait: trait, cells: Self.cells(colours.from, colours.to, tolerance: tolerance)))
    }
    if let boxes = change.namelessBoxes {
      traits.append(Self(trait: .places(boxes.count), cells: Self.cells(boxes[0])))
    }
    let modes = change.palette.modes.map {
      Self(trait: .mode, cells: Self.cells($0.before, $0.after, tolerance: ColourMode.tolerance))
    }
    let isFull = change.palette.modes.first.map { $0.share > fullShare } ?? false
    return (traits + modes, traits + (isFull ? Array(modes.prefix(1)) : []))
  }

  private static func cells(_ before: Pixel, _ after: Pixel, tolerance: Int) -> SIMD4<Int32> {
    func tint(_ colour: Pixel) -> Int { Int(colour.x) - Int(colour.z) + 255 }
    let (light, hue) = (4 * tolerance + 1, 2 * tolerance + 1)
    return SIMD4<Int32>(
      truncatingIfNeeded: SIMD4(
        before.sum / light, after.sum / light, tint(before) / hue, tint(after) / hue))
  }

  /// What a scale does not change, by halves of an octave: the form of a box, and where it is.
  private static func cells(_ box: PixelBox) -> SIMD4<Int32> {
    func step(_ first: Int, _ second: Int) -> Int32 {
      Int32((2 * log2(Double(first + 1) / Double(second + 1))).rounded())
    }
    return SIMD4(
      step(box.width, box.height), step(2 * box.x + box.width, box.width),
      step(2 * box.y + box.height, box.height), 0)
  }
}

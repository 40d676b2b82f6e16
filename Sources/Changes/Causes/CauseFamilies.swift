import DiffEngine
import Pixels

/// Causes that look alike: they are shown together, and decided from their pictures.
package struct CauseFamily: Hashable, Sendable {
  /// The ids of two causes or more, in rising order.
  package var causes: [Int]
  /// A description of what the causes have in common.
  package var reason: String
  /// How far each cause is off the others, where that was asked; those that stand out first, the furthest before them.
  package var looks: [FamilyLook]

  package init(causes: [Int], reason: String, looks: [FamilyLook] = []) {
    (self.causes, self.reason, self.looks) = (causes, reason, looks)
  }
}

extension [CauseFamily] {
  /// The place of the family of each cause that is in one, by its id.
  package var places: [Int: Int] {
    var places: [Int: Int] = [:]
    for (place, family) in enumerated() { for id in family.causes { places[id] = place } }
    return places
  }

  /// The look of each cause that has one, by its id.
  package var looks: [Int: FamilyLook] {
    Dictionary(flatMap(\.looks).map { ($0.cause, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the families with causes that belong together put into one.
  package func joined(with pairs: Self) -> Self {
    var families = self
    var places = self.places
    for pair in pairs {
      let known = pair.causes.compactMap { places[$0] }
      let place = known.min() ?? families.count
      if known.isEmpty { families.append(CauseFamily(causes: [], reason: pair.reason)) }
      if let other = known.max(), other != place {
        for cause in families[other].causes { places[cause] = place }
        families[place].causes += families[other].causes
        families[other].causes = []
      }
      for cause in pair.causes where places[cause] == nil {
        places[cause] = place
        families[place].causes.append(cause)
      }
    }
    return families.compactMap { family in
      guard family.causes.count > 1 else { return nil }
      var family = family
      family.causes.sort()
      return family
    }
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
    let keys = FamilyKey.keys(of: leader)
    // The first of all that are alike; of what a key finds few are asked.
    var family = members.count
    for key in keys.asked {
      for other in key.neighbours.flatMap({ known[$0] ?? [] })
      where other < family && leaders[members[other][0]].isAlike(leader, by: key.trait) {
        family = other
      }
    }
    if family < members.count {
      members[family].append(index)
    } else {
      for key in Set(keys.held) { known[key, default: []].append(family) }
      members.append([index])
    }
  }
  let noise = leaders.indices.filter { leaders[$0].signature.isNoise }
  return (members + [noise]).filter { $0.count > 1 }.map { family in
    let all = family.map { leaders[$0] }
    return CauseFamily(
      causes: family.map { $0 + 1 },
      reason: all[0].signature.isNoise
        ? "rendering noise of different strengths" : all[0].familyReason(with: all.dropFirst()))
  }
}

/// What two changes may have in common that look alike, where their colours do not say so.
struct AlikeTraits: Sendable {
  /// True if nothing but edges changed: the same shapes, drawn anew.
  let isRedrawn: Bool
  /// What came or went, if that is all.
  let comingOrGoing: ChangeKind?
  /// The colours that became others, if that is all.
  let recolourings: [ChangeKind.ColourChange]
  /// The keys of the pixels of all that has no name.
  let patches: Set<ContentKey>
  /// The boxes of all regions, in an order that no scale changes; nil if one has a name, or if they
  /// are too many.
  let boxes: [PixelBox]?

  init(_ change: ChangeKinds) {
    let tallies = change.tallies
    isRedrawn =
      change.size == .same && !tallies.isEmpty && tallies.allSatisfy { $0.redrawing != nil }
    let only = change.size == .same && tallies.count == 1 ? tallies[0] : nil
    comingOrGoing = only?.kind.isElement == true ? only?.kind : nil
    let recoloured = tallies.compactMap { tally -> ChangeKind.ColourChange? in
      if case .recoloured(let colours) = tally.kind { colours } else { nil }
    }
    recolourings =
      change.size == .same && recoloured.count == tallies.count ? recoloured : []
    patches = Set(tallies.filter(\.isUnnamed).flatMap { $0.patches ?? [] })
    let changed = change.regions.filter { $0.kind != .noise }.map(\.box)
    boxes =
      only?.isUnnamed == true && !change.isScattered && 1...4 ~= changed.count
        && changed.count == only?.regions
      ? changed.sorted { ($0.y, $0.x) < ($1.y, $1.x) } : nil
  }

  /// True if all that changed has no name, and lies at the same place, as it is or at one of the usual
  /// scales: other pictures by one recipe, or one icon on several devices.
  func hasPlaces(of other: Self) -> Bool {
    guard let boxes, let its = other.boxes, boxes.count == its.count else { return false }
    return ([1] + SizeRelation.usualFactors).contains { scale in
      zip(boxes, its).allSatisfy { $0.isAt($1, scale: scale) }
    }
  }
}

extension ChangeKinds {
  /// What happened to which form of element, each said once.
  fileprivate var kindWords: [String] {
    tallies.reduce(into: []) { words, tally in
      let own = tally.kind.words(of: tally.form)
      if !words.contains(own) { words.append(own) }
    }
  }
}

extension CauseLeader {
  /// True if both look alike by a trait that they share, and the sizes changed in one direction.
  func isAlike(_ other: CauseLeader, by trait: FamilyKey.Trait) -> Bool {
    guard signature.change.size.isAlike(other.signature.change.size) else { return false }
    switch trait {
    case .redrawn: return traits.isRedrawn && other.traits.isRedrawn
    // The same label in other languages has other words, and another number of them.
    case .appeared, .vanished:
      return traits.comingOrGoing.flatMap { own in other.traits.comingOrGoing.map(own.isLike) }
        ?? false
    // Screens show some of a palette each.
    case .recoloured:
      return traits.recolourings.contains { own in
        other.traits.recolourings.contains(where: own.isLike)
      }
    // One screen shows more of the new icons than another.
    case .patch: return !traits.patches.isDisjoint(with: other.traits.patches)
    case .places: return traits.hasPlaces(of: other.traits)
    case .mode: return signature.change.palette.isAlike(other.signature.change.palette)
    }
  }

  func familyReason(with others: ArraySlice<CauseLeader>) -> String {
    func isShared(_ trait: FamilyKey.Trait) -> Bool {
      others.allSatisfy { isAlike($0, by: trait) }
    }
    if isShared(.redrawn) { return "the same shapes, redrawn" }
    if let kind = traits.comingOrGoing, isShared(.appeared) {
      return "\(kind.words) in each, not of the same shape"
    }
    if isShared(.recoloured) { return "only colours changed, some of them the same" }
    if isShared(.patch(0)) { return "the same patch replaced in each" }
    let change = signature.change
    let haveColours = isShared(.mode)
    if haveColours, let mode = change.palette.modes.first,
      ([self] + others).allSatisfy({ $0.signature.change.palette.isMostly(mode) })
    {
      return "mostly \(ChangeKind.ColourChange(from: mode.before, to: mode.after).words)"
    }
    let shared = others.reduce(change.kindWords) { words, other in
      words.filter(other.signature.change.kindWords.contains)
    }
    if isShared(.places(0)) {
      return "\(shared.first ?? "something else") at the same place in each"
    }
    if !shared.isEmpty { return shared.prefix(3).joined(separator: "; ") + " in each" }
    return haveColours
      ? "the same colours before and after" : "the same colours, kinds or places"
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

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
  var known: [FamilyKey: [FamilyKey.Holder]] = [:]
  for (index, leader) in leaders.enumerated() where !leader.signature.isNoise {
    let keys = FamilyKey.keys(of: leader)
    // The first of all that are alike; of what a key finds few are asked.
    var family = members.count
    for (key, mode) in keys.asked {
      for holder in key.neighbours.flatMap({ known[$0] ?? [] })
      where holder.family < family && holder.mayBeAlike(mode)
        && leaders[members[holder.family][0]].isAlike(leader, by: key.trait)
      {
        family = holder.family
      }
    }
    if family < members.count {
      members[family].append(index)
    } else {
      for (key, mode) in keys.held {
        known[key, default: []].append(FamilyKey.Holder(family: family, mode: mode))
      }
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
  /// 1 where all that changed are shapes that grew, -1 where all shrank.
  let growth: Int
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
    let steps = Set(tallies.map(\.growth))
    growth = change.size == .same && steps.count == 1 ? steps.first ?? 0 : 0
    patches = Set(tallies.filter(\.isUnnamed).flatMap { $0.patches ?? [] })
    let changed = change.regions.filter { $0.kind != .noise }.map(\.box)
    boxes =
      only?.isUnnamed == true && !change.isScattered && 1...4 ~= changed.count
        && changed.count == only?.regions
      ? changed.sorted { ($0.y, $0.x) < ($1.y, $1.x) } : nil
  }

  /// True if one thing without a name is the same in both: one screen shows more of the new icons than
  /// another.
  func hasPatch(of other: Self) -> Bool { !patches.isDisjoint(with: other.patches) }

  /// True if the same ink came to the same ground, or went from it, and nothing else happened: the
  /// same label in other languages has other words, and another number of them.
  func hasElements(of other: Self) -> Bool {
    comingOrGoing.flatMap { own in other.comingOrGoing.map(own.isLike) } ?? false
  }

  /// True if shapes grew in both, or shrank in both, and nothing else happened.
  func hasGrowth(of other: Self) -> Bool { growth != 0 && growth == other.growth }

  /// True if nothing but colours changed, and one of them in both: screens show some of a palette each.
  func hasRecolouring(of other: Self) -> Bool {
    recolourings.contains { own in other.recolourings.contains(where: own.isLike) }
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
  /// True if the same kinds of change happened to as many elements of one form, such as the same
  /// text in other sizes: its edges are of too many colours for a palette.
  fileprivate func hasKinds(of other: ChangeKinds) -> Bool {
    !tallies.isEmpty && tallies.count == other.tallies.count
      && tallies.allSatisfy { tally in
        other.tallies.contains {
          tally.kind.isLike($0.kind) && tally.form == $0.form && tally.regions == $0.regions
        }
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
    case .appeared, .vanished: return traits.hasElements(of: other.traits)
    case .growth: return traits.hasGrowth(of: other.traits)
    case .recoloured: return traits.hasRecolouring(of: other.traits)
    case .patch: return traits.hasPatch(of: other.traits)
    case .places: return traits.hasPlaces(of: other.traits)
    case .mode: return signature.change.palette.isAlike(other.signature.change.palette)
    case .kinds: return signature.change.hasKinds(of: other.signature.change)
    }
  }

  func familyReason(with others: ArraySlice<CauseLeader>) -> String {
    if traits.isRedrawn, others.allSatisfy(\.traits.isRedrawn) {
      return "the same shapes, redrawn"
    }
    if let kind = traits.comingOrGoing, others.allSatisfy({ traits.hasElements(of: $0.traits) }) {
      return "\(kind.words) in each, not of the same shape"
    }
    if others.allSatisfy({ traits.hasGrowth(of: $0.traits) }) {
      return traits.growth > 0 ? "shapes grew" : "shapes shrank"
    }
    if others.allSatisfy({ traits.hasRecolouring(of: $0.traits) }) {
      return "only colours changed, some of them the same"
    }
    if others.allSatisfy({ traits.hasPatch(of: $0.traits) }) {
      return "the same patch replaced in each"
    }
    let change = signature.change
    let haveColours = others.allSatisfy {
      change.palette.isAlike($0.signature.change.palette)
    }
    if haveColours, let mode = change.palette.modes.first,
      ([self] + others).allSatisfy({ $0.signature.change.palette.isMostly(mode) })
    {
      return "mostly \(ChangeKind.ColourChange(from: mode.before, to: mode.after).words)"
    }
    let shared = others.reduce(change.kindWords) { words, other in
      words.filter(other.signature.change.kindWords.contains)
    }
    let sharedWords = shared.prefix(3).joined(separator: "; ") + " in each"
    if others.allSatisfy({ change.hasKinds(of: $0.signature.change) }) {
      return shared.isEmpty ? "the same kinds of change in each" : sharedWords
    }
    if others.allSatisfy({ traits.hasPlaces(of: $0.traits) }) {
      return "\(sharedKind(with: others)?.words ?? "something else") at the same place in each"
    }
    if !shared.isEmpty { return sharedWords }
    return haveColours
      ? "the same colours before and after" : "the same colours, kinds or places"
  }

  /// The only kind of change of all.
  private func sharedKind(with others: ArraySlice<CauseLeader>) -> ChangeKind? {
    let tallies = signature.change.tallies
    guard tallies.count == 1 else { return nil }
    return others.allSatisfy { $0.signature.change.tallies.map(\.kind) == [tallies[0].kind] }
      ? tallies[0].kind : nil
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

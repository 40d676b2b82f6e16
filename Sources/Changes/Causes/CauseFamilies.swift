import DiffEngine

/// Causes that look alike, which are shown together and decided from their pictures.
package struct CauseFamily: Hashable, Sendable {
  /// The ids of two or more causes, in rising order.
  package var causes: [Int]
  /// A description of what the causes have in common.
  package var reason: String
  /// The distance of each cause from the others, if it was requested: the causes to view first,
  /// then the most distant ones.
  package var looks: [FamilyLook]

  package init(causes: [Int], reason: String, looks: [FamilyLook] = []) {
    (self.causes, self.reason, self.looks) = (causes, reason, looks)
  }
}

extension [CauseFamily] {
  /// The index of each cause's family, by the cause's id.
  package var places: [Int: Int] {
    var places: [Int: Int] = [:]
    for (place, family) in enumerated() { for id in family.causes { places[id] = place } }
    return places
  }

  /// The look of each cause that has one, by the cause's id.
  package var looks: [Int: FamilyLook] {
    Dictionary(flatMap(\.looks).map { ($0.cause, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the families, with those merged that the pairs connect.
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

/// Finds the causes that look alike: the same colours turned into the same ones, the same shapes were
/// redrawn, the largest that changed moved as far, or unnamed changes have the same places or pixels.
/// All noise is alike.
///
/// - Parameter leaders: The leaders of the causes, in the order of their ids.
func families(of leaders: [CauseLeader]) -> [CauseFamily] {
  var members: [[Int]] = []
  var heads: [CauseLeader] = []
  var known = NearTable()
  for (index, leader) in leaders.enumerated() where !leader.signature.isNoise {
    let keys = FamilyKey.keys(of: leader)
    // Take the first family that is alike, so that few of the candidates are compared.
    var family = members.count
    for key in keys.asked {
      known.forEach(near: key.point, key.trait) { other in
        if other < family, heads[other].isAlike(leader, by: key.trait) { family = other }
      }
    }
    if family < members.count {
      members[family].append(index)
    } else {
      for key in Set(keys.held) { known.add(family, key.trait, key.point) }
      members.append([index])
      heads.append(leader)
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

/// The traits that may make two changes look alike if their palettes do not.
struct AlikeTraits: Sendable {
  /// True if only edges changed: the same shapes, redrawn.
  let isRedrawn: Bool
  /// The colours that became others, redrawn or not, if nothing else happened.
  let recolourings: [ChangeKind.ColourChange]
  /// How the largest that changed moved, whatever else happened: each screen has parts of its own. Nil
  /// if a move is proven to be all that happened, because such cases need no look at others.
  let move: MainMove?
  /// The keys of the pixels of all unnamed changes.
  let patches: Set<ContentKey>
  /// The boxes of all regions, in an order that does not depend on scale; nil if one has a named
  /// kind, or if there are too many.
  let boxes: [PixelBox]?

  init(_ change: ChangeKinds) {
    let tallies = change.tallies
    isRedrawn =
      change.size == .same && !tallies.isEmpty && tallies.allSatisfy { $0.shape.redrawing != nil }
    let only = change.size == .same && tallies.count == 1 ? tallies[0] : nil
    let recoloured = tallies.compactMap { tally -> ChangeKind.ColourChange? in
      if case .recoloured(let colours) = tally.kind { colours } else { tally.shape.inks }
    }
    recolourings =
      change.size == .same && recoloured.count == tallies.count ? recoloured : []
    let isMoved = only.map { $0.kind.offset != nil && !$0.isToldByPixels } ?? false
    let largest = isMoved ? nil : change.largest
    move = largest.flatMap { $0.kind.offset.map(MainMove.content) ?? $0.shape.move }
    patches = Set(tallies.filter(\.isUnnamed).flatMap { $0.patches ?? [] })
    let changed = change.regions.filter { $0.kind != .noise }.map(\.box)
    boxes =
      only?.isUnnamed == true && !change.isScattered && 1...4 ~= changed.count
        && changed.count == only?.regions
      ? changed.sorted { ($0.y, $0.x) < ($1.y, $1.x) } : nil
  }

  /// True if all changes are unnamed and lie at the same places, at the same or a usual scale:
  /// pictures drawn in the same way, or one icon on several devices.
  func hasPlaces(of other: Self) -> Bool {
    guard let boxes, let its = other.boxes, boxes.count == its.count else { return false }
    return ([1] + SizeRelation.usualFactors).contains { scale in
      zip(boxes, its).allSatisfy { $0.isAt($1, scale: scale) }
    }
  }
}

extension ChangeKinds {
  fileprivate var largest: KindTally? { tallies.max { $0.pixels < $1.pixels } }

  /// Describes what happened to which form of element, without repetition.
  fileprivate var kindWords: [String] {
    tallies.reduce(into: []) { words, tally in
      let own = tally.kind.words(of: tally.form)
      if !words.contains(own) { words.append(own) }
    }
  }

  /// True if the same kinds of change happened to as many elements of each form, such as one text in
  /// several sizes, whose edges have too many colours for a palette.
  fileprivate func hasKinds(of other: ChangeKinds) -> Bool {
    !tallies.isEmpty && tallies.count == other.tallies.count
      && tallies.allSatisfy { tally in
        other.tallies.contains {
          tally.kind.isLike($0.kind) && tally.form == $0.form && tally.regions == $0.regions
        }
      }
  }
}

extension CauseLeader {
  /// True if both look alike by a trait that they share, and the sizes changed in one direction.
  func isAlike(_ other: CauseLeader, by trait: FamilyKey.Trait) -> Bool {
    guard signature.change.size.isAlike(other.signature.change.size) else { return false }
    switch trait {
    case .redrawn: return traits.isRedrawn && other.traits.isRedrawn
    // Each screen shows only a part of a palette.
    case .recoloured:
      return traits.recolourings.contains { own in
        other.traits.recolourings.contains(where: own.isLike)
      }
    // One screen shows more of the new icons than another.
    case .patch: return !traits.patches.isDisjoint(with: other.traits.patches)
    case .places: return traits.hasPlaces(of: other.traits)
    case .kinds: return signature.change.hasKinds(of: other.signature.change)
    case .moved: return traits.move == other.traits.move
    case .mode: return signature.change.palette.isAlike(other.signature.change.palette)
    }
  }

  func familyReason(with others: ArraySlice<CauseLeader>) -> String {
    func isShared(_ trait: FamilyKey.Trait) -> Bool {
      others.allSatisfy { isAlike($0, by: trait) }
    }
    if isShared(.redrawn) { return "the same shapes, redrawn" }
    if isShared(.recoloured) { return "colours changed, some of them the same" }
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
    if let move = change.largest?.shape.move, isShared(.moved(move)) {
      return move.words(of: "content") + " in each"
    }
    if !shared.isEmpty { return shared.prefix(3).joined(separator: "; ") + " in each" }
    return haveColours
      ? "the same colours before and after" : "the same colours, kinds or places"
  }
}

extension PixelBox {
  /// True if this box, once scaled, lies where the other one does, within two pixels of the larger.
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

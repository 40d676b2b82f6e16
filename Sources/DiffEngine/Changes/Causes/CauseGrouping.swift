import Pixels

/// Groups changes by their causes, one after the other.
///
/// Every case goes to the first leader with the same cause, in the order of the list, or leads a
/// cause of its own: no case is further from its leader than one tolerance, none contradicts another
/// on what a colour became, and the outcome depends on nothing but the signatures and their order.
/// Only leaders are kept.
package struct CauseFinder: Sendable {
  private var leaders: [CauseLeader] = []
  /// What became of colours in the cases of each cause.
  private var mappings: [ColourMapping] = []
  private var table = LeaderTable()

  package init() {}

  /// - Parameter signature: Not empty.
  /// - Returns: The number of the cause, from 0 in the order of the leaders, and why the case has
  ///   the same one as its leader; nil for a leader.
  package mutating func add(_ signature: ChangeSignature) -> (cause: Int, reason: String?) {
    let traits = LeaderTraits(signature)
    let mapped = signature.change.mapped
    for cause in table.candidates(for: traits) {
      guard let reason = leaders[cause].sharedCause(with: signature),
        !mappings[cause].isContradicted(by: mapped)
      else { continue }
      mappings[cause].add(mapped)
      return (cause, reason)
    }
    table.add(traits, cause: leaders.count)
    leaders.append(CauseLeader(signature))
    mappings.append(ColourMapping(mapped))
    return (leaders.count - 1, nil)
  }

  /// The causes that look alike; ids are the causes' numbers and one.
  package var families: [CauseFamily] { DiffEngine.families(of: leaders) }
}

/// The first case of a cause: large, and read far more often than kept.
final class CauseLeader: Sendable {
  let signature: ChangeSignature

  init(_ signature: ChangeSignature) { self.signature = signature }

  /// Compares here, because handing out the signature would copy it.
  func sharedCause(with other: ChangeSignature) -> String? { signature.sharedCause(with: other) }
}

/// The leaders by what must be equal, or near, for another case to have the same cause: so that a
/// case is compared with few of them.
private struct LeaderTable: Sendable {
  private var causes: [UInt64: [Int]] = [:]
  private var nearCauses: [UInt64: [(cause: Int, looks: CauseLooks)]] = [:]

  mutating func add(_ traits: LeaderTraits, cause: Int) {
    for key in traits.exact { causes[key, default: []].append(cause) }
    if let near = traits.near {
      nearCauses[near.key, default: []].append((cause, near.looks))
    }
  }

  /// The causes whose leaders may match, in rising order.
  func candidates(for traits: LeaderTraits) -> [Int] {
    var found: [Int] = []
    for key in traits.exact { found += causes[key] ?? [] }
    traits.near?.forEachNeighbour { key, looks in
      for (cause, others) in nearCauses[key] ?? [] where looks.mayMatch(others) {
        found.append(cause)
      }
    }
    return Set(found).sorted()
  }
}

/// The keys of what two cases have in common, for each way to have one cause. If keys are equal by
/// accident, the cases are compared for nothing.
private struct LeaderTraits {
  private(set) var exact: [UInt64] = []
  private(set) var near: Near?

  /// A trait that must be equal, and colours that must be near.
  struct Near {
    fileprivate let trait: ContentKey
    fileprivate let sketch: ColourSketch
    fileprivate let looks: CauseLooks

    var key: UInt64 { key(sketch.before, sketch.after) }

    /// Calls `body` with the keys of all that may match.
    fileprivate func forEachNeighbour(_ body: (UInt64, CauseLooks) -> Void) {
      for before in sketch.before - 1...sketch.before + 1 {
        for after in sketch.after - 1...sketch.after + 1 { body(key(before, after), looks) }
      }
    }

    private func key(_ before: Int32, _ after: Int32) -> UInt64 {
      var key = trait
      key.add(UInt64(UInt32(bitPattern: before)) << 32 | UInt64(UInt32(bitPattern: after)))
      return key.first
    }
  }

  private enum Way: UInt64 {
    /// The very same pixels.
    case content
    case scattered
    /// The same outlines, in other colours.
    case outlines
    /// The same names of kinds, and the same patches replaced; their darkest colours.
    case kinds
  }

  init(_ signature: ChangeSignature) {
    addExact(.content) { $0.add(signature.content) }
    if signature.noise != nil { addExact(.scattered) { _ in } }
    if let shapes = signature.shapes, !shapes.isEmpty {
      addExact(.outlines) { key in for shape in shapes { key.add(unordered: shape.outlineKey) } }
    }
    if !signature.change.isUnlike {
      let trait = key(.kinds) { key in
        for name in signature.kinds { key.add(unordered: ContentKey(name)) }
        for tally in signature.change.tallies where tally.kind == .replaced {
          key.add(unordered: tally.patchesKey)
        }
      }
      let tallies = signature.change.tallies
      near = Near(
        trait: trait, sketch: ColourSketch(tallies.compactMap(\.kind.colours)),
        looks: CauseLooks(tallies))
    }
  }

  private func key(_ way: Way, _ body: (inout ContentKey) -> Void) -> ContentKey {
    var key = ContentKey()
    key.add(way.rawValue)
    body(&key)
    return key
  }

  private mutating func addExact(_ way: Way, _ body: (inout ContentKey) -> Void) {
    exact.append(key(way, body).first)
  }
}

/// Two numbers that are near for sets of colour pairs of which each has its like, within the
/// tolerance of `ColourChange`, in the other set: the least sum of the channels, before and after.
private struct ColourSketch {
  let before: Int32
  let after: Int32

  private static let step = Int32(4 * ChangeKind.ColourChange.tolerance + 1)

  init(_ colours: [ChangeKind.ColourChange]) {
    before = (colours.map { Self.sum($0.from) }.min() ?? 0) / Self.step
    after = (colours.map { Self.sum($0.to) }.min() ?? 0) / Self.step
  }

  private static func sum(_ colour: Pixel) -> Int32 {
    Int32(SIMD4<UInt16>(truncatingIfNeeded: colour).wrappedSum())
  }
}

/// What is quickly compared of two changes: of ten thousand with the same names, few are left.
private struct CauseLooks {
  private var before = ColourBounds()
  private var after = ColourBounds()
  private var inks = ColourBounds()
  /// A bit for the pixels of each shape.
  private var contents: UInt64 = 0

  init(_ tallies: [KindTally]) {
    for tally in tallies {
      if let colours = tally.kind.colours {
        before.add(colours.from)
        after.add(colours.to)
      }
      for shape in tally.shapes ?? [] {
        for ink in shape.inks { inks.add(ink) }
        if let content = shape.content { contents |= 1 << (content.first % 64) }
      }
    }
  }

  /// False if the changes have not one cause: their colours are not near, or neither have their
  /// shapes near inks, nor are any of them the same pixels.
  func mayMatch(_ other: Self) -> Bool {
    before.areNear(other.before) && after.areNear(other.after)
      && (inks.areNear(other.inks) || contents & other.contents != 0)
  }

  /// The least and the most of each channel: near for sets of colours of which each has its like,
  /// within the tolerance of `ColourChange`, in the other set.
  private struct ColourBounds {
    private var least = Pixel(repeating: .max)
    private var most = Pixel(repeating: .min)

    mutating func add(_ colour: Pixel) {
      least = pointwiseMin(least, colour)
      most = pointwiseMax(most, colour)
    }

    func areNear(_ other: Self) -> Bool {
      max(distance(least, other.least), distance(most, other.most))
        <= ChangeKind.ColourChange.tolerance
    }
  }
}

extension KindTally {
  /// A key that is equal for the same patches.
  fileprivate var patchesKey: ContentKey {
    var key = ContentKey()
    key.add(isLeftover ? 1 : 0)
    for patch in patches ?? [] { key.add(patch) }
    return key
  }
}

extension ContentKey {
  fileprivate init(_ name: String) {
    self.init()
    for byte in name.utf8 { add(UInt64(byte)) }
  }
}

extension RegionShape {
  fileprivate var outlineKey: ContentKey {
    var key = outline
    key.add(UInt64(width) << 32 | UInt64(height) << 8 | UInt64(edge.rawValue))
    return key
  }
}

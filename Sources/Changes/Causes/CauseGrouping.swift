import DiffEngine
import Pixels

/// Groups changes by their causes, one after the other.
///
/// Each case joins the first leader with the same cause, in the order of the list, or leads a cause
/// of its own. So no case is further from its leader than one tolerance, no two cases contradict
/// each other on what a colour became, and the result depends only on the signatures and their
/// order. Only leaders are kept.
package struct CauseFinder: Sendable {
  private var leaders: [CauseLeader] = []
  /// Links between causes with the same change in different numbers of places.
  private var links: [CauseFamily] = []
  private var table = LeaderTable()

  package init() {}

  /// - Parameter signature: A signature that is not empty.
  /// - Returns: The number of the cause, from 0 in the order of the leaders, and the reason why the
  ///   case shares it with its leader; the reason is nil for a leader.
  package mutating func add(_ signature: ChangeSignature) -> (cause: Int, reason: String?) {
    let traits = LeaderTraits(signature)
    var likest: Int?
    for cause in table.candidates(for: traits) {
      guard let relation = leaders[cause].relation(to: signature) else { continue }
      if relation.mayMiss {
        likest = likest ?? cause
        continue
      }
      return (cause, relation.reason)
    }
    if let likest {
      links.append(
        CauseFamily(
          causes: [likest + 1, leaders.count + 1],
          reason: "the same change, in other numbers of places"))
    }
    table.add(traits, cause: leaders.count)
    leaders.append(CauseLeader(signature))
    return (leaders.count - 1, nil)
  }

  /// The causes that look alike; an id is the number of the cause plus one.
  package var families: [CauseFamily] { Changes.families(of: leaders).joined(with: links) }

  package func looks(of causes: [Int]) -> [FamilyLook] {
    FamilyLook.looks(of: causes.map { leaders[$0].signature.change }, causes: causes)
  }
}

/// The first case of a cause. It is a class, because it is large and rarely stored but often read.
final class CauseLeader: Sendable {
  let signature: ChangeSignature
  let traits: AlikeTraits

  init(_ signature: ChangeSignature) {
    (self.signature, traits) = (signature, AlikeTraits(signature.change))
  }

  /// Compares here, because returning the signature would copy it.
  func relation(to other: ChangeSignature) -> (reason: String, mayMiss: Bool)? {
    signature.relation(to: other)
  }
}

/// The leaders by the traits that must be equal or near for another case to have the same cause, so
/// that a case is compared with few of them.
private struct LeaderTable: Sendable {
  private var causes: [LeaderKey: [Int]] = [:]

  mutating func add(_ traits: LeaderTraits, cause: Int) {
    for key in traits.keys { causes[key, default: []].append(cause) }
  }

  /// Returns the causes whose leaders may match, in rising order.
  func candidates(for traits: LeaderTraits) -> [Int] {
    let found = traits.keys.flatMap { $0.neighbours }.flatMap { causes[$0] ?? [] }
    return found.count > 1 ? Set(found).sorted() : found
  }
}

/// The traits that two cases must share in one of the ways to have one cause: a trait that must be
/// equal, and numbers that differ by at most one.
private struct LeaderKey: Hashable {
  var trait: ContentKey
  var cells: SIMD4<Int32>?

  /// The keys of all cases that may match.
  var neighbours: [LeaderKey] {
    cells.map { $0.neighbours.map { Self(trait: trait, cells: $0) } } ?? [self]
  }
}

/// The keys of a case, one for each way to share a cause. If keys are equal by accident, the cases
/// are compared in vain.
private struct LeaderTraits {
  private(set) var keys: [LeaderKey] = []

  private enum Way: UInt64 {
    /// Exactly the same pixels.
    case content
    case scattered
    /// The same names of kinds, the same direction of size change, the same pixels if only these
    /// identify a kind, and similar colours or offsets otherwise.
    case kinds
  }

  init(_ signature: ChangeSignature) {
    add(.content) { $0.add(signature.content) }
    if signature.noise != nil { add(.scattered) { _ in } }
    let change = signature.change
    guard !change.isUnlike else { return }
    add(.kinds, change.kindCells) { key in
      for name in signature.kinds { key.add(unordered: ContentKey(name)) }
      key.add(change.size.signs)
      for tally in change.tallies where tally.isToldByPixels {
        key.add(unordered: tally.patchesKey)
      }
    }
  }

  private mutating func add(
    _ way: Way, _ cells: SIMD4<Int32>? = nil, _ body: (inout ContentKey) -> Void
  ) {
    var key = ContentKey()
    key.add(way.rawValue)
    body(&key)
    keys.append(LeaderKey(trait: key, cells: cells))
  }
}

extension ChangeKinds {
  /// Numbers that are near for like kinds of change: the minimum of the changed colours, and of the
  /// offsets of moved content.
  var kindCells: SIMD4<Int32> {
    let colours = tallies.lazy.filter { !$0.isToldByPixels }.compactMap(\.kind.colours)
    let offsets = tallies.lazy.compactMap(\.kind.offset)
    func least(_ values: [Double], by step: Double) -> Int32 {
      Int32((max(-1e6, min(1e6, values.min() ?? 0)) / step).rounded(.down))
    }
    let step = Double(4 * ChangeKind.ColourChange.tolerance + 1)
    return SIMD4(
      least(colours.map { Double($0.from.sum) }, by: step),
      least(colours.map { Double($0.to.sum) }, by: step),
      least(offsets.map(\.dx), by: 1), least(offsets.map(\.dy), by: 1))
  }
}

extension SizeRelation {
  /// The directions in which both sides changed, as one number.
  fileprivate var signs: UInt64 {
    func sign(_ band: Band?) -> Int { (band?.change ?? 0).signum() + 1 }
    if case .rescaled = self { return 9 }
    return UInt64(3 * sign(rows) + sign(columns))
  }
}

extension Pixel {
  /// The sum of the channels.
  var sum: Int { Int(SIMD4<UInt16>(truncatingIfNeeded: self).wrappedSum()) }
}

extension SIMD4<Int32> {
  /// All vectors in which each number is the same, or one more or less.
  var neighbours: [Self] {
    (0..<4).reduce([self]) { vectors, place in
      vectors.flatMap { vector in
        (-1...1).map { (step: Int32) in
          var other = vector
          other[place] += step
          return other
        }
      }
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

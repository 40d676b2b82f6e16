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
  /// The leaders by what must be equal or near, so that a case is compared with few of them.
  private var table = NearTable()

  package init() {}

  /// - Parameter signature: A signature that is not empty.
  /// - Returns: The number of the cause, from 0 in the order of the leaders, and the reason why the
  ///   case shares it with its leader; the reason is nil for a leader.
  package mutating func add(_ signature: ChangeSignature) -> (cause: Int, reason: String?) {
    let traits = LeaderTrait.traits(of: signature)
    var likest: Int?
    var found: Set<Int> = []
    for trait in traits { table.forEach(near: trait.point, trait.way) { found.insert($0) } }
    for cause in found.sorted() {
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
    for trait in traits { table.add(leaders.count, trait.way, trait.point) }
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

/// A way to share a cause, with everything that must be equal for it, and what must be near.
private struct LeaderTrait {
  enum Way: Hashable {
    /// Exactly the same pixels.
    case content(ContentKey)
    case scattered
    /// The same names of kinds, the same direction of size change, the same pixels if only these
    /// identify a kind, and similar colours or offsets otherwise.
    case kinds([String], signs: Int, patches: Set<[ContentKey]>)
  }

  let way: Way
  var point = NearPoint()

  static func traits(of signature: ChangeSignature) -> [Self] {
    var traits = [Self(way: .content(signature.content))]
    if signature.noise != nil { traits.append(Self(way: .scattered)) }
    let change = signature.change
    guard !change.isUnlike else { return traits }
    let patches = Set(change.tallies.filter(\.isToldByPixels).compactMap(\.patches))
    let way = Way.kinds(signature.kinds.sorted(), signs: change.size.signs, patches: patches)
    return traits + [Self(way: way, point: change.kindPoint)]
  }
}

extension ChangeKinds {
  /// A point that is near for like kinds of change: the minimum of the changed colours, and of the
  /// offsets of moved content.
  var kindPoint: NearPoint {
    let colours = tallies.lazy.filter { !$0.isToldByPixels }.compactMap(\.kind.colours)
    let offsets = tallies.lazy.compactMap(\.kind.offset)
    func least(_ values: [Double], by step: Int = 1) -> Int32 {
      Int32((max(-1e6, min(1e6, values.min() ?? 0)) / Double(step)).rounded(.down))
    }
    let step = 4 * ChangeKind.ColourChange.tolerance + 1
    let from = least(colours.map { Double($0.from.sum) }, by: step)
    let to = least(colours.map { Double($0.to.sum) }, by: step)
    return NearPoint(
      SIMD4(from, least(offsets.map(\.dx)), 0, 0), SIMD4(to, least(offsets.map(\.dy)), 0, 0))
  }
}

extension SizeRelation {
  /// The directions in which both sides changed, as one number.
  fileprivate var signs: Int {
    func sign(_ band: Band?) -> Int { (band?.change ?? 0).signum() + 1 }
    if case .rescaled = self { return 9 }
    return 3 * sign(rows) + sign(columns)
  }
}

extension Pixel {
  /// The sum of the channels.
  package var sum: Int { Int(SIMD4<UInt16>(truncatingIfNeeded: self).wrappedSum()) }
}

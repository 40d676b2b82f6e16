import PNGCodec

/// Groups changes by their causes, one after the other.
///
/// Every case goes to the first leader with the same cause, in the order of the list, or leads a
/// cause of its own: no case is further from its leader than one tolerance, and the outcome depends
/// on nothing but the signatures and their order. Only leaders are kept.
package struct CauseFinder: Sendable {
  private var leaders: [Leader] = []
  private var table = LeaderTable()

  /// Large, and read far more often than kept.
  private final class Leader: Sendable {
    let signature: ChangeSignature

    init(_ signature: ChangeSignature) { self.signature = signature }
  }

  package init() {}

  /// - Parameter signature: Not empty.
  /// - Returns: The number of the cause, from 0 in the order of the leaders, and why the case has the
  ///   same one as its leader; nil for a leader.
  package mutating func add(_ signature: ChangeSignature) -> (cause: Int, reason: String?) {
    for cause in table.candidates(for: signature) {
      if let reason = leaders[cause].signature.sharedCause(with: signature) {
        return (cause, reason)
      }
    }
    table.add(signature, cause: leaders.count)
    leaders.append(Leader(signature))
    return (leaders.count - 1, nil)
  }

  /// The causes that look alike; ids are the causes' numbers and one.
  package var families: [CauseFamily] { DiffEngine.families(of: leaders.map(\.signature)) }
}

/// Groups changes by their causes; see `CauseFinder`.
///
/// - Parameter signatures: nil for a case without two images; in no cause, as are changes that are
///   empty.
package func causes(of signatures: [ChangeSignature?]) -> Causes {
  var all: [Cause] = []
  var finder = CauseFinder()
  for (index, signature) in signatures.enumerated() {
    guard let signature, !signature.isEmpty else { continue }
    let (cause, reason) = finder.add(signature)
    if let reason {
      all[cause].members.append(Cause.Member(index: index, reason: reason))
    } else {
      all.append(Cause(id: all.count + 1, leader: index, signature))
    }
  }
  return Causes(all: all, families: finder.families)
}

extension Cause {
  fileprivate init(id: Int, leader: Int, _ signature: ChangeSignature) {
    self.init(
      id: id, members: [Member(index: leader, reason: "the first of its kind")],
      kinds: signature.kinds, text: signature.causeText, isNoise: signature.isNoise)
  }
}

/// The leaders by what must be equal, or near, for another case to have the same cause: so that a case is
/// compared with few of them.
private struct LeaderTable: Sendable {
  private var causes: [ContentKey: [Int]] = [:]

  mutating func add(_ signature: ChangeSignature, cause: Int) {
    let traits = LeaderTraits(signature)
    for key in traits.exact + traits.near.map(\.key) { causes[key, default: []].append(cause) }
  }

  /// The causes whose leaders may match, in rising order.
  func candidates(for signature: ChangeSignature) -> [Int] {
    let traits = LeaderTraits(signature)
    return (traits.exact + traits.near.flatMap(\.neighbours)).flatMap { causes[$0] ?? [] }.distinct
  }
}

extension [Int] {
  /// In rising order, each once. Of many numbers in a few rising stretches this is quicker than a
  /// set.
  var distinct: [Int] {
    var result: [Int] = []
    for number in sorted() where number != result.last { result.append(number) }
    return result
  }
}

/// What two cases of one cause have in common, for each way to have one.
private struct LeaderTraits {
  private(set) var exact: [ContentKey] = []
  private(set) var near: [Near] = []

  /// What must be equal, and colours that must be near.
  struct Near {
    fileprivate let trait: ContentKey
    fileprivate let sketch: ColourSketch

    var key: ContentKey { key(sketch) }
    /// Of all that may match.
    var neighbours: [ContentKey] { sketch.neighbours.map(key) }

    private func key(_ sketch: ColourSketch) -> ContentKey {
      var key = trait
      key.add(
        UInt64(UInt32(bitPattern: sketch.before)) << 32 | UInt64(UInt32(bitPattern: sketch.after)))
      return key
    }
  }

  private enum Way: UInt64 {
    /// The very same pixels.
    case content
    case scattered
    /// With as many regions.
    case stretched
    /// The same outlines, in other colours.
    case outlines
    /// Regions of the same grids; their darkest colours before and after.
    case grids
    /// The same names of kinds; their darkest colours.
    case kinds
  }

  init(_ signature: ChangeSignature) {
    addExact(.content) { $0.add(signature.content) }
    if signature.noise != nil { addExact(.scattered) { _ in } }
    if signature.stretch != nil {
      addExact(.stretched) { $0.add(UInt64(signature.regionCount)) }
    }
    if let shapes = signature.shapes, !shapes.isEmpty {
      addExact(.outlines) { $0.add(unordered: shapes.map(\.outlineKey)) }
      addNear(.grids, shapes.map { ($0.before, $0.after) }) {
        $0.add(unordered: shapes.map(\.gridKey))
      }
    }
    if !signature.change.isUnnamed {
      let colours = signature.change.tallies.compactMap(\.kind.colours)
      addNear(.kinds, colours.map { ($0.from, $0.to) }) { key in
        for byte in signature.kinds.sorted().joined(separator: " ").utf8 { key.add(UInt64(byte)) }
      }
    }
  }

  private func key(_ way: Way, _ body: (inout ContentKey) -> Void) -> ContentKey {
    var key = ContentKey()
    key.add(way.rawValue)
    body(&key)
    return key
  }

  private mutating func addExact(_ way: Way, _ body: (inout ContentKey) -> Void) {
    exact.append(key(way, body))
  }

  private mutating func addNear(
    _ way: Way, _ colours: [(Pixel, Pixel)], _ body: (inout ContentKey) -> Void
  ) {
    near.append(Near(trait: key(way, body), sketch: ColourSketch(colours)))
  }
}

/// Two numbers that are near for sets of colour pairs of which each has its like, within the
/// tolerance of `ColourChange`, in the other set: the least sum of the channels, before and after.
private struct ColourSketch {
  private(set) var before: Int32
  private(set) var after: Int32

  private static let step = Int32(4 * ChangeKind.ColourChange.tolerance + 1)

  init(_ colours: [(Pixel, Pixel)]) {
    func least(_ colours: [Pixel]) -> Int32 {
      colours.lazy.map { Int32(SIMD4<UInt16>(truncatingIfNeeded: $0).wrappedSum()) }.min() ?? 0
    }
    before = least(colours.map(\.0)) / Self.step
    after = least(colours.map(\.1)) / Self.step
  }

  var neighbours: [ColourSketch] {
    (-1...1).flatMap { first in
      (-1...1).map { second in
        var near = self
        near.before += Int32(first)
        near.after += Int32(second)
        return near
      }
    }
  }
}

extension ContentKey {
  fileprivate mutating func add(unordered keys: [ContentKey]) {
    for key in keys.sorted() { add(key) }
  }
}

extension RegionShape {
  fileprivate var outlineKey: ContentKey {
    var key = outline
    key.add(UInt64(width) << 32 | UInt64(height) << 8 | UInt64(edge.rawValue))
    return key
  }

  fileprivate var gridKey: ContentKey {
    var key = ContentKey()
    key.add(UInt64(columns) << 32 | UInt64(rows) << 8 | UInt64(edge.rawValue))
    return key
  }
}

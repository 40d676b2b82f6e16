import PNGCodec

/// Groups changes by their causes, one after the other.
///
/// Every case goes to the first leader with the same cause, in the order of the list, or leads a
/// cause of its own: no case is further from its leader than one tolerance, and the outcome depends
/// on nothing but the signatures and their order. Only leaders are kept.
package struct CauseFinder: Sendable {
  private var leaders: [CauseLeader] = []
  private var table = LeaderTable()

  package init() {}

  /// - Parameter signature: Not empty.
  /// - Returns: The number of the cause, from 0 in the order of the leaders, and why the case has the
  ///   same one as its leader; nil for a leader.
  package mutating func add(_ signature: ChangeSignature) -> (cause: Int, reason: String?) {
    let traits = LeaderTraits(signature)
    for cause in table.candidates(for: traits) {
      if let reason = leaders[cause].sharedCause(with: signature) { return (cause, reason) }
    }
    table.add(traits, cause: leaders.count)
    leaders.append(CauseLeader(signature))
    return (leaders.count - 1, nil)
  }

  /// The causes that look alike; ids are the causes' numbers and one.
  package var families: [CauseFamily] { DiffEngine.families(of: leaders) }
}

/// The first case of a cause: large, and read far more often than kept.
final class CauseLeader: Sendable {
  let signature: ChangeSignature

  init(_ signature: ChangeSignature) { self.signature = signature }

  /// Asked here, as a signature that is handed out is copied.
  func sharedCause(with other: ChangeSignature) -> String? { signature.sharedCause(with: other) }
}

/// Groups changes by their causes; see `CauseFinder`.
///
/// - Parameter signatures: nil for a case without two images; in no cause, as are changes that are
///   empty.
package func causes(of signatures: [ChangeSignature?]) -> Causes {
  var all: [Cause] = []
  var words: [CauseWords] = []
  var finder = CauseFinder()
  for (index, signature) in signatures.enumerated() {
    guard let signature, !signature.isEmpty else { continue }
    let (cause, reason) = finder.add(signature)
    if let reason {
      all[cause].members.append(Cause.Member(index: index, reason: reason))
      words[cause].add(signature.change)
    } else {
      all.append(Cause(id: all.count + 1, leader: index, signature))
      words.append(CauseWords(signature.change))
    }
  }
  for index in all.indices { all[index].text = words[index].text }
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
  private var causes: [UInt64: [Int]] = [:]

  mutating func add(_ traits: LeaderTraits, cause: Int) {
    for key in traits.exact { causes[key, default: []].append(cause) }
    for near in traits.near { causes[near.key, default: []].append(cause) }
  }

  /// The causes whose leaders may match, in rising order.
  func candidates(for traits: LeaderTraits) -> [Int] {
    var found: [Int] = []
    func look(for key: UInt64) { if let causes = causes[key] { found += causes } }
    traits.exact.forEach(look)
    for near in traits.near { near.forEachNeighbour(look) }
    return found.distinct
  }
}

extension [Int] {
  /// In rising order, each once, by a bit for each number up to the largest; none is below 0.
  var distinct: [Int] {
    guard let largest = self.max() else { return [] }
    var words = [UInt64](repeating: 0, count: largest / 64 + 1)
    for number in self { words[number >> 6] |= 1 << UInt64(number & 63) }
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}

/// What two cases of one cause have in common, for each way to have one, as keys: where two have the same
/// by accident they are compared for nothing.
private struct LeaderTraits {
  private(set) var exact: [UInt64] = []
  private(set) var near: [Near] = []

  /// What must be equal, and colours that must be near.
  struct Near {
    fileprivate let trait: ContentKey
    fileprivate let sketch: ColourSketch

    var key: UInt64 { key(sketch.before, sketch.after) }

    /// Calls `body` with the keys of all that may match.
    func forEachNeighbour(_ body: (UInt64) -> Void) {
      for before in sketch.before - 1...sketch.before + 1 {
        for after in sketch.after - 1...sketch.after + 1 { body(key(before, after)) }
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
      addExact(.outlines) { key in for shape in shapes { key.add(unordered: shape.outlineKey) } }
      addNear(.grids, shapes.lazy.map { ($0.before, $0.after) }) { key in
        for shape in shapes { key.add(unordered: shape.gridKey) }
      }
    }
    if !signature.change.isUnnamed {
      let colours = signature.change.tallies.lazy.compactMap(\.kind.colours)
      addNear(.kinds, colours.map { ($0.from, $0.to) }) { key in
        for name in signature.kinds { key.add(unordered: ContentKey(name)) }
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
    exact.append(key(way, body).first)
  }

  private mutating func addNear(
    _ way: Way, _ colours: some Sequence<(Pixel, Pixel)>, _ body: (inout ContentKey) -> Void
  ) {
    near.append(Near(trait: key(way, body), sketch: ColourSketch(colours)))
  }
}

/// Two numbers that are near for sets of colour pairs of which each has its like, within the
/// tolerance of `ColourChange`, in the other set: the least sum of the channels, before and after.
private struct ColourSketch {
  let before: Int32
  let after: Int32

  private static let step = Int32(4 * ChangeKind.ColourChange.tolerance + 1)

  init(_ colours: some Sequence<(Pixel, Pixel)>) {
    var least = (before: Int32.max, after: Int32.max)
    for (before, after) in colours {
      least.before = min(least.before, Self.sum(before))
      least.after = min(least.after, Self.sum(after))
    }
    before = least.before == .max ? 0 : least.before / Self.step
    after = least.after == .max ? 0 : least.after / Self.step
  }

  private static func sum(_ colour: Pixel) -> Int32 {
    Int32(SIMD4<UInt16>(truncatingIfNeeded: colour).wrappedSum())
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

  fileprivate var gridKey: ContentKey {
    var key = ContentKey()
    key.add(UInt64(columns) << 32 | UInt64(rows) << 8 | UInt64(edge.rawValue))
    return key
  }
}

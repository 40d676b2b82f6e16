import PNGCodec

/// Groups changes by their causes, one after the other.
///
/// Every case goes to the first leader with the same cause, in the order of the list, or leads a
/// cause of its own: no case is further from its leader than one tolerance, and the outcome depends
/// on nothing but the signatures and their order. Only leaders are kept.
package struct CauseFinder: Sendable {
  private var leaders: [ChangeSignature] = []
  private var table = LeaderTable()

  package init() {}

  /// - Parameter signature: Not empty.
  /// - Returns: The number of the cause, from 0 in the order of the leaders, and why the case has the
  ///   same one as its leader; nil for a leader.
  package mutating func add(_ signature: ChangeSignature) -> (cause: Int, reason: String?) {
    for cause in table.candidates(for: signature) {
      if let reason = leaders[cause].sharedCause(with: signature) { return (cause, reason) }
    }
    table.add(signature, cause: leaders.count)
    leaders.append(signature)
    return (leaders.count - 1, nil)
  }

  /// The causes that look alike; ids are the causes' numbers and one.
  package var families: [CauseFamily] { DiffEngine.families(of: leaders) }
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
  private var causes: [LeaderKey: [Int]] = [:]

  mutating func add(_ signature: ChangeSignature, cause: Int) {
    for key in LeaderKey.keys(of: signature) { causes[key, default: []].append(cause) }
  }

  /// The causes whose leaders may match, in rising order.
  func candidates(for signature: ChangeSignature) -> [Int] {
    var found: [Int] = []
    for key in LeaderKey.keys(of: signature) {
      for near in key.neighbours { found += causes[near] ?? [] }
    }
    return found.count > 1 ? Set(found).sorted() : found
  }
}

/// What two cases of one cause have in common, for each way to have one.
private enum LeaderKey: Hashable, Sendable {
  /// The very same pixels.
  case content(ContentKey)
  case scattered
  case stretched(regions: Int)
  /// The same outlines, in other colours.
  case outlines(ContentKey)
  /// Regions of the same grids; their darkest colours before and after.
  case grids(ContentKey, ColourSketch)
  /// The same names of kinds; their darkest colours.
  case kinds([String], ColourSketch)

  static func keys(of signature: ChangeSignature) -> [LeaderKey] {
    var keys = [LeaderKey.content(signature.content)]
    if signature.noise != nil { keys.append(.scattered) }
    if signature.stretch != nil { keys.append(.stretched(regions: signature.regionCount)) }
    if let shapes = signature.shapes, !shapes.isEmpty {
      keys.append(.outlines(.init(unordered: shapes.map(\.outlineKey))))
      keys.append(
        .grids(
          .init(unordered: shapes.map(\.gridKey)),
          ColourSketch(shapes.map { ($0.before, $0.after) })))
    }
    if !signature.change.isUnnamed {
      let colours = signature.change.tallies.compactMap(\.kind.colours)
      keys.append(
        .kinds(signature.kinds.sorted(), ColourSketch(colours.map { ($0.from, $0.to) })))
    }
    return keys
  }

  /// The keys of all that may match.
  var neighbours: [LeaderKey] {
    switch self {
    case .content, .scattered, .stretched, .outlines: [self]
    case .grids(let key, let sketch): sketch.neighbours.map { .grids(key, $0) }
    case .kinds(let names, let sketch): sketch.neighbours.map { .kinds(names, $0) }
    }
  }
}

/// Two numbers that are near for sets of colour pairs of which each has its like, within the
/// tolerance of `ColourChange`, in the other set: the least sum of the channels, before and after.
private struct ColourSketch: Hashable, Sendable {
  private var before: Int
  private var after: Int

  private static let step = 4 * ChangeKind.ColourChange.tolerance + 1

  init(_ colours: [(Pixel, Pixel)]) {
    func least(_ colours: [Pixel]) -> Int {
      colours.lazy.map { Int(SIMD4<UInt16>(truncatingIfNeeded: $0).wrappedSum()) }.min() ?? 0
    }
    before = least(colours.map(\.0)) / Self.step
    after = least(colours.map(\.1)) / Self.step
  }

  var neighbours: [ColourSketch] {
    (-1...1).flatMap { first in
      (-1...1).map { second in
        var near = self
        near.before += first
        near.after += second
        return near
      }
    }
  }
}

extension ContentKey {
  fileprivate init(unordered keys: [ContentKey]) {
    self.init()
    for key in keys.sorted() { add(key) }
  }
}

extension RegionShape {
  fileprivate var outlineKey: ContentKey {
    var key = outline
    key.add(UInt64(width) << 32 | UInt64(height))
    return key
  }

  fileprivate var gridKey: ContentKey {
    var key = ContentKey()
    key.add(UInt64(columns) << 32 | UInt64(rows) << 8 | UInt64(edge.rawValue))
    return key
  }
}

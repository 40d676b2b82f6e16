import DiffEngine
import Pixels

/// What colours became where inks were recoloured: one other colour each, wherever it shows.
///
/// A link in a recoloured page has a colour of its own, and a dark card beside light ones. Only the
/// commonest colours say so: those of edges are as many as there are grounds.
struct ColourMapping: Sendable {
  private var ends: [UInt32: [Pixel]] = [:]

  /// The most that a colour may be off what another case has, in levels.
  private static let tolerance = 2

  init(_ changes: [ChangeKind.ColourChange]) { add(changes) }

  mutating func add(_ changes: [ChangeKind.ColourChange]) {
    for change in changes where !holds(change) {
      ends[change.from.bits, default: []].append(change.to)
    }
  }

  /// True if a colour became something else, and nowhere what is known of it.
  func isContradicted(by changes: [ChangeKind.ColourChange]) -> Bool {
    changes.contains { change in
      ends[change.from.bits] != nil
        && !changes.contains { $0.from == change.from && holds($0) }
    }
  }

  private func holds(_ change: ChangeKind.ColourChange) -> Bool {
    ends[change.from.bits]?.contains { distance($0, change.to) <= Self.tolerance } ?? false
  }
}

extension RegionPixels {
  /// What the commonest colours became in most of their pixels, the commonest first.
  var commonestChanges: [ChangeKind.ColourChange] {
    usualPairs(of: (Self.leastCommon - 1) / step).values
      .sorted { ($1.count, $0.before.bits) < ($0.count, $1.before.bits) }
      .prefix(Self.commonLimit)
      .map { ChangeKind.ColourChange(from: $0.before, to: $0.after) }
  }

  private static let leastCommon = 32
  private static let commonLimit = 16
}

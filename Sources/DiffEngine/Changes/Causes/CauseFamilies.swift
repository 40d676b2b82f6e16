/// Causes in which the same colours turn into the same colours.
package struct CauseFamily: Hashable, Sendable {
  /// The ids of two causes or more, in rising order.
  package var causes: [Int]
  /// A description of what the causes have in common.
  package var reason: String

  package init(causes: [Int], reason: String) {
    (self.causes, self.reason) = (causes, reason)
  }
}

/// Finds the causes that look alike: those whose leaders' colours turn into the same colours, those
/// that differ in the sizes of their elements, and all noise.
///
/// - Parameter leaders: The leaders of the causes, in the order of their ids.
func families(of leaders: [CauseLeader]) -> [CauseFamily] {
  var members: [[Int]] = []
  var known: [ModeKey: [Int]] = [:]
  for (index, leader) in leaders.enumerated() where !leader.signature.isNoise {
    let palette = leader.signature.change.palette
    let candidates = ModeKey.queries(palette).flatMap { known[$0] ?? [] }
    if let family = Set(candidates).sorted().first(where: { family in
      leaders[members[family][0]].signature.change.isAlike(leader.signature.change)
    }) {
      members[family].append(index)
    } else {
      for key in ModeKey.keys(palette) { known[key, default: []].append(members.count) }
      members.append([index])
    }
  }
  let colours = members.filter { $0.count > 1 }.map { family in
    CauseFamily(
      causes: family.map { $0 + 1 }, reason: leaders[family[0]].signature.change.familyReason)
  }
  let noise = leaders.indices.filter { leaders[$0].signature.isNoise }.map { $0 + 1 }
  return colours + (noise.count > 1 ? [CauseFamily(causes: noise, reason: noiseReason)] : [])
}

private let noiseReason = "rendering noise of another strength"

extension ChangeKinds {
  /// True if the same colours turn into the same colours, and the sizes changed in one direction.
  package func isAlike(_ other: ChangeKinds) -> Bool {
    size.isAlike(other.size) && (palette.isAlike(other.palette) || hasKinds(of: other))
  }

  /// True if the same kinds of change happened to as many elements of one form, such as the same
  /// text in other sizes: its edges are of too many colours for a palette.
  private func hasKinds(of other: ChangeKinds) -> Bool {
    !tallies.isEmpty && tallies.count == other.tallies.count
      && tallies.allSatisfy { tally in
        other.tallies.contains {
          tally.kind.isLike($0.kind) && tally.form == $0.form && tally.regions == $0.regions
        }
      }
  }

  fileprivate var familyReason: String {
    guard let mode = palette.modes.first else { return "the same colours changed" }
    return "mostly \(ChangeKind.ColourChange(from: mode.before, to: mode.after).words)"
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

/// The approximate place of a mode: modes that are like each other have keys that are the same or
/// neighbours.
private struct ModeKey: Hashable {
  var before: Int
  var after: Int

  private static let step = 4 * ColourMode.tolerance + 1

  init(_ mode: ColourMode) {
    func sum(_ colour: Pixel) -> Int {
      Int(SIMD4<UInt16>(truncatingIfNeeded: colour).wrappedSum())
    }
    (before, after) = (sum(mode.before) / Self.step, sum(mode.after) / Self.step)
  }

  /// Returns the keys of modes that may cover another change's fullest mode.
  static func keys(_ palette: ChangePalette) -> Set<ModeKey> {
    Set(palette.modes.map(ModeKey.init))
  }

  /// Returns the keys of modes that may cover the fullest mode: without one like it there is not
  /// enough in common.
  static func queries(_ palette: ChangePalette) -> [ModeKey] {
    guard let mode = palette.modes.first, mode.share > 150 else { return [] }
    let own = ModeKey(mode)
    return (-1...1).flatMap { before in
      (-1...1).map { after in
        var key = own
        key.before += before
        key.after += after
        return key
      }
    }
  }
}

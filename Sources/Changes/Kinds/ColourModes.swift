import DiffEngine
import Pixels

/// A colour that became another one, and its share of a change.
package struct ColourMode: PackedElement {
  package let before: Pixel
  package let after: Pixel
  /// The share of the pixels, in thousandths.
  package let share: UInt32

  /// The maximum deviation of both colours from those of a like mode, in levels.
  package static let tolerance = 28

  package func isLike(_ other: ColourMode) -> Bool {
    distance(before, other.before) <= Self.tolerance
      && distance(after, other.after) <= Self.tolerance
  }
}

/// Gathers modes: every pair of colours joins the first mode that is near.
struct ModeCounter {
  private var sums: [Sum] = []
  private var total = 0

  /// The pair that a mode began with, and the sums of all its pairs.
  private struct Sum {
    let first: (before: Pixel, after: Pixel)
    var before = SIMD4<Int>()
    var after = SIMD4<Int>()
    var count = 0

    @inline(__always)
    func isNear(_ before: Pixel, _ after: Pixel) -> Bool {
      distance(first.before, before) <= ColourMode.tolerance
        && distance(first.after, after) <= ColourMode.tolerance
    }

    @inline(__always)
    mutating func add(_ before: Pixel, _ after: Pixel, count: Int) {
      self.before &+= SIMD4<Int>(truncatingIfNeeded: before) &* count
      self.after &+= SIMD4<Int>(truncatingIfNeeded: after) &* count
      self.count += count
    }
  }

  /// The strength up to which noise explains a change, in levels.
  private static let faint = 8
  /// The maximum number of modes to gather; pairs near none of them are only counted.
  private static let modeLimit = 12
  private static let sampleLimit = 128
  /// The maximum number of modes to keep.
  private static let limit = 6

  mutating func add(_ pixels: RegionPixels) {
    _ = pixels.allSatisfy(oneIn: pixels.step(to: Self.sampleLimit)) { _, pair in
      if distance(pair.before, pair.after) > Self.faint {
        add(pair.before, pair.after, count: 1)
      }
      return true
    }
  }

  @inline(__always)
  mutating func add(_ before: Pixel, _ after: Pixel, count: Int) {
    total += count
    for place in sums.indices where sums[place].isNear(before, after) {
      return sums[place].add(before, after, count: count)
    }
    guard sums.count < Self.modeLimit else { return }
    sums.append(Sum(first: (before, after)))
    sums[sums.count - 1].add(before, after, count: count)
  }

  var modes: [ColourMode] {
    sums.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      .prefix(Self.limit)
      .map { _, sum in
        ColourMode(
          before: Self.mean(sum.before, sum.count), after: Self.mean(sum.after, sum.count),
          share: UInt32(sum.count * 1000 / total))
      }
  }

  private static func mean(_ sum: SIMD4<Int>, _ count: Int) -> Pixel {
    Pixel(truncatingIfNeeded: sum / count)
  }
}

extension RegionPixels {
  /// The colours that became others, those with the most pixels first.
  var modes: [ColourMode] {
    var counter = ModeCounter()
    counter.add(self)
    return counter.modes
  }
}

/// The colours that became others, in a case and in its regions.
package struct ChangePalette: Hashable, Sendable, Codable {
  /// The modes of all regions that are not noise.
  @Packed package private(set) var modes: [ColourMode]
  /// The different modes of the largest regions, in an order that does not depend on hashes.
  private let regionModes: [Packed<ColourMode>]
  /// The number of changed pixels in all regions that are not noise.
  package let weight: Int

  /// The minimum number of pixels from which a region says something about colours.
  static let leastRegion = 16
  private static let regionLimit = 24

  /// - Parameter regions: The modes and the number of pixels of each region, largest first.
  init(_ regions: [(modes: [ColourMode], pixels: Int)]) {
    weight = regions.reduce(0) { $0 + $1.pixels }
    var counter = ModeCounter()
    for (modes, pixels) in regions {
      for mode in modes {
        counter.add(mode.before, mode.after, count: max(1, Int(mode.share) * pixels / 1000))
      }
    }
    modes = counter.modes
    let large = regions.filter { $0.pixels >= Self.leastRegion }.map(\.modes)
    regionModes = Set(large.prefix(Self.regionLimit)).sorted { $0.isOrdered(before: $1) }
      .map(Packed.init)
  }

  private var regions: [[ColourMode]] { regionModes.map(\.wrappedValue) }

  /// True if the same colours turn into the same colours in nearly all of both changes, and in most
  /// of every region.
  package func isAlike(_ other: ChangePalette) -> Bool {
    guard weight > 0, other.weight > 0, weight <= 8 * other.weight, other.weight <= 8 * weight
    else { return false }
    return isCovered(by: other) && other.isCovered(by: self)
  }

  /// True if most of the change has one mode, and little of it the reverse.
  func isMostly(_ mode: ColourMode) -> Bool {
    func share(_ isCounted: (ColourMode) -> Bool) -> Int {
      modes.reduce(0) { $0 + (isCounted($1) ? Int($1.share) : 0) }
    }
    let back = share { $0.isLike(ColourMode(before: mode.after, after: mode.before, share: 0)) }
    let forth = share(mode.isLike)
    return forth >= 500 && forth > 2 * back
  }

  private func isCovered(by other: ChangePalette) -> Bool {
    func covered(_ modes: [ColourMode], by others: [ColourMode]) -> Int {
      modes.reduce(0) { sum, mode in
        sum + (others.contains { $0.share >= 20 && mode.isLike($0) } ? Int(mode.share) : 0)
      }
    }
    guard covered(modes, by: other.modes) >= 850 else { return false }
    // In a large change, a small region has its like only in a region.
    let others = [other.modes] + other.regions
    return regions.allSatisfy { region in
      others.contains { region.isEmpty ? $0.isEmpty : covered(region, by: $0) >= 600 }
    }
  }
}

extension [ColourMode] {
  /// Orders modes in a way that does not depend on hashes.
  fileprivate func isOrdered(before other: Self) -> Bool {
    lexicographicallyPrecedes(other) { $0.key < $1.key }
  }
}

extension ColourMode {
  fileprivate var key: UInt64 { pairBits(before, after) }
}

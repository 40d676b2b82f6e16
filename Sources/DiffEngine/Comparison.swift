/// The verdict of a strategy on a pair of images.
public enum Verdict: String, Sendable, Codable {
  case match, mismatch, sizeMismatch, unreadable
}

package typealias PixelPoint = SIMD2<Int>

/// A rectangle in image pixels, with (0, 0) at the top left.
public struct PixelBox: Hashable, Sendable, Codable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Without names: a case has dozens of boxes, and most of the time to decode it goes into names.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    (x, y) = (try values.decode(Int.self), try values.decode(Int.self))
    (width, height) = (try values.decode(Int.self), try values.decode(Int.self))
    guard min(x, y) >= 0 && min(width, height) > 0 else {
      throw DecodingError.dataCorruptedError(in: values, debugDescription: "no box of an image")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for value in [x, y, width, height] { try values.encode(value) }
  }
}

extension PixelBox {
  /// The smallest box that contains both.
  package func union(_ other: PixelBox) -> PixelBox {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelBox(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  package func contains(_ other: PixelBox) -> Bool { union(other) == self }
}

/// A maximal set of 8-connected mismatches.
public struct Cluster: Hashable, Sendable, Codable {
  public var box: PixelBox
  /// The number of mismatches in the cluster, from 1 up to the area of `box`.
  public var pixels: Int

  package init(box: PixelBox, pixels: Int) {
    self.box = box
    self.pixels = pixels
  }
}

/// The clusters that a strategy counts, after its filter.
public struct ClusterSummary: Hashable, Sendable, Codable {
  public var count: Int
  /// The number of pixels in the largest cluster; 0 if there is none.
  public var largest: Int
  /// The largest clusters, largest first, at most `boxLimit`.
  public var boxes: [Cluster]

  package static let boxLimit = 100

  package init(count: Int = 0, largest: Int = 0, boxes: [Cluster] = []) {
    (self.count, self.largest, self.boxes) = (count, largest, boxes)
  }
}

/// The outcome of one strategy for one pair.
public struct Comparison: Hashable, Sendable, Codable {
  public var verdict: Verdict
  /// The number of pixels (bytes, for `pointfree` at perceptual precision 1) that count as
  /// different.
  public var mismatched: Int
  /// The maximum of `mismatched` for a match.
  public var allowed: Int
  /// The total that `mismatched` is compared with, in the same unit.
  public var total: Int
  /// The number of ignored pixels.
  public var ignored: Int
  /// The largest ΔE of the pair, in the strategy's formula; nil if the strategy does not compute
  /// ΔE.
  public var maxDeltaE: Double?
  public var clusters: ClusterSummary
  /// True if the verdict depends on less than 0.002 ΔE, so that the library itself may say
  /// otherwise.
  public var isBorderline: Bool

  package init(
    verdict: Verdict, mismatched: Int = 0, allowed: Int = 0, total: Int = 0, ignored: Int = 0,
    maxDeltaE: Double? = nil, clusters: ClusterSummary = ClusterSummary(),
    isBorderline: Bool = false
  ) {
    (self.verdict, self.mismatched, self.allowed) = (verdict, mismatched, allowed)
    (self.total, self.ignored, self.maxDeltaE) = (total, ignored, maxDeltaE)
    (self.clusters, self.isBorderline) = (clusters, isBorderline)
  }
}

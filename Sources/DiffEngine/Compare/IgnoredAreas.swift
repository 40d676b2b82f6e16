import Pixels

/// Parts of an image that are excluded from a comparison: rectangles, the painted pixels of a mask,
/// and trailing rows and columns that only one of the two images has.
public struct IgnoredAreas: Hashable, Sendable, Codable {
  /// A length along a side of the image.
  public enum Length: Hashable, Sendable, Codable {
    case pixels(Int)
    /// A share of the side, 0 to 1.
    case share(Double)

    /// Parses a length in the notation of rules and flags: "44" or "50%".
    ///
    /// - Returns: nil if the text is neither a whole number of 0 or more nor a percentage up to
    ///   100.
    package init?(_ text: String) {
      switch Allowance(text) {
      case .count(let count) where count >= 0: self = .pixels(count)
      case .share(let share) where (0...1).contains(share): self = .share(share)
      default: return nil
      }
    }

    /// The text of the length in rules and flags.
    package var text: String {
      switch self {
      case .pixels(let pixels): "\(pixels)"
      case .share(let share): Allowance.share(share).text
      }
    }

    fileprivate func pixels(of side: Int, _ rule: FloatingPointRoundingRule) -> Int {
      switch self {
      // Clamped, so that a sum of two cannot overflow.
      case .pixels(let pixels): min(max(pixels, -(1 << 32)), 1 << 32)
      case .share(let share): share > 0 ? Int((min(share, 1) * Double(side)).rounded(rule)) : 0
      }
    }
  }

  public struct Area: Hashable, Sendable, Codable {
    public var x: Length
    public var y: Length
    public var width: Length
    public var height: Length

    public init(x: Length, y: Length, width: Length, height: Length) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    package init(_ box: PixelBox) {
      self.init(
        x: .pixels(box.x), y: .pixels(box.y), width: .pixels(box.width),
        height: .pixels(box.height))
    }

    /// Returns the area within an image, clipped to it; nil if nothing is left.
    package func box(width: Int, height: Int) -> PixelBox? {
      guard let columns = Self.range(from: x, self.width, of: width),
        let rows = Self.range(from: y, self.height, of: height)
      else { return nil }
      return PixelBox(
        x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }

    /// Rounds outwards, so that no part of the area is compared.
    private static func range(from start: Length, _ length: Length, of side: Int) -> Range<Int>? {
      let first = start.pixels(of: side, .down)
      let (low, high) = (max(first, 0), min(first + length.pixels(of: side, .up), side))
      return low < high ? low..<high : nil
    }
  }

  package var areas: [Area] = []
  package var mask: PaintedMask?
  /// The number of extra rows at the bottom, and columns on the right, that one image may have.
  package var sizeTolerance = 0

  package init(_ areas: [Area] = [], mask: PaintedMask? = nil) {
    (self.areas, self.mask) = (areas, mask)
  }

  /// Returns the common part of two images if their sizes differ within the tolerance; otherwise
  /// the images themselves.
  func common(_ reference: PixelImage, _ actual: PixelImage) -> (PixelImage, PixelImage) {
    let overlay = Overlay(reference, actual)
    let (width, height) = (overlay.sharedWidth, overlay.sharedHeight)
    guard !overlay.sameSize, overlay.width - width <= sizeTolerance,
      overlay.height - height <= sizeTolerance,
      let first = reference.cropped(to: PixelBox(x: 0, y: 0, width: width, height: height)),
      let second = actual.cropped(to: PixelBox(x: 0, y: 0, width: width, height: height))
    else { return (reference, actual) }
    return (first, second)
  }

  package var isEmpty: Bool { areas.isEmpty && mask == nil }

  /// "2 areas ignored", "1 area and a mask ignored", "1 px of the size ignored".
  package var words: String? {
    let parts = [
      areas.isEmpty ? nil : areas.count == 1 ? "1 area" : "\(areas.count) areas",
      mask == nil ? nil : "a mask",
      sizeTolerance == 0 ? nil : "\(sizeTolerance) px of the size",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ") + " ignored"
  }

  /// Returns the ignored pixels of a canvas; nil if there are none.
  package func mask(width: Int, height: Int) -> ChangeMask? {
    if isEmpty { return nil }
    var result = ChangeMask(width: width, height: height)
    for box in areas.compactMap({ $0.box(width: width, height: height) }) {
      for y in box.y..<box.y + box.height {
        for x in box.x..<box.x + box.width { result[x, y] = true }
      }
    }
    mask?.paint(&result)
    return result.count > 0 ? result : nil
  }
}

extension IgnoredAreas {
  private enum CodingKeys: CodingKey { case areas, sizeTolerance }

  /// - Throws: An error if there is a mask, since a mask exists only as its own file.
  public func encode(to encoder: any Encoder) throws {
    if let mask {
      throw EncodingError.invalidValue(
        mask.name, .init(codingPath: [], debugDescription: "a picture"))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(areas, forKey: .areas)
    try container.encode(sizeTolerance, forKey: .sizeTolerance)
  }
}

/// A mask image: its painted pixels, those neither transparent nor white, are ignored.
///
/// It is aligned with the compared images at their top left.
package struct PaintedMask: Hashable, Sendable {
  package let name: String
  /// Compared in addition to the name, since the file may have changed when it is read again.
  private let painted: ChangeMask

  package init(_ image: PixelImage, name: String) {
    self.name = name
    var painted = ChangeMask(width: image.width, height: image.height)
    image.withRows { rows in
      for y in 0..<image.height {
        for x in 0..<image.width where rows[y][x].w > 0 && rows[y][x] != Self.white {
          painted[x, y] = true
        }
      }
    }
    self.painted = painted
  }

  /// Creates a mask derived from another one.
  package init(_ painted: ChangeMask, name: String) { (self.painted, self.name) = (painted, name) }

  private static let white = Pixel(255, 255, 255, 255)

  fileprivate func paint(_ mask: inout ChangeMask) {
    painted.forEachMarked { x, y in
      if x < mask.width && y < mask.height { mask[x, y] = true }
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(painted.count)
  }
}

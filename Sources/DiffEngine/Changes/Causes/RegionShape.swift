/// A region at low resolution: how each cell of a grid over its box changed.
package struct RegionShape: Hashable, Sendable, Codable {
  package let width: Int
  package let height: Int
  /// Changed pixels.
  package let count: Int
  package let columns: Int
  package let rows: Int
  /// The mean change of each cell, row-major: red, green, blue, alpha of premultiplied colours in
  /// steps of 2, so that -255 to 255 fit. Pixels that did not change count as 0.
  @Packed package private(set) var cells: [SIMD4<Int8>]
  package let edge: RegionEdge
  /// A key of the pixels of the box that changed.
  package let outline: ContentKey

  /// Cells in all shapes of a signature together.
  package static let cellLimit = 2048

  /// The grid of a box: 8 cells along its shorter side and, along the other, as many times that as
  /// leave cells nearly square; a power of two.
  package static func grid(width: Int, height: Int) -> (columns: Int, rows: Int) {
    var (columns, rows) = (8, 8)
    // Doubles while the ratio is above the square root of 2.
    while columns < 256, width * width * 64 > 2 * height * height * columns * columns {
      columns *= 2
    }
    while rows < 256, height * height * 64 > 2 * width * width * rows * rows { rows *= 2 }
    return (columns, rows)
  }
}

extension RegionShape {
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    width = try values.decode(Int.self, forKey: .width)
    height = try values.decode(Int.self, forKey: .height)
    count = try values.decode(Int.self, forKey: .count)
    columns = try values.decode(Int.self, forKey: .columns)
    rows = try values.decode(Int.self, forKey: .rows)
    _cells = try values.decode(Packed<SIMD4<Int8>>.self, forKey: .cells)
    edge = try values.decode(RegionEdge.self, forKey: .edge)
    outline = try values.decode(ContentKey.self, forKey: .outline)
    try values.require(width > 0 && height > 0, .width)
  }
}

/// The relation of a region to what is next to it, which distinguishes what appeared from what
/// vanished.
package enum RegionEdge: UInt8, Hashable, Sendable, Codable {
  case appeared, vanished, changed

  /// - Parameters:
  ///   - before: The sum of the region's distances from its neighbours, in the reference.
  ///   - after: As `before`, in the actual.
  package init(before: Int, after: Int) {
    if 2 * after < before {
      self = .vanished
    } else if 2 * before < after {
      self = .appeared
    } else {
      self = .changed
    }
  }
}

extension RegionShape {
  /// True if the very same pixels changed, every cell in proportion, to other colours.
  package func isRecoloured(_ other: RegionShape) -> Bool {
    guard width == other.width, height == other.height, count == other.count,
      outline == other.outline, edge == other.edge
    else { return false }
    return count >= 24 && isProportional(to: other)
  }

  /// True if each channel's cells are a multiple of the other's, all of them.
  ///
  /// Neither may have changed three times as much as the other: a shade is not a new colour.
  private func isProportional(to other: RegionShape) -> Bool {
    var (mine, its, common) = (SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>())
    for (own, other) in zip(cells, other.cells) {
      let first = SIMD4<Int32>(truncatingIfNeeded: own)
      let second = SIMD4<Int32>(truncatingIfNeeded: other)
      mine &+= first &* first
      its &+= second &* second
      common &+= first &* second
    }
    // The squares of thrice as much.
    guard all(its .<= 9 &* mine), all(mine .<= 9 &* its) else { return false }
    return (0..<4).allSatisfy { channel in
      guard mine[channel] > 0 else { return true }
      let ratio = (Double(its[channel]) / Double(mine[channel])).squareRoot()
      let factor = common[channel] < 0 ? -ratio : ratio
      // Four steps of 2 levels, at the scale of what changed more: what rounding leaves, tripled,
      // and no more.
      let limit = ratio > 1 ? 4 : 4 * ratio
      return zip(cells, other.cells).allSatisfy {
        abs(Double($0[channel]) * factor - Double($1[channel])) <= limit
      }
    }
  }
}

import Pixels

/// The part of an image that a view shows, in image pixels; it may extend beyond the image.
package struct PixelRegion: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// True if four fifths of the larger of the two regions are also part of the other.
  package func isNearly(_ other: Self) -> Bool {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return max(across, 0) * max(down, 0)
      >= 0.8 * max(width * height, other.width * other.height)
  }
}

/// Opaque RGB samples for the screen, row-major; samples outside the image are void, with alpha 0.
package struct SampleGrid: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  package let samples: [Pixel]

  /// - Precondition: `samples.count == columns * rows`.
  package init(columns: Int, rows: Int, samples: [Pixel]) {
    precondition(samples.count == columns * rows, "one sample for every place")
    (self.columns, self.rows, self.samples) = (columns, rows, samples)
  }
}

/// The background that shows through transparent pixels.
package enum Ground: Hashable, Sendable {
  /// Squares of two greys, each a few samples wide, which stay in place when the image moves.
  case checkerboard
  case white
  case black
  /// One opaque colour, as chosen by `clearest`.
  case flat(Pixel)

  /// Returns the colour of a sample.
  ///
  /// - Parameter square: The side of the checkerboard's squares, in samples.
  package func colour(column: Int, row: Int, square: Int = 2) -> Pixel {
    switch self {
    case .white: Pixel(255, 255, 255, 255)
    case .black: Pixel(0, 0, 0, 255)
    case .flat(let colour): colour
    case .checkerboard:
      (column / square + row / square).isMultiple(of: 2)
        ? Pixel(204, 204, 204, 255) : Pixel(153, 153, 153, 255)
    }
  }
}

extension Ground: CaseIterable {
  /// The grounds that the user can choose.
  package static let allCases: [Ground] = [.checkerboard, .white, .black]
}

import PNGCodec

/// Where a view looks, in image pixels; may reach outside the image.
public struct PixelRegion: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Opaque RGB samples for the screen, row-major; void samples (outside the image) have alpha 0.
public struct SampleGrid: Hashable, Sendable {
  public let columns: Int
  public let rows: Int
  public let samples: [Pixel]

  /// - Precondition: `samples.count == columns * rows`.
  public init(columns: Int, rows: Int, samples: [Pixel]) {
    precondition(samples.count == columns * rows, "one sample for every place")
    self.columns = columns
    self.rows = rows
    self.samples = samples
  }
}

/// What shows through transparent pixels.
public enum Ground: Hashable, Sendable {
  /// Two greys in squares of some samples, which stay where they are as the image moves.
  case checkerboard
  case white
  case black
  /// One opaque colour, as `clearest` chooses it.
  case flat(Pixel)

  /// The colour of a sample.
  ///
  /// - Parameter square: Samples along the sides of the checkerboard's squares.
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
  /// Those that are chosen by hand.
  public static let allCases: [Ground] = [.checkerboard, .white, .black]
}

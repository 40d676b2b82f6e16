import DiffEngine
import Pixels

/// The kind of change in one region of a picture.
///
/// Colours are premultiplied. See `RegionClassifier` for how each kind is recognised.
package enum ChangeKind: Hashable, Sendable, Codable {
  /// A slightly different rasterisation: differences that are invisible, or edges that jitter by at
  /// most half a pixel.
  case noise
  /// Edges that moved by at most a pixel; never counted as noise.
  case nudged
  /// An ink that took another colour, on any ground.
  case recoloured(ColourChange)
  case moved(Offset)
  /// An ink that appeared: from the colour of its ground to its own.
  case appeared(ColourChange)
  /// An ink that vanished: from its own colour to that of its ground.
  case vanished(ColourChange)
  /// The same shapes, redrawn. A bolder glyph, or one moved by a pixel, is not distinguished.
  case redrawn
  /// The same ink on the same ground in another shape.
  case reshaped
  /// A change that is none of these.
  case replaced

  /// The kind without its colours and distances. The raw values are the names that scripts read.
  package enum Name: String, Sendable, Codable {
    case noise, nudged, moved, appeared, vanished, redrawn, reshaped, replaced
    case recoloured = "recolour"
  }

  package var name: Name {
    switch self {
    case .noise: .noise
    case .nudged: .nudged
    case .recoloured: .recoloured
    case .moved: .moved
    case .appeared: .appeared
    case .vanished: .vanished
    case .redrawn: .redrawn
    case .reshaped: .reshaped
    case .replaced: .replaced
    }
  }

  /// One colour that became another, in premultiplied colours.
  package struct ColourChange: Hashable, Sendable, Codable {
    package var from: Pixel
    package var to: Pixel
    /// True if nearly all pixels have these colours, as in a box but not in text.
    package var isPlain = false

    package init(from: Pixel, to: Pixel) {
      (self.from, self.to) = (from, to)
    }
  }

  /// The distance that something moved, in pixels: to the right and down.
  package struct Offset: Hashable, Sendable, Codable {
    package var dx: Double
    package var dy: Double
  }

  /// True if the name of the kind does not say all of what happened.
  var isUnnamed: Bool { self == .redrawn || self == .reshaped || self == .replaced }

  /// The colours that changed into each other; nil for kinds that depend on shape.
  package var colours: ColourChange? {
    switch self {
    case .recoloured(let colours), .appeared(let colours), .vanished(let colours): colours
    case .noise, .nudged, .moved, .redrawn, .reshaped, .replaced: nil
    }
  }

  /// The colour on which something appeared, or from which it vanished.
  var ground: Pixel? {
    switch self {
    case .appeared(let colours): colours.from
    case .vanished(let colours): colours.to
    default: nil
    }
  }

  /// The colour of what appeared or vanished.
  var ink: Pixel? {
    switch self {
    case .appeared(let colours): colours.to
    case .vanished(let colours): colours.from
    default: nil
    }
  }

  /// The distance that something moved; nil if it did not.
  package var offset: Offset? {
    if case .moved(let offset) = self { offset } else { nil }
  }
}

/// One region of a change: its place, what happened there, and how much of it there is.
package struct KindRegion: Hashable, Sendable, Codable {
  /// The box in pixels of the actual.
  package var box: PixelBox
  package var kind: ChangeKind
  package var pixels: Int
  /// The largest ΔE, or change of alpha in per cent if that is larger.
  package var maxDeltaE: Double
  /// The distance from the same shapes redrawn; nil if that is out of the question.
  var redrawing: Float?
  /// See `RegionPixels.sketch`; empty if its kind has a name.
  @Packed var sketch: [UInt8]
}

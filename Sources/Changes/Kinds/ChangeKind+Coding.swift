import Pixels

/// As a list: its name, then its numbers. See `PixelBox.init(from:)`.
extension ChangeKind {
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self =
      switch try values.decode(Name.self) {
      case .noise: .noise
      case .nudged: .nudged
      case .recoloured: .recoloured(try ColourChange(&values))
      case .moved:
        .moved(Offset(dx: try values.decode(Double.self), dy: try values.decode(Double.self)))
      case .appeared: .appeared(try ColourChange(&values))
      case .vanished: .vanished(try ColourChange(&values))
      case .redrawn: .redrawn
      case .reshaped: .reshaped
      case .replaced: .replaced
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(name)
    if let colours {
      for pixel in [colours.from, colours.to] {
        for channel in pixel.indices { try values.encode(pixel[channel]) }
      }
      try values.encode(colours.isPlain)
    }
    if let offset {
      try values.encode(offset.dx)
      try values.encode(offset.dy)
    }
  }
}

extension ChangeKind.ColourChange {
  fileprivate init(_ values: inout any UnkeyedDecodingContainer) throws {
    (from, to) = (Pixel(), Pixel())
    for channel in from.indices { from[channel] = try values.decode(UInt8.self) }
    for channel in to.indices { to[channel] = try values.decode(UInt8.self) }
    isPlain = try values.decode(Bool.self)
  }
}

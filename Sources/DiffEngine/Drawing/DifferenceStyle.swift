import PNGCodec

/// How a difference is drawn.
package enum DifferenceStyle: String, CaseIterable, Sendable {
  /// The actual in dim greys, and what counts under the strategy in one hue, the lighter the larger
  /// its ΔE; see `TintScale`.
  case tint
  /// What counts under the strategy in one colour over the actual.
  case highlight
  /// |a - b| per channel of the premultiplied colours; the alpha's, in grey, where they are equal.
  case difference
  /// `difference` with red laid over it at half strength by colour dodge, where there is any.
  case dodge
  /// Lighter or darker than middle grey, stretched so that one level is seen; see
  /// `Overlay.amplified`.
  case amplify
  /// ΔE on a scale whose lightness rises evenly: black for none, pale yellow for 100.
  case heat
  /// A frame round each of the largest clusters, over the actual.
  case boxes
}

/// Draws the difference of two images on the canvas that holds both, aligned top left.
///
/// - Parameter strategy: Decides what counts for `tint`, `highlight` and `boxes`, and the ΔE of `tint`
///   and `heat`; `difference`, `dodge`, `amplify` and `heat` show every difference, counted or not.
/// - Returns: Opaque but for `highlight` and `boxes`, which keep the actual's alpha. What only one
///   image has shows that image in `highlight` and `boxes` (under the mark), and is compared with
///   transparent black otherwise.
package func differenceImage(
  _ style: DifferenceStyle, _ reference: PixelImage, _ actual: PixelImage, strategy: Strategy,
  colours: EvidenceColours = .standard
) -> PixelImage {
  var picture = actual
  drawDifference(style, reference, over: &picture, strategy, colours) {
    compare(reference, actual, strategy: strategy)
  }
  return picture
}

/// As `differenceImage(_:_:_:strategy:)`, for callers that have compared the two already and no
/// longer need `actual`: what is drawn over it is drawn into its own pixels.
///
/// - Parameter outcome: What `compare` says of the pair; asked for where it is needed.
package func drawDifference(
  _ style: DifferenceStyle, _ reference: PixelImage, over actual: inout PixelImage,
  _ strategy: Strategy, _ colours: EvidenceColours = .standard,
  outcome: () -> (comparison: Comparison, mask: ChangeMask)
) {
  switch style {
  case .tint:
    let map = ChangeMap(reference, actual, mask: outcome().mask, formula: strategy.formula)
    let scale = colours.tintScale(on: actual)
    extend(&actual, for: reference)
    actual = tinted(actual, map, scale)
  case .highlight:
    let mask = outcome().mask
    extend(&actual, for: reference)
    actual.changeRows { rows in
      mask.forEachMarked { x, y in rows[y][x] = colours.highlight }
    }
  case .boxes:
    let clusters = outcome().comparison.clusters.boxes
    extend(&actual, for: reference)
    let (width, height) = (actual.width, actual.height)
    actual.changeRows { rows in
      for cluster in clusters {
        drawFrame(round: cluster.box, width, height, colours.boxes, in: rows)
      }
    }
  case .difference: actual = Overlay(reference, actual).difference { $0 }
  case .dodge: actual = Overlay(reference, actual).difference(then: dodged)
  case .amplify: actual = Overlay(reference, actual).amplified()
  case .heat: actual = Overlay(reference, actual).heat(strategy.formula, colours.heat)
  }
  actual.hatch(strategy.ignored.mask(width: actual.width, height: actual.height))
}

extension PixelImage {
  /// Draws grey lines over what plays no part.
  package mutating func hatch(_ ignored: ChangeMask?) {
    guard let ignored else { return }
    let (width, height) = (width, height)
    changeRows { rows in
      ignored.forEachMarked { x, y in
        guard x < width, y < height, (x + y) % 8 < 2 else { return }
        rows[y][x] = rows[y][x] / 4 &+ Pixel(96, 96, 96, 191)
      }
    }
  }
}

/// An image in dim greys, over black where it is transparent, with ink on its mismatches.
func tinted(_ image: PixelImage, _ map: ChangeMap, _ scale: TintScale) -> PixelImage {
  let (width, height) = (image.width, image.height)
  return PixelImage(width: width, height: height, repeating: Pixel()) { canvas in
    image.withRows { source in
      _ = forEachBand(of: height, pixels: image.pixelCount) { rows in
        for y in rows {
          let (from, to) = (source[y], canvas[y])
          for x in 0..<width { to[x] = TintScale.ground(premultiplied(from[x])) }
          map.mask.forEachMarked(row: y) { x in to[x] = scale.inks[Int(map.levels[y * width + x])] }
        }
      }
    }
  }
}

/// Makes the actual as large as the canvas that holds both, with the reference where only that
/// has pixels.
private func extend(_ actual: inout PixelImage, for reference: PixelImage) {
  guard actual.width < reference.width || actual.height < reference.height else { return }
  actual = Overlay(reference, actual).actualOnCanvas()
}

/// Draws a line of one pixel just outside the box, as far as it falls on the canvas.
private func drawFrame(
  round box: PixelBox, _ width: Int, _ height: Int, _ colour: Pixel, in canvas: MutablePixelRows
) {
  let columns = max(box.x - 1, 0)...min(box.x + box.width, width - 1)
  let rows = max(box.y - 1, 0)...min(box.y + box.height, height - 1)
  for y in [box.y - 1, box.y + box.height] where y >= 0 && y < height {
    for x in columns { canvas[y][x] = colour }
  }
  for x in [box.x - 1, box.x + box.width] where x >= 0 && x < width {
    for y in rows { canvas[y][x] = colour }
  }
}

/// Colour dodge of red at half strength: half of what there is, and half of full red.
private func dodged(_ difference: Pixel) -> Pixel {
  let strongest = max(difference.x, difference.y, difference.z)
  if strongest == 0 { return difference }
  var result = difference
  result.x = UInt8((UInt16(difference.x) + 256) / 2)
  return result
}

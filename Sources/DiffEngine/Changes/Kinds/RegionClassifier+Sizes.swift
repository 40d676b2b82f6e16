import Pixels

extension RegionClassifier {
  /// The cells along each side of an element in which its coverage is compared with its own at
  /// another size, and the most by which a cell may be off, in the mean.
  fileprivate static let sizeCells = 12
  fileprivate static let sizeTolerance: Float = 0.1

  /// Returns the change of size of an element that came or went around what is the same element,
  /// smaller; else the result as it is.
  func withSizes(_ result: Result) -> Result {
    let (ink, ground): (Pixel, Pixel)
    switch result.kind {
    case .appeared(let colours): (ink, ground) = (colours.to, colours.from)
    case .vanished(let colours): (ink, ground) = (colours.from, colours.to)
    default: return result
    }
    let inks = InkOnGround(ink, on: ground)
    guard result.form == .icon,
      let fields = CoverageFields(inks, overlay, pixels.box, margin: max(1, margin)),
      let change = fields.shapeChange(in: pixels.box, of: .icon),
      case .scaled = change, fields.haveOneLook(in: pixels.box)
    else { return result }
    var resized = result
    (resized.kind, resized.change) = (.reshaped, change)
    resized.shape = ElementShape(pixels, (ink, ink), on: ground)
    resized.leftover = Leftover(overlay, pixels).after(redrawing: inks)
    return resized
  }
}

extension InkOnGround {
  /// One ink that stays.
  fileprivate init(_ ink: Pixel, on ground: Pixel) {
    (self.ground, before, after) = (ground, ink, ink)
  }
}

extension CoverageFields {
  /// True if the ink before looks like the ink after at another size.
  fileprivate func haveOneLook(in box: PixelBox) -> Bool {
    let inner = PixelBox(
      x: box.x - area.x, y: box.y - area.y, width: box.width, height: box.height)
    guard let first = inkBox(before, inner), let second = inkBox(after, inner) else { return false }
    let count = RegionClassifier.sizeCells
    var off: Float = 0
    for row in 0..<count {
      for column in 0..<count {
        let own = mean(before, first, column, row, of: count)
        off += abs(own - mean(after, second, column, row, of: count))
      }
    }
    return off <= RegionClassifier.sizeTolerance * Float(count * count)
  }

  /// The mean coverage of one of so many cells along each side of a box.
  private func mean(
    _ field: [Float], _ box: PixelBox, _ column: Int, _ row: Int, of count: Int
  ) -> Float {
    func range(_ start: Int, _ length: Int, _ cell: Int) -> Range<Int> {
      let first = start + cell * length / count
      return first..<max(first + 1, start + (cell + 1) * length / count)
    }
    var (sum, pixels): (Float, Float) = (0, 0)
    for y in range(box.y, box.height, row) {
      for x in range(box.x, box.width, column) {
        sum += field[y * area.width + x]
        pixels += 1
      }
    }
    return sum / pixels
  }
}

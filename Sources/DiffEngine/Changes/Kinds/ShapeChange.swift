import Base

/// What became of an element that has another shape, as far as its coverage proves it.
package enum ShapeChange: Hashable, Sendable, Codable {
  /// All of its ink is within a pixel of where ink was.
  case redrawn
  /// As `redrawn`, with more ink or less.
  case bolder, thinner
  /// Both of its sides changed by one factor.
  case scaled(from: SIMD2<Int>, to: SIMD2<Int>)
  /// Its sides changed, in pixels.
  case resized(SIMD2<Int>)
  /// No more of it is where it was than of any other element.
  case replaced

  /// The change in words: "12 px wider".
  package var words: String {
    switch self {
    case .redrawn: "redrawn"
    case .bolder: "bolder"
    case .thinner: "thinner"
    case .scaled(let from, let to):
      (from.x < to.x ? "larger, " : "smaller, ") + "\(Self.words(from)) → \(Self.words(to))"
    case .resized(let growth):
      [Self.words(growth.x, "wider", "narrower"), Self.words(growth.y, "taller", "shorter")]
        .compactMap(\.self).joined(separator: " and ")
    case .replaced: "replaced"
    }
  }

  /// True if its words say how large the element was and is.
  var hasSizes: Bool { if case .scaled = self { true } else { false } }

  private static func words(_ size: SIMD2<Int>) -> String { Wording.size(size.x, size.y) }

  private static func words(_ growth: Int, _ more: String, _ less: String) -> String? {
    growth == 0 ? nil : "\(Wording.grouped(abs(growth))) px \(growth > 0 ? more : less)"
  }
}

/// What a region looks like, and what became of it.
package struct ElementLook: Hashable, Sendable, Codable {
  package private(set) var form: ElementForm
  package private(set) var change: ShapeChange?
  /// What most of its pixels did, where nothing else says what happened.
  private var nameless: NamelessChange?

  init(form: ElementForm, change: ShapeChange?, nameless: NamelessChange?) {
    (self.form, self.change, self.nameless) = (form, change, nameless)
  }

  /// The change of its shape in words, "icon replaced"; nil where it proves nothing.
  var shapeWords: String? { change.map { "\(form.noun ?? "content") \($0.words)" } }

  /// What most of its pixels did, in words; nil where nothing is known.
  var namelessWords: String? { nameless?.words(of: form.noun) }

  /// Returns what is true of each of two.
  func shared(with other: Self) -> Self {
    ElementLook(
      form: form == other.form ? form : .other, change: change == other.change ? change : nil,
      nameless: nameless == other.nameless ? nameless : nil)
  }

  /// Returns what is true of two regions of one case together.
  func joined(with other: Self) -> Self {
    var joined = shared(with: other)
    joined.nameless = nameless.flatMap { own in other.nameless.flatMap { own.joined(with: $0) } }
    return joined
  }
}

extension CoverageFields {
  /// The least by which the sides of an element must change to say so, in pixels.
  private static let leastGrowth = 3
  /// The most by which the factors of both sides may differ where it was scaled.
  private static let factorTolerance = 0.06
  /// The share of ink, and the pixels, that may be further than one pixel from where ink was.
  private static let farShare = 200
  private static let farLimit = 2
  /// The change of the amount of ink from which it is bolder, or thinner.
  private static let boldness: Float = 1.15
  /// The correlation of two elements that have no more in common than any two.
  private static let leastCorrelation: Float = 0.3
  /// Pixels along each side of the cells that are compared for it.
  private static let cellSide = 4

  /// Finds out what became of the element in a box.
  ///
  /// - Parameter box: The box of the changed pixels, within the area of the fields.
  /// - Returns: nil where its coverage proves nothing.
  func shapeChange(in box: PixelBox, of form: ElementForm) -> ShapeChange? {
    let inner = PixelBox(
      x: box.x - area.x, y: box.y - area.y, width: box.width, height: box.height)
    guard let first = inkBox(before, inner), let second = inkBox(after, inner) else { return nil }
    let (from, to) = (SIMD2(first.width, first.height), SIMD2(second.width, second.height))
    let growth = to &- from
    let (least, most) = (min(abs(growth.x), abs(growth.y)), max(abs(growth.x), abs(growth.y)))
    if most >= Self.leastGrowth {
      let isScaled = least >= Self.leastGrowth && isScaled(from, to) && isWhole(inner)
      if isScaled { return .scaled(from: from, to: to) }
      // Ink of a neighbour in the box makes the smaller change doubtful.
      let said = max(Self.leastGrowth, most / 4)
      return .resized(
        SIMD2(abs(growth.x) >= said ? growth.x : 0, abs(growth.y) >= said ? growth.y : 0))
    }
    if isNear(before, after, inner), isNear(after, before, inner) { return redrawing(inner) }
    let isOther = form == .icon && isWhole(inner) && correlation(inner) < Self.leastCorrelation
    return isOther ? .replaced : nil
  }

  private func redrawing(_ box: PixelBox) -> ShapeChange {
    let (old, new) = (mass(before, box), mass(after, box))
    if new > Self.boldness * old { return .bolder }
    return old > Self.boldness * new ? .thinner : .redrawn
  }

  private func isScaled(_ from: SIMD2<Int>, _ to: SIMD2<Int>) -> Bool {
    let (across, down) = (Double(to.x) / Double(from.x), Double(to.y) / Double(from.y))
    return min(from.x, from.y, to.x, to.y) >= 8
      && abs(across - down) <= Self.factorTolerance * max(across, down)
  }

  /// The box of the pixels that are at least half ink; nil where none is.
  func inkBox(_ field: [Float], _ box: PixelBox) -> PixelBox? {
    var found: PixelBox?
    forEachPlace(in: box) { x, y, index in
      guard field[index] >= 0.5 else { return }
      let own = PixelBox(x: x, y: y, width: 1, height: 1)
      found = found?.union(own) ?? own
    }
    return found
  }

  /// True if no ink of either side goes on beyond the box.
  private func isWhole(_ box: PixelBox) -> Bool {
    let around = box.grown(by: 1, width: area.width, height: area.height)
    var isWhole = true
    forEachPlace(in: around) { x, y, index in
      let isInside =
        (box.x..<box.x + box.width).contains(x) && (box.y..<box.y + box.height).contains(y)
      if !isInside, max(before[index], after[index]) >= 0.5 { isWhole = false }
    }
    return isWhole
  }

  /// True if nearly all ink of one field has ink of the other within a pixel.
  private func isNear(_ field: [Float], _ other: [Float], _ box: PixelBox) -> Bool {
    var (ink, far) = (0, 0)
    forEachPlace(in: box) { x, y, index in
      guard field[index] >= 0.5 else { return }
      ink += 1
      if span(other, SIMD2(x, y)).high < 0.3 { far += 1 }
    }
    return far <= max(Self.farLimit, ink / Self.farShare)
  }

  private func mass(_ field: [Float], _ box: PixelBox) -> Float {
    var mass: Float = 0
    forEachPlace(in: box) { _, _, index in mass += field[index] }
    return mass
  }

  /// The correlation of both coverages, from -1 to 1: by cells, in which thin strokes that moved a
  /// little are still like themselves.
  private func correlation(_ box: PixelBox) -> Float {
    let side = Self.cellSide
    let columns = (box.width + side - 1) / side
    var cells = [SIMD2<Float>](
      repeating: SIMD2(), count: columns * ((box.height + side - 1) / side))
    forEachPlace(in: box) { x, y, index in
      let cell = (y - box.y) / side * columns + (x - box.x) / side
      cells[cell] += SIMD2(before[index], after[index])
    }
    let mean = cells.reduce(SIMD2(), +) / Float(cells.count)
    var (both, squares): (Float, SIMD2<Float>) = (0, SIMD2())
    for cell in cells {
      both += (cell.x - mean.x) * (cell.y - mean.y)
      squares += (cell - mean) * (cell - mean)
    }
    return both / max((squares.x * squares.y).squareRoot(), .leastNormalMagnitude)
  }

  private func forEachPlace(in box: PixelBox, _ body: (_ x: Int, _ y: Int, _ index: Int) -> Void) {
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width { body(x, y, y &* area.width &+ x) }
    }
  }
}

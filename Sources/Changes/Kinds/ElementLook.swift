import Base
import DiffEngine

/// What a region looks like, and what became of it.
package struct ElementLook: Hashable, Sendable, Codable {
  package private(set) var form: ElementForm
  /// True if the same shapes were drawn anew.
  private var isRedrawn: Bool
  /// By how much its sides changed, in pixels; nil where that is not known.
  private var growth: SIMD2<Int>?
  /// What most of its pixels did, where nothing else says what happened.
  private var nameless: NamelessChange?

  init(form: ElementForm, isRedrawn: Bool, growth: SIMD2<Int>?, nameless: NamelessChange?) {
    (self.form, self.isRedrawn, self.growth) = (form, isRedrawn, growth)
    self.nameless = nameless
  }

  /// The change of its shape in words, "icon 12 px wider"; nil where nothing is known.
  var shapeWords: String? {
    let words = isRedrawn ? "redrawn" : growth.map(Self.words)
    return words.map { "\(form.noun ?? "content") \($0)" }
  }

  private static func words(_ growth: SIMD2<Int>) -> String {
    [words(growth.x, "wider", "narrower"), words(growth.y, "taller", "shorter")]
      .compactMap(\.self).joined(separator: " and ")
  }

  private static func words(_ growth: Int, _ more: String, _ less: String) -> String? {
    growth == 0 ? nil : "\(Wording.grouped(abs(growth))) px \(growth > 0 ? more : less)"
  }

  /// What most of its pixels did, in words; nil where nothing is known.
  var namelessWords: String? { nameless?.words(of: form.noun) }

  /// Returns what is true of each of two.
  func shared(with other: Self) -> Self {
    ElementLook(
      form: form == other.form ? form : .other, isRedrawn: isRedrawn && other.isRedrawn,
      growth: growth == other.growth ? growth : nil,
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

  /// Returns by how much the ink of a box became wider and taller; nil where that is too little to
  /// be more than edges that moved.
  ///
  /// - Parameter box: The box of the changed pixels, within the area of the fields.
  func growth(in box: PixelBox) -> SIMD2<Int>? {
    guard let first = inkBox(before, box), let second = inkBox(after, box) else { return nil }
    let growth = SIMD2(second.width - first.width, second.height - first.height)
    let most = max(abs(growth.x), abs(growth.y))
    guard most >= Self.leastGrowth else { return nil }
    // Ink of a neighbour in the box makes the smaller change doubtful.
    let said = max(Self.leastGrowth, most / 4)
    return SIMD2(abs(growth.x) >= said ? growth.x : 0, abs(growth.y) >= said ? growth.y : 0)
  }

  /// The box of the pixels that are at least half ink; nil where none is.
  private func inkBox(_ field: [Float], _ box: PixelBox) -> PixelBox? {
    var found: PixelBox?
    for y in box.y - area.y..<box.y - area.y + box.height {
      for x in box.x - area.x..<box.x - area.x + box.width
      where field[y &* area.width &+ x] >= 0.5 {
        let own = PixelBox(x: x, y: y, width: 1, height: 1)
        found = found?.union(own) ?? own
      }
    }
    return found
  }
}

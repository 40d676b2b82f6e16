import DiffEngine
import TestSupport
import Testing

/// One colour becomes one other colour in every case of a cause.
@Suite struct ColourMappingTests {
  /// A dark card with a box on it, both of which became lighter.
  private func card(_ box: Pixel) -> ChangeSignature {
    var canvas = SamenessCanvas(160, 120)
    canvas.fill(20, 20, 100, 60, .black)
    canvas.fill(40, 30, 10, 10, .grey(80))
    return signature(of: canvas) {
      $0.fill(20, 20, 100, 60, .grey(240))
      $0.fill(40, 30, 10, 10, box)
    }
  }

  @Test func `a box of another colour on a recoloured card is another change`() {
    let (first, same, off) = (card(.grey(200)), card(.grey(201)), card(.grey(206)))
    #expect(first.kinds == ["recolour"] && off.kinds == ["recolour"])
    #expect(causes(of: [first, same, off]).all.map(\.members.count) == [2, 1])
    #expect(first.sharedCause(with: same) != nil)
    #expect(first.sharedCause(with: off) == nil)
    #expect(same.change.isCovered(by: first.change.tallies))
    #expect(!off.change.isCovered(by: first.change.tallies))
  }

  @Test func `the same shapes in other colours agree on every colour`() {
    func dot(_ before: Pixel, _ after: Pixel) -> ChangeSignature {
      var canvas = SamenessCanvas(60, 60)
      canvas.fill(20, 20, 12, 12, before)
      return signature(of: canvas) { $0.fill(20, 20, 12, 12, after) }
    }
    let (red, blue) = (Pixel(200, 30, 30, 255), Pixel(0, 95, 184, 255))
    let signatures = [
      dot(red, Pixel(140, 80, 80, 255)), dot(blue, Pixel(40, 150, 220, 255)),
      dot(blue, Pixel(34, 144, 214, 255)),
    ]
    #expect(causes(of: signatures).all.map(\.members.count) == [2, 1])
  }

  @Test func `a line beside recoloured bars is said`() {
    func bars(hasLine: Bool) -> ChangeSignature {
      var canvas = SamenessCanvas(160, 120, ground: .black)
      for bar in 0..<6 { canvas.fill(12 + 24 * bar, 10, 15, 100, .white) }
      return signature(of: canvas) {
        for bar in 0..<6 { $0.fill(12 + 24 * bar, 10, 15, 100, .grey(136)) }
        if hasLine { $0.fill(59, 30, 1, 60, .grey(64)) }
      }
    }
    let (clean, line) = (bars(hasLine: false), bars(hasLine: true))
    #expect(clean.kinds == ["recolour"])
    #expect(causes(of: [clean, line]).all.count == 2, "\(line.causeText)")
  }
}

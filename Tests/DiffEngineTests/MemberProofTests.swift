import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

/// Every member of a cause is proven from its own pixels, and what is said of it is true.
struct MemberProofTests {
  private static let shades: [(before: UInt8, after: UInt8)] = [
    (250, 255), (247, 255), (230, 255), (255, 240),
  ]

  /// A ground that turns dark, and one with little contrast, with the ink on them.
  private static let hardGrounds: [(before: UInt8, after: UInt8, ink: Pixel)] = [
    (255, 30, Pixel(128, 20, 20, 255)), (240, 250, Pixel(180, 180, 180, 255)),
  ]

  /// A card of one shade on blue, with a title and an amount in antialiased letters.
  private func card(
    _ shade: UInt8, title: UInt64, amount: [Int], down: Double = 0,
    ink: Pixel = Pixel(20, 20, 20, 255)
  ) -> InkScene {
    var random = SplitMix(seed: title)
    var scene = InkScene()
    scene.ground = Pixel(43, 85, 161, 255)
    scene.things.append(
      InkScene.Thing(colour: Pixel(shade, shade, shade, 255), box: (20, 20, 220, 140)))
    scene.write(9, 40, 40, size: 14, ink, &random)
    for (place, letter) in amount.enumerated() {
      scene.things.append(
        InkScene.letter(letter, 40 + Double(place) * 11, 90 + down, size: 12, ink))
    }
    return scene
  }

  private func cards(
    _ shades: (before: UInt8, after: UInt8), title: UInt64, _ before: [Int], _ after: [Int],
    down: Double = 0
  ) -> ChangeSignature {
    ChangeSignature(
      card(shades.before, title: title, amount: before),
      card(shades.after, title: title, amount: after, down: down))
  }

  /// Expects one cause of clean cases, which only recoloured, and each fault out of it.
  private func expectOut(_ faults: [ChangeSignature], of clean: [ChangeSignature]) {
    #expect(causes(of: clean).all.count == 1, "\(clean.map(\.causeText))")
    #expect(clean.allSatisfy { $0.kinds == ["recolour"] && $0.change.isProven })
    for fault in faults {
      #expect(!areTogether(clean[0], fault), "\(fault.causeText)")
      #expect(fault.kinds != ["recolour"], "\(fault.causeText)")
    }
  }

  @Test(arguments: Self.shades.indices)
  func `a letter that changed on a recoloured ground takes its case out`(_ index: Int) {
    let shades = Self.shades[index]
    let clean = (1...3).map { cards(shades, title: $0, [2, 5, 7, 1], [2, 5, 7, 1]) }
    let changed = cards(shades, title: 4, [2, 5, 7, 1], [2, 5, 3, 1])
    let moved = cards(shades, title: 4, [2, 5, 7, 1], [2, 5, 7, 1], down: 1)
    expectOut([changed, moved], of: clean)
  }

  @Test(arguments: Self.hardGrounds)
  func `a small stroke on a ground that turned dark or has little contrast takes its case out`(
    _ before: UInt8, _ after: UInt8, _ ink: Pixel
  ) {
    func label(_ shade: UInt8, _ title: UInt64, gap: Bool) -> InkScene {
      var scene = card(shade, title: title, amount: [], ink: ink)
      scene.things.append(InkScene.Thing(colour: ink, box: (60, 90, 2, 2)))
      scene.things.append(InkScene.Thing(colour: ink, box: (60, 95, 2, 7)))
      if !gap { scene.things.append(InkScene.Thing(colour: ink, box: (60, 92, 2, 3))) }
      return scene
    }
    func change(_ title: UInt64, _ wasThere: Bool, _ isThere: Bool) -> ChangeSignature {
      ChangeSignature(label(before, title, gap: wasThere), label(after, title, gap: isThere))
    }
    let clean = [change(1, true, true), change(2, true, true), change(3, false, false)]
    expectOut([change(4, true, false), change(4, false, true)], of: clean)
  }

  @Test(arguments: Self.hardGrounds)
  func `a dot of the only word on a large ground that was recoloured takes its case out`(
    _ before: UInt8, _ after: UInt8, _ ink: Pixel
  ) {
    func label(_ shade: UInt8, dots: Int) -> InkScene {
      var scene = InkScene(width: 300, height: 180, ground: Pixel(43, 85, 161, 255))
      scene.things.append(
        InkScene.Thing(colour: Pixel(shade, shade, shade, 255), box: (20, 20, 261, 141)))
      for (place, x) in [41.0, 43, 46, 48].enumerated() {
        scene.things.append(InkScene.Thing(colour: ink, box: (x, 93, 1, 6)))
        if place < dots { scene.things.append(InkScene.Thing(colour: ink, box: (x, 91, 1, 1))) }
      }
      return scene
    }
    let clean = ChangeSignature(label(before, dots: 2), label(after, dots: 2))
    #expect(clean.kinds == ["recolour"] && clean.change.isProven, "\(clean.causeText)")
    let fault = ChangeSignature(label(before, dots: 2), label(after, dots: 3))
    #expect(!areTogether(clean, fault), "\(fault.causeText)")
  }

  @Test func `a faint tint beside a recoloured ground takes its case out`() {
    func form(_ shade: UInt8, _ field: Pixel, _ title: UInt64) -> InkScene {
      var scene = card(shade, title: title, amount: [])
      scene.things.append(InkScene.Thing(colour: field, box: (40, 75, 150, 30)))
      return scene
    }
    let field = Pixel(225, 232, 245, 255)
    let clean = (1...2).map { ChangeSignature(form(247, field, $0), form(255, field, $0)) }
    let tinted = ChangeSignature(form(247, field, 3), form(255, Pixel(221, 228, 241, 255), 3))
    #expect(areTogether(clean[0], clean[1]), "\(clean[1].causeText)")
    #expect(!areTogether(clean[0], tinted), "\(tinted.causeText)")
  }

  @Test func `a faint tint of a field that only resembles a mixture takes its case out`() {
    func form(_ shade: UInt8, _ field: Pixel, _ title: UInt64) -> InkScene {
      var scene = card(shade, title: title, amount: [], ink: Pixel(180, 180, 180, 255))
      scene.things.append(InkScene.Thing(colour: field, box: (40, 75, 150, 30)))
      return scene
    }
    let field = Pixel(154, 170, 190, 255)
    let clean = (1...2).map { ChangeSignature(form(240, field, $0), form(250, field, $0)) }
    let tinted = ChangeSignature(form(240, field, 3), form(250, Pixel(159, 175, 195, 255), 3))
    #expect(areTogether(clean[0], clean[1]), "\(clean[1].causeText)")
    #expect(!areTogether(clean[0], tinted), "\(tinted.causeText)")
  }

  /// Grey bars and their labels on a white page, paler by so much, on a page of another shade.
  private func labels(_ lift: UInt8, page: UInt8, title: [UInt8]) -> PixelImage {
    var canvas = SamenessCanvas(240, 160, ground: .grey(page))
    for y in [20, 60, 100] { canvas.fill(20, y, 120, 14, .grey(122 - lift)) }
    canvas.write(title, 20, 130, .black)
    return canvas.image
  }

  @Test func `a page that is a shade darker below recoloured labels takes its case out`() {
    func change(_ lift: UInt8, page: UInt8, title: [UInt8]) -> ChangeSignature {
      ChangeSignature(
        labels(0, page: 255, title: title), labels(lift, page: page, title: title))
    }
    for lift: UInt8 in [8, 40] {
      let clean = [[21, 9], [30, 7]].map { change(lift, page: 255, title: $0) }
      #expect(areTogether(clean[0], clean[1]), "\(clean[1].causeText)")
      let shaded = change(lift, page: 251, title: [9, 9])
      #expect(!areTogether(clean[0], shaded), "\(shaded.causeText)")
    }
  }

  @Test func `a page that changed its colour with its labels is named`() {
    let change = ChangeSignature(
      labels(0, page: 247, title: [21, 9]), labels(8, page: 255, title: [21, 9]))
    #expect(change.causeText.contains("near-white #f7f7f7 → white"), "\(change.causeText)")
    #expect(!change.causeText.contains("something else"), "\(change.causeText)")
  }

  /// Dark squares on white, and which of them are there, or paler, afterwards.
  private func squares(
    _ places: [(x: Int, y: Int)], title: [UInt8], after change: (Int) -> Pixel?
  ) -> ChangeSignature {
    var canvas = SamenessCanvas(240, 160)
    canvas.write(title, 20, 20, .black)
    for place in places { canvas.fill(place.x, place.y, 24, 24, .grey) }
    return signature(of: canvas) {
      for (index, place) in places.enumerated() {
        if let colour = change(index) { $0.fill(place.x, place.y, 24, 24, colour) }
      }
    }
  }

  @Test func `the other one of two squares that went is another change`() {
    let places = [(x: 120, y: 20), (x: 180, y: 100)]
    let wanted = squares(places, title: [21, 9]) { $0 == 0 ? .white : nil }
    let again = squares(places, title: [30, 7]) { $0 == 0 ? .white : nil }
    let other = squares(places, title: [21, 9]) { $0 == 1 ? .white : nil }
    let both = squares(places, title: [21, 9]) { _ in .white }
    #expect(areTogether(wanted, again))
    #expect(!areTogether(wanted, other) && !areTogether(other, wanted), "\(other.causeText)")
    #expect(!areTogether(wanted, both), "\(both.causeText)")
  }

  @Test func `the other one of two squares that came is another change`() {
    func appeared(_ new: Int, title: [UInt8]) -> ChangeSignature {
      var canvas = SamenessCanvas(240, 160)
      canvas.write(title, 20, 20, .black)
      let places = [(x: 120, y: 20), (x: 180, y: 100)]
      canvas.fill(places[1 - new].x, places[1 - new].y, 24, 24, .grey)
      return signature(of: canvas) { $0.fill(places[new].x, places[new].y, 24, 24, .grey) }
    }
    let (wanted, again) = (appeared(0, title: [21, 9]), appeared(0, title: [30, 7]))
    let other = appeared(1, title: [21, 9])
    #expect(areTogether(wanted, again))
    #expect(!areTogether(wanted, other) && !areTogether(other, wanted), "\(other.causeText)")
  }

  @Test func `a square wherever it went from is one change where none was left`() {
    let pairs = [(x: 120, y: 20), (x: 180, y: 100), (x: 20, y: 90)].map { place in
      squares([place], title: [21, 9]) { _ in .white }
    }
    #expect(causes(of: pairs).all.count == 1)
  }

  @Test func `a place that a recolouring missed is another change`() {
    let places = [(x: 120, y: 20), (x: 120, y: 50), (x: 120, y: 80)]
    let pale = Pixel.grey(185)
    let all = squares(places, title: [21, 9]) { _ in pale }
    let again = squares(places, title: [30, 7]) { _ in pale }
    let missed = squares(places, title: [21, 9]) { $0 == 1 ? nil : pale }
    #expect(areTogether(all, again))
    #expect(!areTogether(all, missed))
    #expect(all.causeText.hasSuffix(", 3 places"), "\(all.causeText)")
  }

  @Test func `fewer places are another cause that looks alike, unless all of the ink changed`() {
    func rows(_ left: Int, _ changed: Int, of all: Int) -> ChangeSignature {
      squares((0..<all).map { (x: left, y: 5 + 38 * $0) }, title: []) {
        $0 < changed ? .grey(185) : nil
      }
    }
    let complete = causes(of: [rows(60, 3, of: 3), rows(120, 2, of: 2)])
    #expect(complete.all.count == 1)
    let missed = causes(of: [rows(60, 3, of: 4), rows(120, 2, of: 4)])
    #expect(missed.all.count == 2)
    #expect(missed.families.map(\.causes) == [[1, 2]])
    #expect(causes(of: [rows(60, 3, of: 4), rows(120, 3, of: 4)]).all.count == 1)
  }

  @Test func `another place in one case is said where most have one place`() throws {
    let places = [(x: 120, y: 20), (x: 120, y: 20), (x: 60, y: 90), (x: 120, y: 20)]
    let pairs = places.map { squares([$0], title: [21, 9]) { _ in .white } }
    let cause = try #require(causes(of: pairs).all.first)
    #expect(cause.members.count == 4)
    #expect(cause.text.hasSuffix(", but elsewhere in 1 case"), "\(cause.text)")
  }

  @Test func `a part of a recoloured ground that kept its colour is another change`() {
    func ground(_ kept: Bool) -> ChangeSignature {
      let (before, after) = (Pixel.grey(200), Pixel.grey(220))
      var (old, new) = (SamenessCanvas(200, 120), SamenessCanvas(200, 120))
      old.fill(0, 0, 200, 60, before)
      new.fill(0, 0, 200, 60, after)
      if kept { new.fill(0, 0, 24, 24, before) }
      return ChangeSignature(old.image, new.image)
    }
    #expect(areTogether(ground(false), ground(false)))
    #expect(!areTogether(ground(false), ground(true)))
  }

  @Test func `a replaced thing whose twin was missed is another change`() {
    func icons(_ missed: Bool) -> ChangeSignature {
      let (old, new) = ([(9, 0, 6, 24), (0, 9, 24, 6)], [(0, 0, 24, 6), (0, 0, 6, 24)])
      func picture(_ changed: Set<Int>) -> PixelImage {
        var canvas = SamenessCanvas(200, 120)
        for (place, x) in [20, 120].enumerated() {
          for part in changed.contains(place) ? new : old {
            canvas.fill(x + part.0, 30 + part.1, part.2, part.3, .black)
          }
        }
        return canvas.image
      }
      return ChangeSignature(picture([]), picture(missed ? [0] : [0, 1]))
    }
    #expect(areTogether(icons(false), icons(false)))
    #expect(!areTogether(icons(false), icons(true)))
  }

  @Test func `another number of places in one case is said`() throws {
    let pale = Pixel.grey(185)
    let one = [(x: 120, y: 20)]
    let pairs =
      [[21, 9], [30, 7], [5, 3]].map { squares(one, title: $0) { _ in pale } }
      + [squares(one + [(x: 180, y: 100)], title: [9, 9]) { _ in pale }]
    let cause = try #require(causes(of: pairs).all.first)
    #expect(cause.members.count == 4)
    #expect(cause.text.hasSuffix(", 1 place, but 2 places in 1 case"), "\(cause.text)")
  }

  /// Four bars beside each other, each moved by its own distance.
  private func bars(_ shifts: [Double]) -> ChangeSignature {
    var (before, after) = (InkScene(), InkScene())
    for (place, shift) in shifts.enumerated() {
      let left = 30 + 40 * Double(place)
      before.things.append(InkScene.Thing(colour: .blue, box: (left, 40, 24, 60)))
      after.things.append(InkScene.Thing(colour: .blue, box: (left + shift, 40, 24, 60)))
    }
    return ChangeSignature(before, after)
  }

  @Test(arguments: [[8.0, 3, 8, 8], [2, 4, 6, 8], [8, 8, 8, 5]])
  func `solid bars of which some moved by less are another change`(_ shifts: [Double]) {
    let clean = bars([8, 8, 8, 8])
    #expect(clean.causeText.hasPrefix("moved 8 px right"), "\(clean.causeText)")
    #expect(causes(of: [clean, bars(shifts)]).all.count == 2, "\(bars(shifts).causeText)")
    #expect(causes(of: [clean, bars([8, 8, 8, 8])]).all.count == 1)
  }

  @Test func `a bar of several that did not move is another cause that looks alike`() {
    let found = causes(of: [bars([8, 8, 8, 8]), bars([8, 8, 0, 8])])
    #expect(found.all.count == 2, "\(found.all.map(\.text))")
    #expect(found.families.map(\.causes) == [[1, 2]])
  }

  @Test func `a pixel more is another move`() {
    func title(_ seed: UInt64, down: Double) -> ChangeSignature {
      var random = SplitMix(seed: seed)
      var (before, after) = (InkScene(), InkScene())
      before.write(7, 30, 40, size: 16, .black, &random)
      after.things = before.things
      for index in after.things.indices { after.things[index].offset.y = down }
      return ChangeSignature(before, after)
    }
    #expect(areTogether(title(1, down: 4), title(2, down: 4)))
    #expect(!areTogether(title(1, down: 4), title(2, down: 5)))
    #expect(title(1, down: 4).causeText.contains("moved 4 px down"))
  }

  @Test func `what moved under something that stayed has moved, and has no other size`() {
    var canvas = SamenessCanvas(120, 80, ground: .black)
    canvas.fill(46, 2, 4, 8, .white)
    func clock(_ y: Int) -> PixelImage {
      var drawn = canvas
      drawn.write([27, 18, 27, 21], 30, y, .white)
      return drawn.image
    }
    let moved = ChangeSignature(clock(11), clock(7))
    #expect(moved.causeText.contains("moved 4 px up"), "\(moved.causeText)")
    #expect(moved.kinds.first == "moved")
  }

  @Test func `two colours that changed places are named`() {
    var canvas = SamenessCanvas(160, 120, ground: .white)
    canvas.fill(10, 40, 60, 60, Pixel(26, 36, 45, 255))
    canvas.write([27, 18, 27, 21, 5, 30], 30, 10, .black)
    var dark = SamenessCanvas(160, 120, ground: .black)
    dark.fill(10, 40, 60, 60, Pixel(26, 36, 45, 255))
    dark.write([27, 18, 27, 21, 5, 30], 30, 10, .white)
    let change = ChangeSignature(canvas.image, dark.image)
    #expect(change.kinds == ["recolour"], "\(change.causeText)")
    #expect(change.causeText.contains("white → black"), "\(change.causeText)")
    #expect(change.causeText.contains("black → white"), "\(change.causeText)")
  }

  @Test func `a mark on a ground that shifted everywhere is the first region`() throws {
    func screen(_ lift: UInt8, _ mark: Pixel) -> PixelImage {
      var canvas = SamenessCanvas(200, 200)
      for y in 0..<200 {
        canvas.fill(
          0, y, 200, 1, Pixel(20 + UInt8(y) + lift, 60 + lift, 230 - UInt8(y) + lift, 255))
      }
      canvas.fill(30, 140, 40, 16, mark)
      return canvas.image
    }
    let change = ChangeSignature(
      screen(0, Pixel(149, 27, 111, 255)), screen(2, Pixel(32, 130, 60, 255)))
    let first = try #require(change.regions.first)
    #expect(first.box == PixelBox(x: 30, y: 140, width: 40, height: 16))
    #expect(change.causeText.contains("green #20823c"), "\(change.causeText)")
  }

  @Test func `letters that stand a part of a pixel further are the same words`() {
    var random = SplitMix(seed: 3)
    var before = InkScene()
    before.write(5, 20, 40, size: 16, .black, &random)
    before.write(7, 110, 40, size: 16, Pixel(220, 40, 40, 255), &random)
    var after = before
    for index in after.things.indices { after.things[index].offset = SIMD2(0.7, 0.7) }
    let text = ChangeSignature(before, after).causeText
    #expect(!text.contains("replaced") && !text.contains("something else"), "\(text)")
  }
}

import Changes
import Pixels
import TestSupport
import Testing

/// What is said of things that moved over their own old place.
struct MovedContentTests {
  private static let blue = Pixel(0, 122, 255, 255)

  private func word(_ numbers: [Int], _ x: Double, _ y: Double, _ ink: Pixel) -> [InkScene.Thing] {
    numbers.enumerated().map { index, number in
      InkScene.letter(number, x + Double(index) * 15, y, size: 16, ink)
    }
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> InkScene.Thing {
    InkScene.Thing(colour: Self.blue, box: (x, y, width, height))
  }

  private func words(_ before: [InkScene.Thing], _ after: [InkScene.Thing]) -> String {
    ChangeSignature(InkScene(things: before).image(), InkScene(things: after).image()).causeText
  }

  private func button(_ y: Double, label: Double) -> [InkScene.Thing] {
    [box(20, y, 200, 44)] + word([0, 3, 6], 100, label, .white)
  }

  @Test func `a button that moved by less than its height moved, with its label`() {
    let text = words(button(90, label: 104), button(78, label: 92))
    #expect(!text.contains("grew") && !text.contains("shrank"), "\(text)")
    #expect(text.hasPrefix("moved 12 px up"), "\(text)")
    #expect(!text.contains("something else"), "\(text)")
  }

  @Test func `a button whose label stayed did not move as a whole`() {
    let moved = ChangeSignature(
      InkScene(things: button(90, label: 104)).image(),
      InkScene(things: button(82, label: 96)).image())
    let stayed = ChangeSignature(
      InkScene(things: button(90, label: 104)).image(),
      InkScene(things: button(82, label: 104)).image())
    #expect(moved.sharedCause(with: stayed) == nil, "\(stayed.causeText)")
  }

  @Test func `a word that stayed on a button that moved takes its case out`() {
    func change(_ letters: [Int], down: Double) -> ChangeSignature {
      ChangeSignature(
        InkScene(things: button(90, label: 104) + word(letters, 160, 104, .white)),
        InkScene(things: button(82, label: 96) + word(letters, 160, 96 + down, .white)))
    }
    let moved = [[1, 4], [5, 7]].map { change($0, down: 0) }
    #expect(areTogether(moved[0], moved[1]), "\(moved[1].causeText)")
    for own in moved { #expect(!areTogether(own, change([2, 9], down: 8))) }
  }

  /// Arches on the feet of which nothing shows by how much they moved.
  private func arches(_ y: Int) -> PixelImage {
    var canvas = SamenessCanvas(240, 120)
    for x in stride(from: 20, to: 200, by: 40) {
      canvas.fill(x, y, 26, 6, .black)
      for left in [x, x + 20] { canvas.fill(left, y, 6, 40, .black) }
    }
    return canvas.image
  }

  @Test func `the feet of letters moved with the rest of them`() {
    let text = ChangeSignature(arches(30), arches(35)).causeText
    #expect(text.hasPrefix("moved 5 px down"), "\(text)")
    #expect(!text.contains("appeared") && !text.contains(";"), "\(text)")
  }

  @Test func `what a button grew by took its colour`() {
    let text = words([box(60, 60, 160, 60)], [box(30, 60, 190, 60)])
    #expect(text == "white → blue #007aff, 30 × 60", "\(text)")
    let higher = words([box(60, 60, 160, 60)], [box(60, 57, 160, 63)])
    #expect(higher == "white → blue #007aff, 160 × 3", "\(higher)")
  }

  @Test(arguments: [(SIMD2(1.0, 0), "1 px right"), (SIMD2(0, -1), "1 px up")])
  func `a text that moved by a pixel says how far`(_ offset: SIMD2<Double>, _ distance: String) {
    let title = word([0, 3, 6, 8], 20, 40, .black)
    let text = words(title, title.map { moved($0, offset.x, offset.y) })
    #expect(text.contains("moved \(distance)"), "\(text)")
  }

  @Test func `a letter at the end of a line that stayed takes its case out`() {
    func change(_ letters: [Int], last: Double) -> ChangeSignature {
      let (title, end) = (word(letters, 20, 40, .black), word([2], 125, 40, .black))
      return ChangeSignature(
        InkScene(things: title + end),
        InkScene(things: title.map { moved($0, 0, 9) } + end.map { moved($0, 0, last) }))
    }
    let clean = [[6, 4, 7, 1, 9, 0, 3], [5, 7, 1, 4, 0, 3, 8]].map { change($0, last: 9) }
    #expect(areTogether(clean[0], clean[1]), "\(clean[1].causeText)")
    let fault = change([6, 4, 7, 1, 9, 0, 3], last: 0)
    for own in clean { #expect(!areTogether(own, fault), "\(fault.causeText)") }
  }

  @Test func `a dark button with bright dots that moved on a dark ground moved`() {
    func screen(_ y: Int) -> PixelImage {
      var canvas = SamenessCanvas(200, 140)
      canvas.fill(0, 0, 200, 140, Pixel(20, 24, 40, 255))
      canvas.fill(20, y, 22, 22, Pixel(60, 60, 40, 255))
      for dot in 0..<3 { canvas.fill(24 + 5 * dot, y + 10, 3, 3, .white) }
      return canvas.image
    }
    let text = ChangeSignature(screen(80), screen(35)).causeText
    #expect(text.hasPrefix("moved 45 px up") && !text.contains("appeared"), "\(text)")
  }

  /// Stripes without a ground, from a column on, and an icon on them.
  private func stripes(_ x: Int, icon: Int?, level: UInt8 = 0) -> PixelImage {
    var random = SplitMix(seed: 11)
    var pixels = [Pixel](repeating: Pixel(level, 0, 0, 255), count: 240 * 120)
    for column in stride(from: x, to: x + 200, by: 10) {
      let colour = Pixel(UInt8(random.next(256)), UInt8(random.next(256)), 90, 255)
      for row in 10..<110 { for x in column..<column + 10 { pixels[row * 240 + x] = colour } }
    }
    if let icon {
      for row in 50..<60 { for x in icon..<icon + 10 { pixels[row * 240 + x] = .white } }
    }
    return PixelImage(width: 240, height: 120, pixels: pixels)
  }

  @Test func `what stayed in place on a picture that moved takes its case out`() {
    let moved = [100, 140].map {
      ChangeSignature(stripes(10, icon: $0), stripes(18, icon: $0 + 8))
    }
    #expect(moved[0].causeText.hasPrefix("moved 8 px right"), "\(moved[0].causeText)")
    let stayed = ChangeSignature(stripes(10, icon: 60), stripes(18, icon: 60))
    let tinted = ChangeSignature(stripes(10, icon: 60), stripes(18, icon: 68, level: 4))
    for fault in [stayed, tinted] {
      #expect(!areTogether(moved[0], fault), "\(fault.causeText)")
      #expect(!areTogether(moved[1], fault), "\(fault.causeText)")
    }
  }

  /// Squares above wide stripes, without a ground; in some rows, an edge is elsewhere.
  private func stairs(_ x: Int, step: Int) -> PixelImage {
    var random = SplitMix(seed: 5)
    let squares = (0..<400).map { _ in Pixel(UInt8(random.next(256)), 60, 90, 255) }
    var pixels: [Pixel] = []
    for row in 0..<120 {
      for column in 0..<240 {
        let place = column - x + 40
        let edge = (80..<90).contains(row) ? step : x + 80
        let stripe = column < edge ? min(place / 40, 2) : max(place / 40, 3)
        pixels.append(
          row < 40 ? squares[row / 8 * 40 + place / 8] : Pixel(0, 60, UInt8(40 * stripe), 255))
      }
    }
    return PixelImage(width: 240, height: 120, pixels: pixels)
  }

  @Test func `an edge that stayed where two colours of a moved picture meet takes its case out`() {
    let moved = [80, 86].map { ChangeSignature(stairs(10, step: $0), stairs(18, step: $0 + 8)) }
    let stayed = ChangeSignature(stairs(10, step: 94), stairs(18, step: 94))
    #expect(areTogether(moved[0], moved[1]), "\(moved[1].causeText)")
    for clean in moved {
      #expect(clean.causeText.contains("moved 8 px right"), "\(clean.causeText)")
      #expect(!areTogether(clean, stayed), "\(stayed.causeText)")
    }
  }

  /// A picture of a colour for each pixel, and an icon to the right of it.
  private func page(_ y: Int, icon: Pixel) -> PixelImage {
    var random = SplitMix(seed: 7)
    var pixels = [Pixel](repeating: .white, count: 200 * 160)
    for row in y..<y + 60 {
      for x in 10..<110 { pixels[row * 200 + x] = Pixel(UInt8(random.next(200)), 80, 90, 255) }
    }
    for row in 70..<100 {
      let reach = abs(85 - row)
      for x in 150..<190 - reach { pixels[row * 200 + x] = row % 7 < 3 ? icon : .black }
    }
    return PixelImage(width: 200, height: 160, pixels: pixels)
  }

  @Test func `rows are said to be inserted only where that leaves less than what moved`() {
    let red = Pixel(200, 30, 30, 255)
    let text = ChangeSignature(page(40, icon: red), page(52, icon: .white)).causeText
    #expect(text.hasPrefix("moved 12 px down"), "\(text)")
    #expect(!text.contains("rows"), "\(text)")
  }

  @Test func `text that was drawn anew some pixels lower is redrawn`() {
    let before = word([0, 3, 6, 8, 1, 9], 20, 40, .black)
    let text = words(before, before.map { moved($0, 0.4, 3.4) })
    #expect(text.hasPrefix("text redrawn, 3 px down, "), "\(text)")
  }

  @Test func `what stayed on one element does not stop another from having moved`() {
    let far = word([1, 4, 5, 7], 20, 20, .black)
    let text = words(
      far + button(90, label: 104), far.map { moved($0, 0, 8) } + button(82, label: 104))
    #expect(text.contains("moved 8 px down"), "\(text)")
  }

  @Test func `text that was drawn anew many pixels lower is redrawn`() {
    let before = word([0, 3, 6, 8, 1, 9], 20, 40, .black)
    let text = words(before, before.map { moved($0, 0.4, 13.4) })
    #expect(text.hasPrefix("text redrawn, 13 px down, "), "\(text)")
  }

  @Test func `text that was drawn anew in another colour says both`() {
    let blue = word([0, 3, 6, 8, 1, 9], 20, 40, Self.blue).map { moved($0, 1.4, 0.3) }
    let text = words(word([0, 3, 6, 8, 1, 9], 20, 40, .black), blue)
    #expect(text.contains("black → blue #007aff and redrawn"), "\(text)")
  }

  @Test func `screens whose texts took one colour are alike, redrawn or not`() {
    func screen(_ label: [Int], isRedrawn: Bool) -> ChangeSignature {
      func things(_ ink: Pixel, _ shift: Double) -> [InkScene.Thing] {
        word(label, 20, 40, ink).map { moved($0, shift, 0.3 * shift) }
          + word([2, 7, 4, 0, 6], 20, 90, ink)
      }
      return ChangeSignature(
        InkScene(things: things(.black, 0)).image(),
        InkScene(things: things(Self.blue, isRedrawn ? 1.4 : 0)).image())
    }
    let found = causes(of: [
      screen([0, 3, 6, 8, 1, 9], isRedrawn: true), screen([5, 5, 1], isRedrawn: false),
      screen([7, 4], isRedrawn: true),
    ])
    #expect(found.families.map(\.causes) == [[1, 2, 3]], "\(found)")
  }

  @Test func `other text in another colour is replaced`() {
    let other = word([2, 7, 4, 0, 6, 5], 20, 40, Self.blue)
    let text = words(word([0, 3, 6, 8, 1, 9], 20, 40, .black), other)
    #expect(text.hasPrefix("content replaced, "), "\(text)")
  }

  /// A button on a bar of another colour, below words on the page.
  private func barred(_ down: Double) -> [InkScene.Thing] {
    let orange = InkScene.Thing(colour: Pixel(153, 102, 51, 255), box: (0, 70, 260, 60))
    let red = InkScene.Thing(colour: Pixel(255, 0, 0, 255), box: (12, 80, 236, 40))
    return
      (word([1, 4, 5, 7], 20, 30, .black) + [orange, red] + word([0, 3, 6], 100, 92, .white))
      .map { moved($0, 0, down) }
  }

  @Test func `the ends of a button on a bar moved with all else`() {
    let text = words(barred(0), barred(7))
    #expect(text.hasPrefix("moved 7 px down") && !text.contains("→"), "\(text)")
  }

  /// A chart in a frame, so full that no ground is left, with a label that touches it.
  private func chart(frame: Int, label: Int) -> PixelImage {
    var (canvas, random) = (SamenessCanvas(640, 420), SplitMix(seed: 9))
    for (inset, ink) in [Pixel.grey(205), .black, .grey(205), .white].enumerated() {
      let (place, size) = (inset + frame, 2 * inset)
      canvas.fill(40 + place, 20 + place, 560 - size, 340 - size, ink)
    }
    canvas.fill(60, 40, 260, 318, Pixel(0, 0, 128, 255))
    canvas.fill(320, 40, 160, 318, Pixel(200, 0, 0, 255))
    for place in 0..<80 * 12 where random.next(2) == 0 {
      canvas.fill(500 + place % 80, 363 + label + place / 80, 1, 1, .black)
    }
    return canvas.image
  }

  @Test func `a frame did not move by as much as a label beside it`() {
    let text = ChangeSignature(chart(frame: 0, label: 0), chart(frame: 1, label: 4)).causeText
    #expect(text.hasPrefix("moved 1 px right and 1 px down"), "\(text)")
    #expect(!text.contains("moved 4 px down, "), "\(text)")
  }

  @Test func `moved titles of one word and of two share a cause`() {
    let titles = [
      word([1, 4, 5, 9], 20, 40, .black),
      word([0, 3, 6, 8], 20, 40, .black) + word([6, 2, 7, 1], 110, 40, .black),
    ]
    let changes = titles.map { title in
      ChangeSignature(
        InkScene(things: title), InkScene(things: title.map { moved($0, 0, 4) }))
    }
    #expect(areTogether(changes[0], changes[1]), "\(changes[1].causeText)")
  }

  /// Lines of three words each, of which some words are moved.
  private func lines(_ seed: Int, down: Double, except stayed: [Int] = []) -> [InkScene.Thing] {
    (0..<6).flatMap { index -> [InkScene.Thing] in
      let letters = [seed + index, seed, index, 3, 6]
      let (x, y) = (Double(10 + index % 3 * 120), index < 3 ? 20.0 : 80.0)
      let isMoved = !stayed.contains(index)
      return word(letters, x, y, .black).map { isMoved ? moved($0, 0, down) : $0 }
    }
  }

  @Test(arguments: [[1], [2], [3, 4, 5]])
  func `words that stayed while others moved take their case out`(_ stayed: [Int]) {
    func change(_ seed: Int, except stayed: [Int] = []) -> ChangeSignature {
      ChangeSignature(
        InkScene(width: 360, things: lines(seed, down: 0)),
        InkScene(width: 360, things: lines(seed, down: 9, except: stayed)))
    }
    let clean = [0, 2, 5].map { change($0) }
    #expect(causes(of: clean).all.count == 1, "\(clean[1].causeText)")
    #expect(clean[0].causeText.hasPrefix("text moved 9 px down"), "\(clean[0].causeText)")
    let fault = change(7, except: stayed)
    for own in clean { #expect(!areTogether(own, fault), "\(fault.causeText)") }
  }

  @Test func `noise beside a move takes its case out if it can be seen`() throws {
    let line = word([2, 8, 5, 1], 130, 80, .black)
    func change(noise: Double, inLetters count: Int = 4) -> ChangeSignature {
      let titles = word([1, 4, 5, 9], 20, 40, .black)
      let noisy = line.prefix(count).map { moved($0, noise, 0) } + line.dropFirst(count)
      return ChangeSignature(
        InkScene(width: 360, things: titles + line),
        InkScene(width: 360, things: titles.map { moved($0, 0, 9) } + noisy))
    }
    let (clean, faint, clear) = (change(noise: 0), change(noise: 0.01), change(noise: 0.3))
    #expect(faint.change.noise?.isVisible == false, "\(faint.causeText)")
    #expect(clear.change.noise?.isVisible == true, "\(clear.causeText)")
    #expect(areTogether(clean, faint) && areTogether(clear, change(noise: 0.3)))
    let less = [change(noise: 0.25), change(noise: 0.3, inLetters: 3)]
    for other in [clean, faint] + less { #expect(!areTogether(other, clear)) }
  }

  private func moved(_ thing: InkScene.Thing, _ x: Double, _ y: Double) -> InkScene.Thing {
    var thing = thing
    thing.offset += SIMD2(x, y)
    return thing
  }

  /// The ends of bars that became shorter, and dots like those of another row.
  @Test func `what vanished did not move because some dots are elsewhere`() {
    func rows(_ start: Int, dots: SIMD2<Int>) -> PixelImage {
      var canvas = SamenessCanvas(260, 180)
      for row in 0..<6 { canvas.fill(start, 20 + 24 * row, 260 - start, 15, .blue) }
      for dot in 0..<3 {
        canvas.fill(dots.x + 5 * dot, dots.y, 2, 2, .black)
        canvas.fill(dots.x + 5 * dot, dots.y + 2, 1, 1, .grey(150))
      }
      return canvas.image
    }
    let text = ChangeSignature(
      rows(146, dots: SIMD2(128, 103)), rows(182, dots: SIMD2(164, 79))
    ).causeText
    #expect(!text.contains("moved"), "\(text)")
  }
}

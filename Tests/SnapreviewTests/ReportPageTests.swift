import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The page of `check --format html`.
@Suite struct ReportPageTests {
  let scratch = TestFolder.twoCauses()

  private func page(_ folder: TestFolder? = nil) throws -> String {
    let folder = folder ?? scratch
    let file = folder["page.html"]
    _ = try Program.run("check", folder.failures, "--format", "html", "--output", file)
    return file
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
  }

  @Test func `the page holds the failing cases by cause, and is the same on every run`() throws {
    let first = try text(try page())
    #expect(first == (try text(try page())))
    #expect(first.components(separatedBy: "<section class=cause id=d").count == 3)
    #expect(first.components(separatedBy: "<article class=case").count == 4)
    #expect(!first.contains("testSame"))
    #expect(first.components(separatedBy: "src=\"data:image/png;base64,").count == 7)
    // One card a decision, with the other case behind a line; and a list of both.
    let folded = first.components(separatedBy: "<details>\n<summary>The other case</summary>")
    #expect(folded.count == 2 && folded[1].contains("<h3>AppTests/testB</h3>"))
    #expect(!folded[0].contains("<h3>AppTests/testB</h3>"))
    #expect(first.contains("<a href=\"#d2\">") && first.contains("<section class=cause id=d2>"))
    #expect(first.contains("<small>in 2 cases, and nothing else in any of them"))
  }

  @Test func `a member shows the place that changed, and a transparent picture stands on a ground`()
    throws
  {
    let shapes = TestFolder()
    for (name, inks) in [("One", [20, 30]), ("Two", [20, 30])] {
      func picture(_ ink: Int) -> PixelImage {
        var pixels = [Pixel](repeating: Pixel(), count: 200 * 200)
        for index in 0..<64 {
          pixels[(90 + index / 8) * 200 + 100 + index % 8] = Pixel(UInt8(ink), 0, 0, 255)
        }
        return PixelImage(width: 200, height: 200, pixels: pixels)
      }
      shapes.write("ReferenceImages_64/AppTests/test\(name).png", picture(inks[0]))
      shapes.write("FailureDiffs/AppTests/reference_test\(name).png", picture(inks[0]))
      shapes.write("FailureDiffs/AppTests/failed_test\(name).png", picture(inks[1] * 6))
    }
    let text = try text(try page(shapes))
    let parts = text.components(separatedBy: "<details>")
    #expect(parts.count == 2)
    // The leader's change and all of it; of the other only the change.
    #expect(parts[0].components(separatedBy: "<img ").count == 5)
    #expect(parts[1].components(separatedBy: "<img ").count == 3)
    #expect(parts[1].contains("<figcaption>reference, 40 × 40 at 84, 74</figcaption>"))
    let data = try #require(parts[0].components(separatedBy: "base64,").dropFirst().first)
    let png = try #require(Data(base64Encoded: String(data.prefix { $0 != "\"" })))
    let shown = try PNG.decode(Array(png), file: "crop")
    #expect(shown[0, 0].w == 255 && shown[0, 0] != shown[20, 20])
  }

  @Test func `nothing that a stranger wrote marks anything up`() throws {
    let name = "<img src=x onerror=alert(1)>'\"&</script>"
    let hostile = TestFolder()
    let base = name.replacingOccurrences(of: "/", with: ":")
    hostile.addFailure(base)
    let note = "</p><script>alert(2)</script>\u{202E}"
    _ = try Program.run("reject", hostile.failures, "--all", "--note", note)
    let text = try text(try page(hostile))
    #expect(text.components(separatedBy: "<script").count == 2)
    #expect(text.components(separatedBy: "<img ").count == 3)
    #expect(!text.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `large pictures are shrunk until the page can be sent`() throws {
    let large = TestFolder()
    var numbers = SplitMix(seed: 7)
    let pixels = (0..<900 * 900).map { _ in
      Pixel(UInt8(numbers.next(256)), UInt8(numbers.next(256)), 0, 255)
    }
    let picture = PixelImage(width: 900, height: 900, pixels: pixels)
    large.write("ReferenceImages_64/AppTests/testBig.png", picture)
    large.write("FailureDiffs/AppTests/reference_testBig.png", picture)
    var changed = pixels
    for index in 0..<40 { changed[450 * 900 + 300 + index] = Pixel(255, 0, 0, 255) }
    large.write(
      "FailureDiffs/AppTests/failed_testBig.png",
      PixelImage(width: 900, height: 900, pixels: changed))
    let text = try text(try page(large))
    #expect(text.utf8.count < 20_000_000 / 40)
    #expect(text.contains("<figcaption>actual, 900 × 900, shown 1:"))
    #expect(text.contains(" at 284, 434</figcaption>"))
  }

  @Test(.enabled(if: Browser.path != nil))
  func `a browser goes through the page by key, and fetches nothing`() throws {
    let browser = try Browser(opening: try page())
    #expect(try browser.value("document.querySelector('h1').textContent") as? String != nil)
    let name = "document.activeElement.querySelector('h3')?.textContent"
    try browser.press("j")
    #expect(try browser.value(name) as? String == "AppTests/testA")
    try browser.press("j")
    #expect(try browser.value(name) as? String == "AppTests/testC")
    try browser.press("k")
    try browser.press("l")
    try browser.press("j")
    #expect(try browser.value(name) as? String == "AppTests/testB")
    try browser.press("h")
    #expect(try browser.value(name) as? String == "AppTests/testA")
    #expect(browser.requests.count == 1, "the page itself: \(browser.requests)")
    let loaded = "[...document.images].every((i) => i.complete && i.naturalWidth === 8)"
    #expect(try browser.value(loaded) as? Bool == true)
  }

  @Test(.enabled(if: Browser.path != nil))
  func `a browser shows the pair side by side, swiped, blinking and subtracted`() throws {
    let browser = try Browser(opening: try page())
    func look(_ side: String, _ property: String, _ element: String = "") throws -> String? {
      try browser.value(
        "getComputedStyle(document.querySelector('.case .\(side) \(element)')).\(property)")
        as? String
    }
    let places =
      "['reference', 'actual'].map((s) => document.querySelector('.' + s)"
      + ".getBoundingClientRect().left)"
    let aside = try #require(try browser.value(places) as? [Double])
    #expect(aside[0] < aside[1])
    try browser.press("2")
    let over = try #require(try browser.value(places) as? [Double])
    #expect(over[0] == over[1])
    #expect(try look("actual", "clipPath", ".frame") == "inset(0px 0px 0px 50%)")
    try browser.press(",")
    #expect(try look("actual", "clipPath", ".frame") == "inset(0px 0px 0px 45%)")
    try browser.press("3")
    #expect(try look("actual", "visibility") == "hidden")
    try browser.press(" ")
    #expect(try look("actual", "visibility") == "visible")
    try browser.press("4")
    #expect(try look("actual", "mixBlendMode") == "difference")
    let caption =
      "getComputedStyle(document.querySelector('.reference figcaption'), '::after').content"
    #expect(try browser.value(caption) as? String == "\"difference\"")
    #expect(try look("actual", "display", "rect") != "none")
    try browser.press("o")
    #expect(try look("actual", "display", "rect") == "none")
  }

  @Test(.enabled(if: Browser.path != nil))
  func `a browser filters the cases, and is dark or light as its reader likes`() throws {
    let browser = try Browser(opening: try page())
    let shown = "[...document.querySelectorAll('.case')].filter((c) => c.checkVisibility()).length"
    try browser.press("/")
    for letter in "testC" { try browser.press(String(letter)) }
    #expect(try browser.value(shown) as? Int == 1)
    #expect(
      try browser.value("document.querySelectorAll('nav li:not([hidden])').length") as? Int == 1)
    #expect(
      try browser.value("document.querySelector('#count').textContent") as? String == "1 of 3")
    try browser.press("Escape")
    #expect(try browser.value(shown) as? Int == 2, "and one that is folded away")
    let ground = "getComputedStyle(document.body).backgroundColor"
    try browser.prefer("light")
    let light = try browser.value(ground) as? String
    try browser.prefer("dark")
    #expect(try browser.value(ground) as? String != light)
  }
}

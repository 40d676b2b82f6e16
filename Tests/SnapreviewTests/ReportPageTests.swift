import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The page of `check --format html`.
struct ReportPageTests {
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
    #expect(first.components(separatedBy: "<section class=\"card case\" id=").count == 3)
    #expect(first.components(separatedBy: "<article class=case id=").count == 2)
    #expect(!first.contains("testSame"))
    #expect(first.components(separatedBy: "src=\"data:image/png;base64,").count == 7)
    // Two causes that look alike are one decision, as on the screen.
    #expect(first.contains("<h1>3 snapshots changed, 1 decision</h1>"))
    #expect(first.components(separatedBy: "Alike, 2 cards: ").count == 3)
    // A card for each cause, the largest change first, with the other case behind a line.
    let folded = first.components(
      separatedBy: "<summary>Look closer, and at the 1 other case</summary>")
    #expect(folded.count == 2 && folded[1].contains("<h3>App<wbr>Tests/<wbr>test<wbr>B "))
    #expect(!folded[0].contains("<h3>App<wbr>Tests/<wbr>test<wbr>B "))
    #expect(first.contains("<a href=\"#AppTests/testB\""))
    #expect(first.contains("in 2 cases, and nothing else in any of them"))
    #expect(first.contains("alt=\"AppTests/testA before, 8 × 8\""))
    #expect(first.contains("alt=\"AppTests/testA after: "))
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
    let parts = text.components(separatedBy: "<div class=members>")
    #expect(parts.count == 2)
    // The leader's change and all of it; of the other only the change.
    #expect(parts[0].components(separatedBy: "<img ").count == 5)
    #expect(parts[1].components(separatedBy: "<img ").count == 3)
    #expect(parts[1].contains("<figcaption>before <small>82 × 95 at 63, 47</small></figcaption>"))
    let data = try #require(parts[0].components(separatedBy: "base64,").dropFirst().first)
    let png = try #require(Data(base64Encoded: String(data.prefix { $0 != "\"" })))
    let shown = try PNG.decode(Array(png), file: "crop")
    #expect(shown[0, 0].w == 255 && shown[0, 0] != shown[40, 46])
  }

  @Test func `nothing that a stranger wrote marks anything up`() throws {
    let name = "<img src=x onerror=alert(1)>'\"&</script>"
    let hostile = TestFolder()
    let base = name.replacingOccurrences(of: "/", with: ":")
    hostile.addFailure(base)
    let note = "</p><script>alert(2)</script>\u{202E}"
    _ = try Program.run("reject", hostile.failures, "--all", "--note", note)
    let text = try text(try page(hostile))
    #expect(text.components(separatedBy: "<script").count == 3, "the page's own, and its data")
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
    #expect(text.contains("<figcaption>after <small>900 × 900, shown 1:"))
    #expect(text.contains(" at 238, 427</small></figcaption>"))
  }

  @Test func `the page says which commit, branch and run it is about`() throws {
    let repository = TestFolder()
    repository.addFailure("testA")
    let run = try Program.shell(
      """
      cd "$1" && git init -q -b badge-theme . && git add . && \
      git -c user.name=n -c user.email=e commit -q -m 'Badges follow the new theme' && \
      env -u GITHUB_SHA -u GITHUB_REF_NAME "$0" check FailureDiffs --format html --output page.html
      git rev-parse HEAD
      """, repository.path)
    let commit = try #require(run.lines.last(where: { !$0.isEmpty }))
    let own = try text(repository["page.html"])
    #expect(
      own.contains("<b>Badges follow the new theme</b> · commit <code>\(commit.prefix(8))</code>"))
    #expect(own.contains("branch <code>badge-theme</code> · nothing is sent from this page"))
    let ci = try Program.shell(
      """
      cd "$1" && GITHUB_SERVER_URL=https://github.com GITHUB_REPOSITORY=o/r GITHUB_RUN_ID=77 \
      GITHUB_RUN_NUMBER=1482 GITHUB_HEAD_REF=theme SNAPREVIEW_COMMIT=4f1c2e9aa GITHUB_REF=refs/pull/12/merge \
      "$0" check FailureDiffs --format html
      """, repository.path)
    #expect(ci.output.contains("commit <code>4f1c2e9a</code> · branch <code>theme</code>"))
    #expect(
      ci.output.contains("<a href=\"https://github.com/o/r/actions/runs/77\">run <b>1482</b></a>"))
    #expect(ci.output.contains(#""words":"https://github.com/o/r/pull/12""#))
  }
}

/// The page in a browser, by keys, mouse and finger.
@Suite(.enabled(if: Browser.path != nil)) struct ReportPageBrowserTests {
  let scratch = TestFolder.twoCauses()

  private func browser() throws -> Browser {
    let file = scratch["page.html"]
    _ = try Program.run("check", scratch.failures, "--format", "html", "--output", file)
    return try Browser(opening: file)
  }

  private let focused = "document.activeElement.id"
  private let count = "document.querySelector('.count').textContent"

  @Test func `keys go through the page, which fetches nothing`() throws {
    let browser = try browser()
    try browser.press("j")
    let first = try #require(try browser.value(focused) as? String)
    try browser.press("j")
    let second = try #require(try browser.value(focused) as? String)
    #expect(Set([first, second]) == ["AppTests/testA", "AppTests/testC"])
    if second == "AppTests/testA" { try browser.press("j") }
    let card = "document.getElementById('AppTests/testA')"
    _ = try browser.value("\(card).focus()")
    try browser.press("l")
    try browser.press("j")
    #expect(try browser.value(focused) as? String == "AppTests/testB")
    try browser.press("h")
    #expect(try browser.value(focused) as? String == "AppTests/testA")
    #expect(browser.requests.count == 1, "the page itself: \(browser.requests)")
    let loaded = "[...document.images].every((i) => i.complete && i.naturalWidth === 8)"
    #expect(try browser.value(loaded) as? Bool == true)
  }

  @Test func `the pair is shown side by side, slid, flipped, and as a difference`() throws {
    let browser = try browser()
    func look(_ side: String, _ property: String, _ element: String = "") throws -> String? {
      try browser.value(
        "getComputedStyle(document.querySelector('.case .\(side) \(element)')).\(property)")
        as? String
    }
    let places =
      "['before', 'after'].map((s) => document.querySelector('.' + s).getBoundingClientRect().left)"
    let aside = try #require(try browser.value(places) as? [Double])
    #expect(aside[0] < aside[1])
    try browser.press("2")
    let over = try #require(try browser.value(places) as? [Double])
    #expect(over[0] == over[1])
    #expect(try look("after", "clipPath", ".frame") == "inset(0px 0px 0px 50%)")
    try browser.press(",")
    #expect(try look("after", "clipPath", ".frame") == "inset(0px 0px 0px 45%)")
    try browser.press("3")
    #expect(try look("after", "visibility") == "hidden")
    try browser.press(" ")
    #expect(try look("after", "visibility") == "visible")
    try browser.press("4")
    let drawn =
      "new Promise((done) => setTimeout(() => { const c = document.querySelector('.case canvas');"
      + " const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
      + " done([...d].filter((v, i) => i % 4 === 0 && v > 190 && d[i + 1] < 100).length) }, 500))"
    #expect(try browser.value(drawn) as? Int ?? 0 > 0)
    try browser.press("o")
    #expect(try look("after", "display", "rect") == "none")
  }

  @Test func `a filter leaves what fits, and the page is dark or light as its reader likes`() throws
  {
    let browser = try browser()
    let shown = "[...document.querySelectorAll('.case')].filter((c) => c.checkVisibility()).length"
    try browser.press("/")
    for letter in "testC" { try browser.press(String(letter)) }
    #expect(try browser.value(shown) as? Int == 1)
    #expect(
      try browser.value("document.querySelector('.found').textContent") as? String == "1 of 3")
    try browser.press("Escape")
    #expect(try browser.value(shown) as? Int == 2, "and one that is folded away")
    let ground = "getComputedStyle(document.body).backgroundColor"
    try browser.prefer("light")
    let light = try browser.value(ground) as? String
    try browser.prefer("dark")
    #expect(try browser.value(ground) as? String != light)
  }

  /// The page hands its file to a link, and its command to the clipboard: both are caught here.
  private let caught =
    "window.caught = {}; URL.createObjectURL = (b) => { b.text().then((t) => { caught.file = t }); return '#' };"
    + " Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (t) => { caught.command = t } } });"
    + " true"

  private func file(_ browser: Browser) throws -> String? {
    try browser.value("new Promise((done) => setTimeout(() => done(caught.file ?? ''), 300))")
      as? String
  }

  @Test func `verdicts by key, with a reason, leave as a file that adopt applies`() throws {
    let browser = try browser()
    _ = try browser.value(caught)
    _ = try browser.value("document.getElementById('AppTests/testA').focus()")
    try browser.press("a")
    #expect(try browser.value(count) as? String == "0 of 1 decided")
    _ = try browser.value("document.getElementById('AppTests/testC').focus()")
    try browser.press("r")
    try browser.press("Escape")
    try browser.press("s")
    #expect(try file(browser) == "", "a bug without a reason stays here")
    for letter in "too dark" { try browser.press(String(letter)) }
    try browser.press("Escape")
    #expect(try browser.value(count) as? String == "1 of 1 decided", "as the heading counts")
    try browser.press("s")
    let decisions = try #require(try file(browser))
    scratch.write("decisions.json", decisions)
    let adopted = try Program.run("adopt", scratch["decisions.json"], scratch.failures, "--all")
    #expect(adopted.status == 0, "\(adopted.errors)")
    let cases = try Program.run("list", scratch.failures, "--format", "json").cases
    #expect(
      cases.map { $0["decision"] as? String } == ["accepted", "accepted", "rejected", "undecided"])
    #expect(cases[2]["note"] as? String == "too dark")
  }

  @Test func `a mouse decides one case of several, and the command carries it`() throws {
    let browser = try browser()
    _ = try browser.value(caught)
    try browser.click("#AppTests\\\\/testA summary")
    try browser.click("#AppTests\\\\/testB [data-decision=tolerated]")
    #expect(
      try browser.value("document.getElementById('AppTests/testA').dataset.decision") as? String
        == "mixed")
    try browser.click(".copy")
    let command = try #require(
      try browser.value("new Promise((done) => setTimeout(() => done(caught.command), 200))")
        as? String)
    #expect(command.hasPrefix("snapreview adopt - ") && command.hasSuffix("\nDECISIONS\n"))
    let run = try Program.shell(
      command.replacingOccurrences(of: "snapreview adopt", with: "\"$0\" adopt"), scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    let cases = try Program.run("list", scratch.failures, "--format", "json").cases
    #expect(
      cases.map { $0["decision"] as? String }
        == ["undecided", "tolerated", "undecided", "undecided"])
  }

  @Test func `on a phone the head is low, and a finger slides from edge to edge`() throws {
    let browser = try browser()
    try browser.becomePhone()
    let height = "document.querySelector('header').getBoundingClientRect().height"
    #expect(try browser.value(height) as? Double ?? 999 <= 115)
    #expect(
      try browser.value("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    _ = try browser.value("document.querySelector('[data-view=slide]').click()")
    try browser.draw(across: ".card .pair .frame", from: 0.1, to: 0.95)
    let edge = "parseFloat(document.body.style.getPropertyValue('--edge'))"
    #expect(try browser.value(edge) as? Double ?? 0 > 85)
  }

  @Test func `print has every case with its verdict, and leaves the page as it was`() throws {
    let browser = try browser()
    _ = try browser.value("document.getElementById('AppTests/testA').focus()")
    try browser.press("a")
    let open = "document.querySelectorAll('details[open]').length"
    #expect(try browser.value("dispatchEvent(new Event('beforeprint')), \(open)") as? Int == 2)
    #expect(try browser.value(seen("h3, .said")) as? [String] == ["AppTests/testB #"])
    try browser.show(as: "print")
    #expect(
      try browser.value(seen("h3, .said, .choice, .verdict label")) as? [String]
        == ["accepted", "AppTests/testB #", "accepted"])
    try browser.show(as: "screen")
    #expect(try browser.value("dispatchEvent(new Event('afterprint')), \(open)") as? Int == 0)
  }

  /// The texts of the elements that are seen.
  private func seen(_ selector: String) -> String {
    "[...document.querySelectorAll('\(selector)')].filter((item) => item.checkVisibility()"
      + " && item.textContent).map((item) => item.textContent)"
  }

  @Test func `an opened decision has its whole sentence`() throws {
    let browser = try browser()
    let clamp = "getComputedStyle(document.querySelector('.card h2')).webkitLineClamp"
    #expect(try browser.value(clamp) as? String == "3")
    try browser.click("summary")
    #expect(try browser.value(clamp) as? String == "none")
  }

  @Test func `a link leads to a case that is folded away`() throws {
    let browser = try browser()
    _ = try browser.value("location.hash = '#AppTests/testB'")
    #expect(
      try browser.value("new Promise((d) => setTimeout(() => d(\(focused)), 300))") as? String
        == "AppTests/testB")
  }

  @Test func `without scripts the page shows all, and says that it takes no verdicts`() throws {
    let browser = try browser()
    try browser.reload(withScripts: false)
    let shown = "getComputedStyle(document.querySelector('noscript p')).display !== 'none'"
    #expect(try browser.value(shown) as? Bool == true)
    #expect(try browser.value("document.querySelectorAll('.card img').length") as? Int == 6)
    #expect(
      try browser.value("document.querySelector('.out').checkVisibility()") as? Bool == false)
  }
}

import DiffEngine
import Foundation
import Pixels
import ReviewUI
import TestSupport
import Testing

/// The real program on a terminal that draws iTerm2's inline images.
struct InlineImageScreenTests {
  private static let cell = (width: 9, height: 18)
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testFirst", changes: 3, size: 64)
    scratch.addFailure("testSecond", changes: 5, size: 64)
    scratch.addFailure("testThird", changes: 1, size: 1500)
  }

  private func open(
    _ arguments: [String] = ["--graphics", "iterm"], version: String? = "WezTerm 20240203",
    _ more: [String: String] = [:], columns: Int = 90, rows: Int = 12, measured: Bool = true
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures] + arguments, columns: columns, rows: rows,
      environment: .terminal(more), version: version, cell: Self.cell)
    if measured {
      try terminal.waitUntilMeasured("of 3")
      try terminal.send("O", showing: "▾ AppTests")
    }
    return terminal
  }

  /// Waits until every pane has its image, whole.
  private func waitForImages(_ terminal: PseudoTerminal, _ note: String = "images") throws {
    try terminal.wait(note) { screen in
      !screen.text.contains("drawing") && !screen.inlineImages.isEmpty
        && screen.inlineImages.allSatisfy { $0.holes == 0 }
    }
    for image in terminal.screen.inlineImages {
      #expect(image.picture.width == image.rect.width * Self.cell.width)
      #expect(image.picture.height == image.rect.height * Self.cell.height)
      #expect(image.picture.isOpaque)
    }
    #expect(!terminal.screen.text.contains("▀"))
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    #expect(try terminal.quit() == .code(1))
    #expect(terminal.screen.inlineImages.isEmpty)
    #expect(terminal.remains == [])
    #expect(terminal.screen.unknown == [])
  }

  @Test func `every pane is one image in the terminal's own pixels`() throws {
    let terminal = try open(columns: 160, rows: 40)
    try terminal.send("D", showing: "highlight")
    try waitForImages(terminal)
    let colours = Set(terminal.screen.inlineImages.flatMap(\.picture.pixels))
    for colour in [Pixel(200, 200, 200, 255), Pixel(0, 0, 0, 255), Pixel(0, 255, 0, 255)] {
      #expect(colours.contains(colour))
    }
    try quit(terminal)
  }

  @Test func `an image is sent again only when it has changed or was covered`() throws {
    let terminal = try open()
    try terminal.send("gg", showing: "testFirst")
    try waitForImages(terminal)
    let before = terminal.screen.imageCount
    try terminal.send("/First", showing: "/First")
    #expect(terminal.screen.imageCount == before)
    terminal.send("\u{1B}")
    try waitForImages(terminal)
    #expect(terminal.screen.imageCount == before)
    try quit(terminal)
  }

  @Test func `whatever stands on an image is seen, and the image is whole behind it`() throws {
    let terminal = try open(columns: 120, rows: 40)
    try waitForImages(terminal)
    let panels = [
      ("?", "Keys · Enter"), (":", "tab completes"), ("x", "ΔE"),
    ]
    for (keys, words) in panels {
      let seen = terminal.screen.inlineImages.map(\.seen).reduce(0, +)
      try terminal.send(keys, showing: words)
      #expect(terminal.screen.inlineImages.map(\.seen).reduce(0, +) < seen, "\(keys)")
      terminal.send("\u{1B}")
      try waitForImages(terminal, "the images behind “\(words)”")
    }
    try quit(terminal)
  }

  @Test func `images go with their cells when the view, the case or the window changes`() throws {
    let terminal = try open()
    for key in ["6", "J", "1", "2", "L", "L", "\u{C}"] {
      terminal.send(key)
      try waitForImages(terminal, "images after \(key)")
    }
    terminal.resize(columns: 110, rows: 20)
    try waitForImages(terminal, "images of the new size")
    try quit(terminal)
  }

  @Test func `the key that the badge names turns them on, and config.toml keeps it`() throws {
    let home = TestFolder()
    let config = ["XDG_CONFIG_HOME": home.path]
    let terminal = try open([], config)
    try terminal.wait("the badge") {
      $0.lines[0].contains("P pixels") || $0.lines[0].contains("P exact")
    }
    #expect(terminal.screen.inlineImages.isEmpty)
    terminal.send("P")
    try waitForImages(terminal)
    #expect(!terminal.screen.lines[0].contains("pixels"))
    try quit(terminal)
    #expect(
      home.bytes("snapreview/config.toml").map { String(decoding: $0, as: UTF8.self) }
        == "[screen]\ngraphics = \"auto\"\n")
    let again = try open([], config)
    try waitForImages(again)
    try again.send("P", showing: "Images in cells")
    try again.wait("half blocks") { $0.inlineImages.isEmpty && $0.text.contains("▀") }
    #expect(!again.screen.lines[0].contains("pixels"))
    try quit(again)
    #expect(
      home.bytes("snapreview/config.toml").map { String(decoding: $0, as: UTF8.self) }
        == "[screen]\ngraphics = \"half-blocks\"\n")
  }

  @Test(arguments: [
    (nil, "not known to draw"), ("Konsole 21.12.3", "from version 22.04 on"),
    ("xterm.js(5.5.0)", "terminal.integrated.enableImages"),
  ])
  func `where they cannot be drawn the screen says why`(_ version: String?, _ words: String) throws
  {
    try expectNone(version, [:], words)
  }

  @Test func `inside tmux the screen says what works there`() throws {
    try expectNone("WezTerm 20240203", ["TMUX": "/tmp/none,1,0"], "--graphics kitty works")
  }

  private func expectNone(
    _ version: String?, _ environment: [String: String], _ words: String
  ) throws {
    let terminal = try open(version: version, environment, columns: 200, rows: 40)
    #expect(terminal.screen.inlineImages.isEmpty)
    #expect(terminal.output.firstRange(of: Array("]1337".utf8)) == nil)
    #expect(terminal.screen.lines[0].contains("half blocks"))
    try terminal.send("P", showing: "No exact pixels: ")
    #expect(terminal.screen.text.contains(words))
    try quit(terminal)
  }

  @Test(arguments: [SIGTERM, SIGSEGV, SIGHUP])
  func `neither a signal nor a crash leaves images behind`(_ signal: Int32) throws {
    let terminal = try open()
    try waitForImages(terminal)
    terminal.signal(signal)
    _ = try terminal.waitForExit()
    #expect(terminal.screen.inlineImages.isEmpty)
    #expect(terminal.remains == [])
  }
}

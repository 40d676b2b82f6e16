import DiffEngine
import Foundation
import Pixels
import ReviewUI
import TestSupport
import Testing

/// The real program on a terminal that draws images itself, without the room for close-ups.
struct ImageScreenTests {
  private static let cell = (width: 10, height: 21)
  private let scratch = TestFolder()

  init() {
    scratch.addFailure("testFirst", changes: 3, size: 64)
    scratch.addFailure("testSecond", changes: 5, size: 64)
    scratch.addFailure("testThird", changes: 1, size: 1500)
  }

  /// Starts the program, as it opens.
  private func open(
    _ arguments: [String] = ["--graphics", "kitty"], version: String? = "kitty(0.35.2)"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Program.path, [scratch.failures] + arguments, columns: 90, rows: 12,
      environment: ["TERM": "xterm-kitty"], version: version, cell: Self.cell)
    try terminal.waitUntilMeasured("of 3")
    return terminal
  }

  /// Starts the program and lists the cases by suite.
  private func start(_ arguments: [String] = ["--graphics", "kitty"]) throws -> PseudoTerminal {
    let terminal = try open(arguments)
    try terminal.send("O", showing: "▾ AppTests")
    return terminal
  }

  /// Draws the difference in one colour.
  private func highlight(_ terminal: PseudoTerminal) throws {
    try terminal.send("D", showing: "highlight")
  }

  /// Waits until every cell that stands for an image has it, and so many images are shown.
  private func waitForImages(_ terminal: PseudoTerminal, _ count: Int) throws {
    try terminal.wait("\(count) images") {
      !$0.text.contains("drawing") && shown($0).count == count
    }
  }

  /// The images on the screen from left to right; none while a cell lacks its own.
  private func shown(_ screen: VirtualScreen) -> [VirtualScreen.Image] {
    var images: [VirtualScreen.Image] = []
    var parts = 0
    for column in 0..<screen.columns {
      for row in 0..<screen.rows {
        guard let part = screen.part(column, row) else { continue }
        parts += 1
        if part.column == 0, part.row == 0 { images.append(part.image) }
      }
    }
    return parts == screen.placeholders ? images : []
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    #expect(try terminal.quit() == .code(1))
    #expect(terminal.screen.images.isEmpty)
    #expect(terminal.remains == [])
    #expect(terminal.screen.unknown == [])
  }

  @Test func `every pane is an image in the terminal's own pixels, and none stays behind`() throws {
    let terminal = try start()
    try highlight(terminal)
    try waitForImages(terminal, 3)
    let images = shown(terminal.screen)
    for image in images {
      #expect(image.picture.width == image.cells.columns * Self.cell.width)
      #expect(image.picture.height == image.cells.rows * Self.cell.height)
    }
    #expect(!terminal.screen.text.contains("▀"))
    let colours = images.map { Set($0.picture.pixels.filter { $0.w > 0 }) }
    let (grey, black) = (Pixel(200, 200, 200, 255), Pixel(0, 0, 0, 255))
    #expect(colours == [[grey], [grey, black], [grey, Pixel(0, 255, 0, 255)]])
    try quit(terminal)
  }

  @Test func `parts of an image stand side by side`() throws {
    let terminal = try start()
    try waitForImages(terminal, 3)
    let screen = terminal.screen
    for row in 0..<screen.rows {
      for column in 1..<screen.columns {
        guard let left = screen.part(column - 1, row), let right = screen.part(column, row),
          screen.cell(column - 1, row).pen == screen.cell(column, row).pen
        else { continue }
        #expect(right.column == left.column + 1 && right.row == left.row)
      }
    }
    try quit(terminal)
  }

  @Test func `flipping to and fro sends each image once`() throws {
    let terminal = try start(["--graphics", "auto"])
    terminal.send("3")
    try waitForImages(terminal, 1)
    let before = terminal.screen.imageCount
    for turn in 0..<6 {
      terminal.send(" ")
      try terminal.wait("the other side, turn \(turn)") {
        $0.text.contains(turn.isMultiple(of: 2) ? " reference " : " actual ")
          && shown($0).count == 1
      }
    }
    #expect(terminal.screen.imageCount <= before + 2)
    try quit(terminal)
  }

  @Test func `the terminal is never left with more than a few images`() throws {
    let terminal = try start()
    let keys = ["=", "+", "+", "l", "j", "+", "-", "d", "1", "2", "4", "5", "6", "7", "J", "1"]
    for key in keys {
      terminal.send(key == "l" || key == "j" ? "\t" + key + "\t" : key)
      try terminal.wait("every image after \(key)") {
        !$0.text.contains("drawing") && !shown($0).isEmpty
      }
      #expect(terminal.screen.images.count <= 12)
    }
    try quit(terminal)
  }

  @Test func `redrawing gives the terminal its images again`() throws {
    let terminal = try start()
    try waitForImages(terminal, 3)
    let before = terminal.screen.imageCount
    terminal.send("\u{C}")
    try terminal.wait("three images more") {
      $0.imageCount == before + 3 && shown($0).count == 3
    }
    try quit(terminal)
  }

  @Test func `ctrl-z takes the images away, fg brings them back`() throws {
    let shell = try PseudoTerminal(
      "/bin/sh", ["-i"], columns: 90, rows: 12,
      environment: ["TERM": "xterm-kitty", "PS1": "$ "], version: "kitty(0.35.2)", cell: Self.cell)
    try shell.wait("a prompt") { $0.text.contains("$") }
    shell.send("\(Program.path) --graphics kitty \(scratch.failures)\n")
    // Among decisions a mark of the gutter stands in the corner that an image is told by.
    try shell.wait("the decisions") { $0.text.contains("0 of 3 decisions") }
    try shell.send("O", showing: "▾ AppTests")
    try waitForImages(shell, 3)
    shell.send("\u{1A}")
    try shell.wait("the shell") { $0.text.contains("topped") && !$0.modes.contains(1049) }
    #expect(shell.screen.images.isEmpty)
    shell.send("fg\n")
    try shell.wait("the screen again") { $0.modes.contains(1049) && shown($0).count == 3 }
    shell.send("Q")
    try shell.wait("the end") { !$0.modes.contains(1049) && $0.images.isEmpty }
    shell.send("exit\n")
    _ = try shell.waitForExit()
  }

  @Test func `a lone mismatch of a large picture is seen`() throws {
    let terminal = try start()
    try terminal.send("G", showing: "AppTests/testThird  ")
    terminal.send("6")
    try highlight(terminal)
    // The whole, and the place of the change.
    try waitForImages(terminal, 2)
    let difference = shown(terminal.screen)[0].picture
    // In the corner four of the nine pixels are within the picture.
    #expect(difference.pixels.count { $0 == Pixel(0, 255, 0, 255) } == 4)
    try quit(terminal)
  }

  @Test(arguments: [SIGTERM, SIGSEGV])
  func `neither a signal nor a crash leaves images behind`(_ signal: Int32) throws {
    let terminal = try start()
    try waitForImages(terminal, 3)
    terminal.signal(signal)
    _ = try terminal.waitForExit()
    #expect(terminal.screen.images.isEmpty)
    #expect(terminal.remains == [])
  }

  @Test(arguments: [nil, "kitty(0.26.5)", "WezTerm 20240203"])
  func `a terminal that cannot draw them gets half blocks and a word about it`(
    _ version: String?
  ) throws {
    let terminal = try open(version: version)
    #expect(terminal.screen.lines[0].contains("half blocks"))
    #expect(terminal.screen.text.contains("Half blocks: "))
    #expect(terminal.screen.placeholders == 0)
    #expect(terminal.screen.imageCount == 0)
    try quit(terminal)
  }

  @Test func `where nobody asked for images there is no word about them`() throws {
    for arguments in [[], ["--graphics", "auto"]] {
      let terminal = try open(arguments, version: arguments.isEmpty ? "kitty(0.35.2)" : nil)
      #expect(!terminal.screen.lines[0].contains("half blocks"))
      #expect(terminal.screen.placeholders == 0)
      try quit(terminal)
    }
  }
}

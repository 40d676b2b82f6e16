import Base
import DiffEngine
import Foundation
import ReviewUI
import Terminal

// A full-screen program with nothing but a screen, for the tests of `Terminal` on a pseudo-terminal:
// it draws colours in known places, tells every event in words, and ends in every way there is.

struct Fixture {
  var session: TerminalSession
  var log: [String] = []
  /// The number of frames of noise were asked for; 0 shows the log.
  var noise: UInt32 = 0

  mutating func run() {
    while true {
      session.draw(frame)
      for event in session.wait(timeoutMilliseconds: nil) {
        log.append(describe(event))
        if event == .input(.key(.character("n"))) { noise += 1 }
        act(on: event)
      }
    }
  }

  private func act(on event: TerminalEvent) {
    switch event {
    case .terminated(let signal): leave("ended by \(signal)", code: 128 + signal)
    case .input(.key(.character("q"))): leave("bye", code: 0)
    case .input(.key(.character("e"))): exit(5)
    case .input(.key(.character("!"))): fatalError("on purpose")
    case .input(.key(.character("w"))): overflowWorker()
    case .input(.key(.character("y"))): session.copy("copied")
    case .input(.key(.control("z"))): session.suspend()
    case .input(.key(.control("l"))): session.redrawAll()
    default: break
    }
  }

  /// Overflows the stack of a thread that is not ours.
  private func overflowWorker() {
    let never = DispatchSemaphore(value: 0)
    onAllCores(64) { _ in
      if Thread.isMainThread { never.wait() }
      print(recurse(0))
    }
  }

  private func leave(_ words: String, code: Int32) {
    session.close()
    print(words)
    exit(code)
  }

  private func describe(_ event: TerminalEvent) -> String {
    switch event {
    case .input(.key(let key)): "key \(key)"
    case .input(.paste(let text)): "paste \(text.count)"
    case .input(.mouse(let mouse)): "mouse \(mouse.kind) \(mouse.column),\(mouse.row)"
    case .input(.resized(let size)): "size \(size.columns)x\(size.rows)"
    case .woken: "woken"
    case .terminated(let signal): "terminated \(signal)"
    }
  }

  // MARK: - The frame

  private var frame: CellGrid {
    let size = session.size
    var grid = CellGrid(size)
    write("\(size.columns)x\(size.rows) \(session.colourLevel)", .statusValue, 0, &grid)
    for value in 0..<8 {
      let blue = Paint.rgb(0, 0, UInt8(value))
      grid[value, 1] = Cell(.space, foreground: blue, background: blue)
      grid[10 + value, 1] = .halves(top: blue, bottom: .rgb(UInt8(value), 0, 0))
    }
    if noise > 0 { fill(&grid) }
    write("日本 e\u{301} ─│", .title, 2, &grid)
    guard noise == 0 else { return grid }
    let room = max(size.rows - 3, 0)
    let first = max(log.count - room, 0)
    for (row, words) in log[first...].enumerated() {
      write("\(first + row + 1) \(words)", .hint, 3 + row, &grid)
    }
    return grid
  }

  /// Every cell a combination of colours that was never there before; the test knows the formula.
  private func fill(_ grid: inout CellGrid) {
    for row in 3..<max(grid.size.rows, 3) {
      for column in 0..<grid.size.columns {
        let place = UInt32(row * 1000 + column) &* 2_654_435_761 &+ noise &* 40_503
        grid[column, row] = .halves(top: paint(place), bottom: paint(place &* 31 &+ 7))
      }
    }
  }

  private func paint(_ value: UInt32) -> Paint {
    .rgb(UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255))
  }

  private func write(_ text: String, _ role: Role, _ row: Int, _ grid: inout CellGrid) {
    var column = 0
    for character in text {
      let width = displayWidth(of: character)
      grid[column, row] = Cell(Glyph(character), role)
      if width == 2 { grid[column + 1, row] = Cell(.continuation, role) }
      column += width
    }
  }
}

@inline(never) @_optimize(none)
func recurse(_ depth: Int) -> Int { depth == .max ? 0 : recurse(depth + 1) + 1 }

var options = TerminalOptions()
let arguments = CommandLine.arguments
if let flag = arguments.firstIndex(of: "--color") {
  options.colour = ColourChoice(rawValue: arguments[flag + 1]) ?? .auto
}
options.mouse = !arguments.contains("--no-mouse")
do {
  var fixture = Fixture(session: try TerminalSession.open(options))
  fixture.run()
} catch {
  print(error)
  exit(2)
}

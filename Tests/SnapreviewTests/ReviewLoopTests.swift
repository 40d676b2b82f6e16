import Base
import DiffEngine
import Dispatch
import Pixels
import Review
import ReviewUI
import Store
import Terminal
import TestSupport
import Testing
import snapreview

/// The event loop on a terminal that types by a script.
struct ReviewLoopTests {
  /// Waits until the screen shows what the script waits for, and types what comes next.
  private final class ScriptedTerminal: ReviewTerminal {
    enum Step {
      case shows(String)
      case does([TerminalEvent])
      case gains(TerminalGraphics)
      case showsImages(Int)
    }

    private var script: [Step]
    private let woken = DispatchSemaphore(value: 0)
    private var screen = ""
    private var images: [TerminalImage] = []
    private(set) var calls: [String] = []
    private(set) var graphics: TerminalGraphics?

    let size = GridSize(columns: 100, rows: 30)
    let cellShapes = CellShape.allCases
    let badge: String? = "16 colours"
    let depth = ColourDepth.few
    let evidence = EvidenceColours.standard
    let offer = GraphicsOffer.impossible("by a script")
    let advice: String? = nil

    init(_ script: [Step]) { self.script = script }

    var waker: @Sendable () -> Void {
      let woken = woken
      return { woken.signal() }
    }

    func wait(timeoutMilliseconds: Int?) -> [TerminalEvent] {
      while let step = script.first {
        switch step {
        case .does(let events):
          script.removeFirst()
          return events
        case .gains(let graphics): self.graphics = graphics
        case .shows(let words) where screen.contains(words): break
        case .showsImages(let count) where images.count == count: break
        case .shows, .showsImages:
          // A frame is due soon, or nothing happens before an answer comes.
          if timeoutMilliseconds == nil { woken.wait() }
          return [.woken]
        }
        script.removeFirst()
      }
      return [.terminated(signal: 1)]
    }

    func draw(_ grid: CellGrid, images: [TerminalImage]) {
      screen = grid.text
      self.images = images
    }

    func copy(_ text: String) { calls.append("copy \(text)") }
    func redrawAll() { calls.append("redraw") }
    func suspend() { calls.append("suspend") }
    func drawImages(inPixels isOn: Bool) { calls.append("pixels \(isOn)") }
    func use(_ theme: Theme) { calls.append("theme \(theme.name)") }
  }

  private let scratch = TestFolder()

  init() {
    for name in ["testA", "testB"] { scratch.addFailure(name) }
  }

  private func loop(_ script: [ScriptedTerminal.Step]) throws -> (ReviewLoop, ScriptedTerminal) {
    let terminal = ScriptedTerminal(script)
    let source = try ReviewSource([scratch.failures])
    return (ReviewLoop(terminal: terminal, source: source, keys: KeyMap()), terminal)
  }

  private func keys(_ text: String) throws -> ScriptedTerminal.Step {
    .does(try KeyScript.parse(text).map { .input(.key($0)) })
  }

  @Test func `answers are drawn as they come, and q leaves with a summary`() throws {
    let (loop, _) = try loop([.shows("2 of 2 fail"), .shows("16 colours"), keys("q")])
    #expect(loop.run() == nil)
    #expect(loop.showsSummary)
  }

  @Test func `a signal ends it with its number`() throws {
    let (loop, _) = try loop([.does([.terminated(signal: 15)])])
    #expect(loop.run() == 15)
    #expect(!loop.showsSummary)
  }

  @Test(arguments: [("Qa", 0), ("rq", 1)])
  func `keys that came with the one that leaves are ignored, and a decision before is finished`(
    _ typed: String, _ rejected: Int
  ) throws {
    let (loop, _) = try loop([.shows("2 of 2 fail"), keys(typed)])
    #expect(loop.run() == nil)
    loop.finish()
    #expect(loop.state.tally.count(.rejected) == rejected)
    #expect(loop.state.tally.undecided == 2 - rejected)
  }

  @Test func `what is the terminal's own goes to the terminal`() throws {
    let (loop, terminal) = try loop([
      .shows("2 of 2 fail"), keys(":strategy uber<enter>y<ctrl-l><ctrl-z>Q"),
    ])
    #expect(loop.run() == nil)
    #expect(
      terminal.calls == [
        "copy FBSnapshotVerifyViewWithPixelOptions(view, identifier, suffixes, 0.0, 0.0)", "redraw",
        "suspend",
      ])
  }

  @Test func `a terminal that comes to draw pictures is given them`() throws {
    let graphics = TerminalGraphics(
      cell: PixelSize(width: 8, height: 16), mark: Pixel(255, 0, 255, 255))
    let (loop, _) = try loop([
      .shows("2 of 2 fail"), .showsImages(0), .gains(graphics), .does([.woken]),
      // Three panes: a close-up would be no larger.
      .showsImages(3),
      keys("Q"),
    ])
    #expect(loop.run() == nil)
  }
}

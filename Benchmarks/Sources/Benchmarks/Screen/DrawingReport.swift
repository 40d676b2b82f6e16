import Floor
import Foundation
import Terminal

/// Prints the cost of a frame from its grid until a terminal that draws nothing has all its bytes,
/// in turns with a plain loop in C that does the same through ncurses.
func reportDrawing() throws {
  let size = SampleReview.size
  print("drawing \(size.text) on a terminal that draws nothing, 24-bit colours")
  print("\("median ms".right(44))      p99    bytes   ncurses ms    bytes   ratio")
  let description = try DirectDescription()
  defer { description.remove() }
  setEnvironment()
  for scene in Scene.all {
    var (ours, theirs) = (Frames(), Frames())
    for _ in 0..<3 {
      ours += try drawnBySession(scene)
      theirs += try drawnByNcurses(scene, description)
    }
    report(scene, ours, theirs)
  }
  print("")
}

private func report(_ scene: Scene, _ ours: Frames, _ theirs: Frames) {
  let (mine, other) = (ours.times.quantile(0.5), theirs.times.quantile(0.5))
  print(
    "  \(scene.name.padded(33))\(mine.fixed(2).right(9))"
      + "\(ours.times.quantile(0.99).fixed(2).right(9))\("\(ours.size)".right(9))"
      + "\(other.fixed(2).right(13))\("\(theirs.size)".right(9))"
      + "\((mine / other).fixed(2).right(8))")
}

/// Frames that were drawn: milliseconds and bytes of each.
private struct Frames {
  var times: [Double] = []
  private var sizes: [Int] = []

  init() {}

  /// Draws a scene; its first frame finds a blank screen and is not counted.
  ///
  /// - Parameter prepare: Returns what is measured.
  init(_ scene: Scene, on terminal: DiscardingTerminal, prepare: ([UInt32]) -> () -> Void) {
    for frame in 0...Scene.frameCount {
      let draw = prepare(scene.picture(frame))
      let start = seconds()
      draw()
      let size = terminal.settle()
      guard frame > 0 else { continue }
      times.append((seconds() - start) * 1000)
      sizes.append(size)
    }
  }

  /// The median, in bytes.
  var size: Int { sizes.sorted()[sizes.count / 2] }

  static func += (frames: inout Frames, more: Frames) {
    frames.times += more.times
    frames.sizes += more.sizes
  }
}

private func drawnBySession(_ scene: Scene) throws -> Frames {
  let terminal = try DiscardingTerminal(SampleReview.size)
  defer { terminal.close() }
  let session = try TerminalSession.open(TerminalOptions(colour: .truecolor, theme: .dark))
  defer { session.close() }
  return Frames(scene, on: terminal) { colours in
    let grid = Scene.grid(colours)
    return { session.draw(grid) }
  }
}

private func drawnByNcurses(_ scene: Scene, _ description: DirectDescription) throws -> Frames {
  let terminal = try DiscardingTerminal(SampleReview.size)
  defer { terminal.close() }
  try description.begin()
  defer { ncurses_end() }
  return Frames(scene, on: terminal) { colours in { ncurses_draw(colours) } }
}

/// Sets the variables of a terminal with 256 colours and no multiplexer.
private func setEnvironment() {
  setenv("TERM", "xterm-256color", 1)
  for name in ["TMUX", "STY", "NO_COLOR", "TERMINFO"] { unsetenv(name) }
}

/// The description of a terminal whose colours are their red, green and blue, compiled because few
/// systems come with one.
private struct DirectDescription {
  private static let name = "benchmark-direct"
  private static let source = """
    \(name)|xterm-256color with 24-bit colours,
    \tRGB, colors#0x1000000, pairs#0x10000, ccc@, initc@, oc@, op=\\E[39;49m,
    \tsetaf=\\E[38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
    \tsetab=\\E[48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%dm,
    \tuse=xterm-256color,

    """

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("source")
    try Self.source.write(to: file, atomically: true, encoding: .utf8)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["tic", "-x", "-o", folder.path, file.path]
    try compiler.run()
    compiler.waitUntilExit()
  }

  func begin() throws {
    setenv("TERMINFO", folder.path, 1)
    defer { unsetenv("TERMINFO") }
    guard ncurses_begin(Self.name) else {
      throw Trouble("ncurses finds no 24-bit colours in \(folder.path), which tic made.")
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// The reason why a measurement was not possible.
struct Trouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

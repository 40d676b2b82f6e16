import Base
internal import CNcurses
import DiffEngine
import Essentials
internal import Libc
import Pixels
import ReviewUI

/// The terminal in use: its descriptors, and the name of its loaded description.
struct OpenTerminal {
  let input: Int32
  let output: Int32
  /// The name of the loaded description, which can differ from TERM.
  let name: String
  let environment: [String: String]

  static func find() throws(TerminalError) -> OpenTerminal {
    let environment = ProcessInfo.processInfo.environment
    let output = System.standardOutput
    guard System.isTerminal(output) else { throw .outputIsNotATerminal }
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty else { throw .noTerminalName }
    guard name != "dumb", name != "unknown" else { throw .dumbTerminal(name: name) }
    let known = try describe(name, output)
    guard unsafe snap_string("cup") != nil else { throw .cannotMoveCursor(name: name) }
    guard let input = System.keyboard(output: output) else { throw .noKeyboard }
    return OpenTerminal(input: input, output: output, name: known, environment: environment)
  }

  /// Loads the description of the terminal, or of its closest relative, because remote machines
  /// often lack the descriptions of newer terminals.
  ///
  /// - Returns: The name of the description.
  private static func describe(_ name: String, _ output: Int32) throws(TerminalError) -> String {
    for candidate in [name] + relatives(of: name) {
      switch unsafe snap_describe(candidate, output) {
      case 1: return candidate
      case 0: continue
      default: throw .noDatabase(name: name)
      }
    }
    throw .unknownTerminal(name: name)
  }

  private static func relatives(of name: String) -> [String] {
    // GNU screen names itself "screen.xterm-256color".
    let family = String(name.prefix { $0 != "-" && $0 != "." })
    let xtermLike = [
      "xterm", "alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "mintty",
      "rio", "st", "vte", "wezterm",
    ]
    if xtermLike.contains(family) { return ["xterm-256color", "xterm"] }
    if family == "tmux" || family == "screen" { return ["screen-256color", "screen"] }
    return []
  }

  func close() { System.closeKeyboard(input) }

  /// The columns of the terminal on standard output; nil if standard output is not a terminal.
  static var outputWidth: Int? {
    var window = snap_window()
    return unsafe snap_window_size(STDOUT_FILENO, &window) ? Int(window.columns) : nil
  }

  /// The size of a cell in pixels: as reported by the system, or by the terminal's answer, or else
  /// the usual size.
  func cellPixels(_ answered: PixelSize?) -> PixelSize {
    var window = snap_window()
    let known =
      unsafe snap_window_size(output, &window)
      ? PixelSize(
        width: Int(window.width / window.columns), height: Int(window.height / window.rows)) : nil
    // Any other size is a wrong report.
    let cells = [known, answered].compactMap(\.self)
    return cells.first { 2...100 ~= $0.width && 4...200 ~= $0.height }
      ?? PixelSize(width: 8, height: 16)
  }

  var windowSize: GridSize {
    var window = snap_window()
    if unsafe snap_window_size(output, &window) {
      return GridSize(columns: Int(window.columns), rows: Int(window.rows))
    }
    return GridSize(
      columns: Int(environment["COLUMNS"] ?? "") ?? 80, rows: Int(environment["LINES"] ?? "") ?? 24)
  }

  // MARK: - Colours

  struct Detected<Outcome> {
    var outcome: Outcome
    var answers: TerminalProbe.Answers?
  }

  func detectColours(
    _ choice: ColourChoice, _ decoder: inout InputDecoder
  ) -> Detected<ColourDetection.Outcome> {
    detect(TerminalProbe.colours, mayAsk: TerminalProbe.mayAsk(environment), &decoder) { replies in
      ColourDetection(
        choice: choice, environment: environment, description: description,
        macOSVersion: Self.macOSVersion, tmuxFeatures: Tmux.clientFeatures,
        screenPasses: { GNUScreen.passesTrueColour(environment) }, replies: replies
      ).resolve()
    }
  }

  func detectGraphics(
    _ choice: GraphicsChoice, _ level: ColourLevel, isUTF8: Bool, _ decoder: inout InputDecoder
  ) -> Detected<GraphicsDetection.Outcome> {
    let mayAsk = environment["TERM_PROGRAM"] != "Apple_Terminal"
    return detect(TerminalProbe.images, mayAsk: mayAsk, &decoder) { replies in
      GraphicsDetection(
        choice: choice, environment: environment, level: level, isUTF8: isUTF8,
        tmux: Tmux.graphics, replies: replies
      ).resolve()
    }
  }

  /// - Parameter resolve: Finds the outcome. It calls its argument, which asks the terminal, only
  ///   if nothing else is known.
  private func detect<Outcome>(
    _ questions: String, mayAsk: Bool, _ decoder: inout InputDecoder,
    _ resolve: (@escaping () -> [TerminalReply]?) -> Outcome
  ) -> Detected<Outcome> {
    var answers: TerminalProbe.Answers?
    var copy = decoder
    let outcome = resolve {
      guard mayAsk else { return nil }
      let probe = TerminalProbe(input: input, output: output, environment: environment)
      answers = probe.run(questions, &copy)
      return answers?.replies
    }
    decoder = copy
    return Detected(outcome: outcome, answers: answers)
  }

  private var description: ColourDetection.Description {
    let hasDirectColour =
      unsafe snap_flag("RGB") || snap_number("RGB") > 0 || snap_string("RGB") != nil
      || snap_flag("Tc")
      || snap_string("setrgbf") != nil && snap_string("setrgbb") != nil
    return unsafe .init(colours: Int(snap_number("colors")), hasDirectColour: hasDirectColour)
  }

  private static var macOSVersion: Int? {
    #if os(macOS)
      ProcessInfo.processInfo.operatingSystemVersion.majorVersion
    #else
      nil
    #endif
  }

  /// Enters the screen at the wanted level or, if curses does not support it, at the next lower
  /// one.
  func enterScreen(wanted: ColourLevel) throws(TerminalError) -> Painter.Colours {
    for attempt in attempts(wanted) {
      guard unsafe snap_screen_open(name, attempt.entry, attempt.kind, input, output) else {
        continue
      }
      let colours = Int(snap_colours())
      if colours == attempt.colours || attempt.colours == nil {
        let level = min(attempt.level, ColourLevel(colours: colours))
        return Painter.Colours(
          level: level, pairs: Int(snap_pairs()), hasDefaults: snap_has_default_colours())
      }
      snap_screen_close(true)
    }
    throw .cannotOpen(name: name)
  }

  private struct Attempt {
    var level: ColourLevel
    var kind = SNAP_INDEXED
    /// Our own description to use; nil for the terminal's.
    var entry: String?
    /// The number of colours that curses must report with it; nil if any will do.
    var colours: Int?
  }

  private func attempts(_ wanted: ColourLevel) -> [Attempt] {
    var attempts: [Attempt] = []
    for kind in [SNAP_SPOOLED, SNAP_DIRECT] where wanted == .trueColour {
      guard let entry = entry(kind) else { continue }
      attempts.append(Attempt(level: .trueColour, kind: kind, entry: entry, colours: 1 << 24))
    }
    let isIndexed = unsafe (256...65536).contains(snap_number("colors"))
    if wanted >= .indexed256, !isIndexed, let entry = entry(SNAP_INDEXED) {
      attempts.append(Attempt(level: .indexed256, entry: entry, colours: 256))
    }
    let level = min(wanted, .indexed256)
    return attempts + [Attempt(level: level, entry: nil, colours: nil)]
  }

  /// A value for TERMINFO that holds the loaded description with other colours; nil if it is too
  /// large for a variable.
  private func entry(_ kind: snap_colour_kind) -> String? {
    var bytes = [UInt8](repeating: 0, count: 32768)
    let count = unsafe snap_colour_entry(name, kind, &bytes, bytes.count)
    return count > 0 ? "hex:" + hexadecimal(Array(bytes.prefix(count))) : nil
  }
}

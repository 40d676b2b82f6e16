import Base
internal import CNcurses
import DiffEngine
internal import Libc
import Pixels
import ReviewUI

/// The terminal session, from entering the screen until the terminal is restored.
///
/// Only one session may exist at a time. Use it from one thread; only `wake` may be used from
/// others.
package final class TerminalSession {
  package internal(set) var size: GridSize
  package let colourLevel: ColourLevel
  package let isUTF8: Bool
  /// A sentence that says how to get more colours; nil if all are available or none were requested.
  package let colourAdvice: String?
  /// A sentence that says why images are drawn as half blocks although something else was
  /// requested.
  package let graphicsAdvice: String?
  package let wake: WakePipe

  let terminal: OpenTerminal
  let signals: Int32
  let modes: ModeStrings
  let colours: Painter.Colours
  /// The bytes that restore the terminal after a crash.
  let restore: [UInt8]
  /// The protocol for drawing images; nil for half blocks.
  var imageProtocol: ImageProtocol?
  package var evidence: EvidenceColours { painter.theme.evidence }
  /// True if the theme follows the terminal's background.
  let followsBackground: Bool
  var painter: Painter
  var decoder: InputDecoder
  /// The grid on the screen; nil if it is unknown.
  var shown: CellGrid?
  var needsRefresh = true
  var isOpen = true
  var isGone = false
  /// True if the terminal supports synchronized updates, which it shows all at once.
  var hasUpdates = false
  /// The images that the terminal holds, and those that belong to `shown`.
  var sentImages = SentImages()
  var shownImages: [TerminalImage] = []
  var shownPlaces: [ImagePlace] = []
  /// True if the next refresh sends every cell.
  var sendsAll = true
  var cellPixels: PixelSize
  var answeredCell: PixelSize?
  /// The terminal's answers about its name and about drawing images.
  private var names: [TerminalReply] = []
  /// The image protocol that was detected at the start.
  private let provenProtocol: ImageProtocol?
  /// True if an answer to a question may still come.
  var isAnswerDue = false
  var pendingEvents: [TerminalEvent] = []
  var pendingSize: GridSize?
  /// The time of the last input, in milliseconds of `System.now`.
  var lastInput = 0

  /// Enters the screen.
  ///
  /// - Throws: `TerminalError`, with the terminal unchanged.
  package static func open(_ options: TerminalOptions) throws(TerminalError) -> TerminalSession {
    let terminal = try OpenTerminal.find()
    guard let wake = WakePipe() else { throw .cannotOpen(name: terminal.name) }
    useAlternateStack()
    let signals = snap_guard_start(terminal.input, terminal.output)
    do throws(TerminalError) {
      guard signals >= 0 else { throw .cannotOpen(name: terminal.name) }
      return try TerminalSession(terminal, signals: signals, wake: wake, options)
    } catch {
      snap_guard_end()
      terminal.close()
      throw error
    }
  }

  private init(
    _ terminal: OpenTerminal, signals: Int32, wake: WakePipe, _ options: TerminalOptions
  ) throws(TerminalError) {
    self.terminal = terminal
    self.signals = signals
    self.wake = wake
    modes = ModeStrings(mouse: options.mouse)
    isUTF8 = snap_choose_locale()
    decoder = InputDecoder(keys: KeyTable.load(), isUTF8: isUTF8)
    let known = terminal.detectColours(options.colour, &decoder)
    let pictures = terminal.detectGraphics(
      options.graphics ?? .halfBlocks, known.outcome.level, isUTF8: isUTF8, &decoder)
    provenProtocol = pictures.outcome.draws
    imageProtocol = provenProtocol
    graphicsAdvice = pictures.outcome.advice
    restore = modes.restore
    // Set this before the first byte that changes the screen, because a signal may arrive at any
    // time.
    unsafe snap_guard_set_restore(restore, restore.count)
    colours = try terminal.enterScreen(wanted: known.outcome.level)
    colourLevel = colours.level
    colourAdvice = known.outcome.advice
    let replies: [TerminalReply] = [known.answers, pictures.answers].compactMap { $0?.replies }
      .flatMap(\.self)
    hasUpdates = replies.contains(where: \.announcesUpdates)
    size = terminal.windowSize
    answeredCell = replies.lazy.compactMap(\.cell).first
    names = replies.filter(\.isName)
    cellPixels = terminal.cellPixels(answeredCell)
    followsBackground = options.theme == nil
    let theme = options.theme ?? Background.theme(terminal.environment, replies)
    painter = Self.painter(colours, theme, isUTF8: isUTF8)
    snap_resize(Int32(size.rows), Int32(size.columns))
    resetPairs()
    enterModes()
    pendingEvents = [known.answers, pictures.answers].compactMap { $0?.strayEvents }.joined()
      .compactMap(Self.event)
    if known.answers == nil { ask() }
  }

  deinit { close() }

  /// Leaves the screen and restores the terminal's modes exactly. Idempotent.
  package func close() {
    guard isOpen else { return }
    dropLateAnswer()
    forgetImages()
    isOpen = false
    System.send(modes.leave.utf8, to: terminal.output)
    snap_screen_close(false)
    _ = snap_modes_restore()
    snap_guard_end()
    terminal.close()
  }

  // MARK: - Questions

  /// Asks the terminal about itself without waiting; the answers arrive as input.
  private func ask() {
    guard TerminalProbe.mayAsk(terminal.environment), colourLevel >= .indexed256 else { return }
    let questions =
      (followsBackground ? Background.question : "") + ModeStrings.askForUpdates
      + TerminalProbe.nameAndCell
    isAnswerDue = System.send(questions.utf8, to: terminal.output)
    askedAt = System.now()
  }

  private var askedAt = 0

  /// Drops an answer that is still due, which would otherwise appear at the shell's prompt.
  private func dropLateAnswer() {
    guard isAnswerDue, !isGone, System.now() - askedAt < 1000 else { return }
    let deadline = System.now() + 100
    while isAnswerDue, System.now() < deadline {
      guard System.readable([terminal.input], timeout: deadline - System.now())[0],
        let bytes = System.receive(from: terminal.input), !bytes.isEmpty
      else { return }
      for case .reply(.attributes) in decoder.feed(bytes) { isAnswerDue = false }
    }
  }

  /// Adopts the answers among these outputs.
  ///
  /// - Returns: True if they report something that may change the screen.
  func note(_ outputs: [InputDecoder.Output]) -> Bool {
    var hasNews = false
    for case .reply(let reply) in outputs {
      switch reply {
      case .mode(2026, _): hasUpdates = reply.announcesUpdates
      case .attributes: isAnswerDue = false
      case .background(let colour) where followsBackground:
        guard Background.isLight(colour) else { continue }
        use(.light)
        hasNews = true
      case .version, .sixel:
        guard !names.contains(reply), names.count < 8 else { continue }
        names.append(reply)
        hasNews = true
      case .cell:
        answeredCell = reply.cell
        cellPixels = terminal.cellPixels(answeredCell)
        hasNews = true
      default: break
      }
    }
    return hasNews
  }

  /// The known capability of the terminal to draw images.
  package var imageOffer: ImageOffer {
    provenProtocol.map { .draws($0) }
      ?? ImageOffer(terminal.environment, level: colourLevel, isUTF8: isUTF8, names)
  }

  static func event(_ output: InputDecoder.Output) -> TerminalEvent? {
    switch output {
    case .event(let event): .input(event)
    case .interrupt: .terminated(signal: SIGINT)
    case .reply: nil
    }
  }
}

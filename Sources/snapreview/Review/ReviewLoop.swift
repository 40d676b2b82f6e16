import Base
import Catalog
import DiffEngine
import Host
import ReviewUI
import Store
import Terminal

/// The one thread that owns the terminal: it takes events and results, reduces them, and draws.
package final class ReviewLoop {
  private let terminal: any ReviewTerminal
  private let mailbox: Mailbox
  private let runner: EffectRunner
  package private(set) var state: ReviewState
  private var isLeaving = false
  private var signal: Int32?
  package private(set) var showsSummary = false
  private var lastFrame = ContinuousClock.now
  /// True if results in the mailbox wait for the next frame.
  private var hasResults = false
  /// True if there are more results than are taken at once; the loop then does not wait for a
  /// frame.
  private var isBehind = false
  /// True if results have been taken since the last frame.
  private var isUndrawn = false
  /// The time since which an answer has been waiting to be drawn with others; nil if none is.
  private var answered: ContinuousClock.Instant?

  /// The minimum time between frames that only show measurements of the folder.
  private static let quietFrame = Duration.milliseconds(33)
  /// The images of a screen arrive within a few milliseconds and are drawn in one frame, because
  /// each frame occupies a core that the missing images need.
  private static let gathering = Duration.milliseconds(8)
  /// The number of results taken at once, about two milliseconds' worth, so that keys never wait
  /// longer.
  private static let resultsAtOnce = 1024

  package init(
    terminal: any ReviewTerminal, source: ReviewSource, keys: KeyMap, cells: CellShape = .halves,
    isGraphicsChosen: Bool = false, again: String = "snapreview"
  ) {
    self.terminal = terminal
    mailbox = Mailbox(wake: terminal.waker)
    runner = EffectRunner(source, mailbox: mailbox)
    let traits = TerminalTraits(
      badge: terminal.badge, graphics: terminal.graphics, offer: terminal.offer,
      isGraphicsChosen: isGraphicsChosen, lastImage: .random(in: 0..<0xFFFFFF),
      depth: terminal.depth, evidence: terminal.evidence,
      themes: Theme.builtInNames, cells: cells,
      shapes: terminal.cellShapes)
    let advice = traits.remark(asked: cells) ?? terminal.advice
    state = ReviewState(
      title: Paths.name(source.catalog.root), items: source.items(), size: terminal.size,
      terminal: traits, readOnlyReason: source.store.readOnlyReason,
      skipped: source.catalog.skipped, keyMap: keys,
      message: source.greeting(advice: advice, keys: keys), again: again,
      folder: Paths.workingFolder, commit: source.catalog.commitSentence,
      isFirstRun: source.store.steps.isEmpty)
  }

  /// Runs until the reviewer leaves or the terminal is gone.
  ///
  /// - Returns: The signal that ended it, or nil.
  package func run() -> Int32? {
    perform(state.reduce(.started))
    draw()
    while !isLeaving, signal == nil {
      let events = terminal.wait(timeoutMilliseconds: untilFrame?.wholeMilliseconds)
      followTerminal()
      let hasInput = take(events)
      if signal == nil, readMail(), answered == nil { answered = .now }
      if !isLeaving, signal == nil, hasInput || isAnswerDue { draw() }
    }
    return signal
  }

  /// Tells the model about newly detected capabilities of the terminal.
  private func followTerminal() {
    var traits = state.terminal
    (traits.badge, traits.graphics) = (terminal.badge, terminal.graphics)
    (traits.offer, traits.evidence) = (terminal.offer, terminal.evidence)
    guard traits != state.terminal else { return }
    perform(state.reduce(.terminalChanged(traits)))
    isUndrawn = true
  }

  /// - Returns: True if there was input.
  private func take(_ events: [TerminalEvent]) -> Bool {
    var hasInput = false
    for event in events where !isLeaving && signal == nil {
      switch event {
      // The pointer moves across the screen all the time.
      case .input(.mouse(let mouse)) where mouse.kind == .move && state.loupe == nil: break
      case .input(let input):
        perform(state.reduce(.input(input)))
        hasInput = true
      // While keys are dropped, this is the only sign of results that arrived meanwhile.
      case .woken: hasResults = true
      case .terminated(let signal): self.signal = signal
      }
    }
    return hasInput
  }

  /// The time that the loop may wait for events; nil if there is no limit.
  private var untilFrame: Duration? {
    let limits = [
      isBehind ? .zero : hasResults ? Self.quietFrame - (.now - lastFrame) : nil,
      answered.map { Self.gathering - (.now - $0) },
    ]
    return limits.compactMap(\.self).min()
  }

  private var isAnswerDue: Bool {
    answered.map { !state.isAwaitingPictures || .now - $0 >= Self.gathering } ?? false
  }

  /// Takes answers as they arrive, and results when a frame is due or when there are many: cached
  /// results of ten thousand cases are read faster than frames are drawn.
  ///
  /// - Returns: True if the screen needs drawing.
  private func readMail() -> Bool {
    let isDue = .now - lastFrame >= Self.quietFrame
    let takesResults = isDue || isBehind
    let mail = mailbox.collect(results: takesResults ? Self.resultsAtOnce : 0)
    isBehind = takesResults && mail.hasMore
    if !mail.actions.isEmpty {
      perform(state.reduce(mail.actions))
      isUndrawn = true
    }
    let isWorthFrame = isUndrawn && (mail.isAwaited || isDue)
    hasResults = mail.hasMore || isUndrawn && !isWorthFrame
    return isWorthFrame
  }

  /// Waits for decisions that are still being written, so that none is lost or missing from the
  /// summary.
  package func finish() {
    runner.finish()
    for action in mailbox.collect().actions { _ = state.reduce(action) }
  }

  private func draw() {
    terminal.draw(render(state), images: state.shownImages)
    (lastFrame, answered, isUndrawn) = (.now, nil, false)
    guard state.isFrameAwaited else { return }
    // Keys typed before a question was visible are dropped.
    if state.isQuestionUnseen { _ = take(terminal.wait(timeoutMilliseconds: 0)) }
    let effects = state.reduce(.painted(isWhole: state.hasPictures))
    perform(effects)
    if !effects.isEmpty, !isLeaving, signal == nil { draw() }
  }

  private func show(_ choice: DisplayChoice) {
    switch choice {
    case .pixels(let isOn): terminal.drawImages(inPixels: isOn)
    case .theme(let name): if let theme = try? Theme.named(name) { terminal.use(theme) }
    case .cells: return
    }
    followTerminal()
  }

  private func perform(_ effects: [ReviewEffect]) {
    for effect in effects {
      switch effect {
      case .leave(let summary):
        isLeaving = true
        showsSummary = summary
      case .suspend: terminal.suspend()
      case .redraw: terminal.redrawAll()
      case .keep(let choice):
        show(choice)
        runner.perform(effect)
      case .copy(let text):
        terminal.copy(text)
        runner.perform(effect)
      default: runner.perform(effect)
      }
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return max(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000), 0)
  }
}

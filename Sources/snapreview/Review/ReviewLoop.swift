import Catalog
import DiffEngine
import Dispatch
import ReviewUI
import Terminal

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The one thread that owns the terminal: takes events and answers, reduces, draws.
final class ReviewLoop {
  private let session: TerminalSession
  private var source: ReviewSource
  private let mailbox: Mailbox
  private let runner: EffectRunner
  private(set) var state: ReviewState
  private var isLeaving = false
  private(set) var tellsSummary = false
  private var lastFrame = ContinuousClock.now

  /// While the folder is being measured, answers alone redraw the screen at most this often.
  private static let quietFrame = Duration.milliseconds(33)

  init(session: TerminalSession, source: ReviewSource, keys: KeyMap) {
    self.session = session
    self.source = source
    let wake = session.wake
    mailbox = Mailbox { wake.wake() }
    runner = EffectRunner(
      snapshots: source.catalog.cases, store: source.store, mailbox: mailbox)
    state = ReviewState(
      title: Paths.name(source.catalog.root),
      items: source.items(), size: session.size, readOnlyReason: source.store.readOnlyReason,
      keyMap: keys)
    state.badge = session.badge
    state.graphics = session.graphics
    state.lastImage = .random(in: 0..<0xFFFFFF)
    let advice = session.graphicsAdvice ?? session.colourAdvice
    state.message = source.greeting(advice: advice, keys: keys)
  }

  /// Runs until the reviewer leaves, or the terminal does.
  ///
  /// - Returns: The signal that ended it, or nil.
  func run() -> Int32? {
    perform(state.reduce(.started))
    draw()
    var isDirty = false
    while !isLeaving {
      let untilFrame = isDirty ? Self.quietFrame - (.now - lastFrame) : nil
      let events = session.wait(timeoutMilliseconds: untilFrame.map(\.wholeMilliseconds))
      var mustDraw = false
      state.graphics = session.graphics
      for event in events {
        switch event {
        case .input(let input):
          perform(state.reduce(.input(input)))
          mustDraw = true
        case .woken: break
        case .terminated(let signal): return signal
        }
        if isLeaving { return nil }
      }
      for action in mailbox.collect() {
        mustDraw = mustDraw || action.isUrgent(selection: state.selection)
        isDirty = true
        perform(state.reduce(action))
      }
      if mustDraw || isDirty && .now - lastFrame >= Self.quietFrame {
        draw()
        isDirty = false
      }
    }
    return nil
  }

  private func draw() {
    session.draw(render(state), images: state.shownImages)
    lastFrame = .now
  }

  private func perform(_ effects: [ReviewEffect]) {
    for effect in effects {
      switch effect {
      case .leave(let summary):
        isLeaving = true
        tellsSummary = summary
      case .suspend: session.suspend()
      case .redraw: session.redrawAll()
      case .copy(let text): session.copy(text)
      case .reload: reload()
      case .saveRule(let glob, let strategy): saveRule(glob, strategy)
      default: runner.perform(effect)
      }
    }
  }

  private func saveRule(_ glob: String?, _ strategy: Strategy) {
    do {
      source.rules = try source.rules.saving(strategy, match: glob)
      let sentence = "Written to \(source.rules.destination): \(strategy.summary)."
      perform(state.reduce(.ruled(source.items().map(\.rule), sentence: sentence)))
    } catch {
      perform(state.reduce(.told("\(error)")))
    }
  }

  /// Finds the cases again; what is decided stays decided as long as the files are the same.
  private func reload() {
    DispatchQueue.global(qos: .userInitiated).async { [source, mailbox, runner] in
      do {
        let fresh = try source.readAgain()
        runner.replace(fresh.catalog.cases)
        mailbox.post(.reloaded(fresh.items()))
      } catch {
        mailbox.post(.told("\(error)"))
      }
    }
  }
}

extension ReviewAction {
  /// Whether the reviewer waits for it: everything but the measuring of the rest of the folder.
  fileprivate func isUrgent(selection: Int) -> Bool {
    switch self {
    case .measured(let item, _, _): item == selection
    case .signed: false
    default: true
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return max(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000), 0)
  }
}

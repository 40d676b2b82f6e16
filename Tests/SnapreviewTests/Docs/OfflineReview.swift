import Base
import Catalog
import DiffEngine
import Host
import ReviewUI
import Store
import snapreview

/// A review without a terminal: keys go in, screens come out.
///
/// The model, the workers and the store are those of the review screen, and decisions are written
/// as ever. Each key waits until everything is measured and drawn that the one before it asked
/// for: the same keys always give the same screen.
final class OfflineReview {
  private let store: ReviewStore
  private let mailbox = Mailbox {}
  private let runner: EffectRunner
  private var hasLeft = false
  private(set) var state: ReviewState

  /// Opens paths with the rules that lie there.
  init(
    paths: [String], size: GridSize, terminal: TerminalTraits = TerminalTraits(),
    stateFolder: UserFolder? = .state
  ) throws {
    let source = try ReviewSource(paths, stateFolder: stateFolder)
    store = source.store
    runner = EffectRunner(source, mailbox: mailbox)
    state = ReviewState(
      title: Paths.name(source.catalog.root), items: source.items(), size: size,
      terminal: terminal, readOnlyReason: source.store.readOnlyReason,
      message: source.greeting(keys: KeyMap()))
    reduce(.started)
    settle()
  }

  var screen: CellGrid { render(state) }

  /// Presses keys one after the other; those that come after leaving are not heard.
  ///
  /// - Parameter atOnce: True if they come faster than any answer.
  func type(_ keys: [Key], atOnce: Bool = false) {
    for key in keys where !hasLeft {
      reduce(.painted(isWhole: true))
      reduce(.input(.key(key)))
      if !atOnce { settle() }
    }
    settle()
  }

  /// Lets another review write to the folder.
  func close() { store.close() }

  private func reduce(_ action: ReviewAction) {
    for effect in state.reduce(action) { perform(effect) }
  }

  private func perform(_ effect: ReviewEffect) {
    switch effect {
    case .leave: hasLeft = true
    // There is no terminal, no clipboard, nobody to look at other programs or to keep a choice for;
    // and blinking would never come to rest.
    case .suspend, .redraw, .copy, .openOutside, .keep, .blink: break
    default: runner.perform(effect)
    }
  }

  /// Takes answers until none is under way: not until all wishes are met, because what cannot be
  /// read is never drawn.
  private func settle() {
    for _ in 0..<2_000 {
      runner.waitUntilIdle()
      let actions = mailbox.collect().actions
      guard !actions.isEmpty else { return }
      for action in actions { reduce(action) }
    }
    fatalError("The screen asks for the same things again and again.")
  }
}

extension CellGrid {
  /// The characters alone, a line for each row, without the blanks at its end.
  var text: String {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<size.columns {
        let glyph = self[column, row].glyph
        guard glyph != .continuation else { continue }
        for value in [glyph.base, glyph.firstMark, glyph.secondMark] where value != 0 {
          if let scalar = Unicode.Scalar(value) { line.append(scalar) }
        }
      }
      while line.last == " " { line.removeLast() }
      return String(line) + "\n"
    }.joined()
  }
}

import Catalog
import DiffEngine
import ReviewUI

/// A review without a terminal: keys go in, screens come out.
///
/// The model, the workers and the store are those of the review screen, and decisions are written
/// as ever. Each key waits until everything is measured and drawn that the one before it asked
/// for: the same keys always give the same screen.
package final class OfflineReview {
  private let store: ReviewStore
  private let mailbox = Mailbox {}
  private let runner: EffectRunner
  private var hasLeft = false
  package private(set) var state: ReviewState

  init(source: ReviewSource, size: Size) {
    store = source.store
    runner = EffectRunner(source, mailbox: mailbox)
    state = ReviewState(
      title: Paths.name(source.catalog.root), items: source.items(),
      size: size, readOnlyReason: source.store.readOnlyReason,
      message: source.greeting(advice: nil, keys: KeyMap()))
    reduce(.started)
    settle()
  }

  /// Opens paths with the rules that lie there.
  package convenience init(
    paths: [String], size: Size, stateFolder: StateFolder? = .ofUser
  ) throws {
    try self.init(
      paths: paths, options: CatalogOptions(), size: size, stateFolder: stateFolder
    ) {
      StrategyChoice(StrategyOverride(), rules: $1).strategy(for: $0)
    }
  }

  convenience init(
    paths: [String], options: CatalogOptions, size: Size, stateFolder: StateFolder? = .ofUser,
    settings: @escaping @Sendable (SnapshotCase, RuleBook) -> Strategy
  ) throws {
    var catalog = try Catalog(paths: paths, options: options)
    let store = try ReviewStore.open(catalog, stateFolder: stateFolder)
    catalog.cases = store.withForeignRemarks(catalog.cases)
    let source = ReviewSource(
      paths: paths, options: options, settings: settings, catalog: catalog,
      rules: try RuleBook.load(for: catalog),
      store: store)
    self.init(source: source, size: size)
  }

  package var screen: CellGrid { render(state) }

  /// Presses keys one after the other; those that come after leaving are not heard.
  ///
  /// - Parameter atOnce: Whether they come faster than any answer.
  package func type(_ keys: [Key], atOnce: Bool = false) {
    for key in keys where !hasLeft {
      reduce(.input(.key(key)))
      if !atOnce { settle() }
    }
    settle()
  }

  /// Lets another review write to the folder.
  package func close() { store.close() }

  private func reduce(_ action: ReviewAction) {
    for effect in state.reduce(action) { perform(effect) }
  }

  private func perform(_ effect: ReviewEffect) {
    switch effect {
    case .leave: hasLeft = true
    // There is no terminal, no clipboard and nobody to look at other programs; and blinking
    // would never come to rest.
    case .suspend, .redraw, .copy, .openOutside, .blink: break
    default: runner.perform(effect)
    }
  }

  /// Takes answers until none is under way: not until all wishes are met, because what cannot be
  /// read is never drawn.
  private func settle() {
    while true {
      runner.waitUntilIdle()
      let actions = mailbox.collect().actions
      guard !actions.isEmpty else { return }
      for action in actions { reduce(action) }
    }
  }
}

extension CellGrid {
  /// The characters alone, a line for each row, without the blanks at its end.
  package var text: String {
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

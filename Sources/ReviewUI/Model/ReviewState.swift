import Catalog
import Changes
import DiffEngine
import Review

/// Everything the review screen knows, as a value that `reduce` alone changes and `render` draws.
package struct ReviewState: Sendable {
  package let title: String
  package internal(set) var items: CaseList { didSet { overview.needsCounts = true } }
  /// The counts and the list, updated by `refresh`; `present` is always up to date.
  var overview = Overview()
  /// The index into `items` of the case on screen; 0 if there is none.
  package internal(set) var selection = 0
  package internal(set) var terminalSize: GridSize { didSet { layOutPictures() } }
  /// The size of the layout: the terminal's, or more if that is too small for anything.
  package var size: GridSize { terminalSize.union(ScreenLayout.smallest) }
  package internal(set) var terminal: TerminalTraits
  package let readOnlyReason: String?
  /// The given inputs that are not cases.
  package internal(set) var skipped: [Skipped]
  package let keyMap: KeyMap

  // The list
  package internal(set) var focus = Pane.list
  var isListShown = true
  var listTop = 0
  /// The width of the list; nil for a share of the screen.
  package internal(set) var listWidth: Int? { didSet { layOutPictures() } }
  /// True while the mouse drags the line between the list and the images.
  var isWidening = false
  package internal(set) var query = ""
  package internal(set) var filter = Filter() { didSet { overview.outdate() } }
  package internal(set) var order: ListOrder { didSet { overview.needsRows = true } }
  /// The sections that the reviewer has opened or folded.
  package internal(set) var turned: Set<ListSection.Key> = [] {
    didSet { overview.needsRows = true }
  }
  /// The case on screen, if it keeps its place in the list although it now passes.
  var held: Int?
  /// True if the reviewer has moved, so that the first case is no longer selected automatically.
  var hasMoved = false
  var lastMarked: Int?
  var history = UndoHistory()
  /// Stored separately from the list, because there may be thousands of cases.
  var members: Members?
  var grouping = Grouping() {
    didSet { if grouping.edition != oldValue.edition { overview.needsRows = true } }
  }

  // The image
  package internal(set) var view = ViewMode.triple {
    didSet {
      layOutPictures()
      // When the contact sheet closes, the keys move between cases again.
      if oldValue == .all, view != .all, isListShown { focus = .list }
    }
  }
  package internal(set) var viewport = Viewport()
  package internal(set) var side = Side.actual
  var isBlinking = false
  /// The time for which blinking shows each side. The default is slow enough to read and fast
  /// enough to see jumps.
  var blinkMilliseconds = 500
  /// The position of the swipe view's edge, from 0 to 1.
  var edge = 0.5
  /// The opacity of the upper image in the onion view, from 0 to 1.
  var opacity = 0.5
  var difference = DifferenceStyle.tint
  var sheet = SheetStyle()
  /// True if inserted or deleted rows are hidden.
  var isAligned = false
  var cells: CellShape
  var isOverlaid = false
  /// The ground under transparent pixels; nil chooses one for each case.
  var ground: Ground?
  /// The first visible line of a text.
  var textTop = 0
  /// The last mouse event of a drag on the image; nil while no button is held.
  var dragged: MouseEvent?
  /// The pixel under the loupe; nil while the loupe is closed.
  package internal(set) var loupe: PixelPoint? {
    didSet {
      if oldValue == nil, loupe != nil { focusBeforeLoupe = focus }
      if oldValue != nil, loupe == nil, focus == .image { focus = focusBeforeLoupe }
    }
  }
  private var focusBeforeLoupe = Pane.list
  /// True if the loupe goes to the change once that is known.
  var awaitsRegions = false
  /// The index into `regions`; nil before the first jump.
  package internal(set) var chosenRegion: Int?

  // Tuning
  /// The reviewer's settings for every case; nil leaves each to its rule.
  package internal(set) var tuned: Strategy? { didSet { overview.outdate() } }
  var charting = Charting()
  var lastProposal = 0
  /// The number of the requested proposal; nil once other settings are chosen.
  var awaitedProposal: Int?

  /// True if a script waits for the decisions and their reasons.
  package internal(set) var isAwaited = false

  // Open panels and prompts
  package internal(set) var panel: Panel? {
    didSet {
      if let asked = panel?.question, asked != oldValue?.question { isQuestionUnseen = true }
    }
  }
  package internal(set) var prompt: Prompt? {
    didSet {
      if prompt?.kind == .reason, oldValue?.kind != .reason { isQuestionUnseen = true }
    }
  }
  /// True while no frame has shown the question that was asked; input does not answer it yet.
  package internal(set) var isQuestionUnseen = false
  /// The folder that was read again while a question was open.
  var heldReload: (items: CaseList, skipped: [Skipped])?
  /// The case whose pictures a frame has shown.
  var painted: CaseKey?
  var awaitsPictures: CaseKey?
  package internal(set) var message: Message?
  var heldKeys: [Key] = []

  /// The engine's answers for the case on screen.
  var drawn = Drawn()
  var requested = Wanted()

  /// The command line that opens the same cases again.
  package let again: String
  /// True if no decision was ever made on these baselines.
  let isFirstRun: Bool
  /// The working folder, to which shown paths are relative; nil shows whole paths.
  let folder: String?
  /// Returns a sentence on how to commit what was written.
  let commit: @Sendable ([SnapshotCase]) -> String?

  /// - Parameter message: The first message to show.
  package init(
    title: String, items: [ReviewItem], size: GridSize, terminal: TerminalTraits = TerminalTraits(),
    readOnlyReason: String? = nil, skipped: [Skipped] = [], keyMap: KeyMap = KeyMap(),
    message: Message? = nil, again: String = "snapreview", folder: String? = nil,
    commit: @escaping @Sendable ([SnapshotCase]) -> String? = { _ in nil },
    order: ListOrder = .cause, isFirstRun: Bool = false
  ) {
    (self.title, self.again, self.folder) = (title, again, folder)
    self.isFirstRun = isFirstRun
    (self.commit, self.order) = (commit, order)
    self.items = CaseList(items)
    terminalSize = size
    self.terminal = terminal
    cells = terminal.cells
    (self.readOnlyReason, self.skipped, self.keyMap) = (readOnlyReason, skipped, keyMap)
    self.message = message
    selection = items.firstIndex { $0.decision == nil } ?? 0
    isListShown = items.count != 1 || items[0].snapshot.layout != .pair
    focus = isListShown ? .list : .image
    refresh()
  }
}

/// The engine's answers.
struct Drawn: Sendable {
  var pictures: [PictureRequest: Picture] = [:]
  /// The outcome on screen until the next one is ready.
  var comparison: (request: ComparisonRequest, comparison: Comparison)?
  var inspection: (request: InspectionRequest, inspection: Inspection)?
  /// The regions on screen until the next ones are ready.
  var regions: (request: ComparisonRequest, regions: [ChangeRegion])?
  /// The rows that were inserted or deleted in a case; nil if there are none.
  var movedRows: (item: Int, revision: Int, alignment: RowAlignment?)?
  var thumbnails: [Int: (request: ThumbnailRequest, thumbnail: Thumbnail)] = [:]
  var table: [Strategy: Comparison] = [:]
}

/// A message for the reviewer, shown until the next key.
package struct Message: Hashable, Sendable {
  package enum Severity: Hashable, Sendable { case news, warning }

  package var kind: Severity
  package var text: String
  /// An addition, shown if there is room for it.
  package var hint: String?
  /// A shorter text for when there is no room for all of `text`.
  package var short: String?
  /// True if the hint is shown even if there is no room for it after the text.
  package var needsHint = false
  /// True if the message is outdated once all causes are found.
  package var isOfSearch = false
  /// True if the message is shown next to the keys instead of replacing them.
  package var isAside = false

  package init(_ kind: Severity, _ text: String, hint: String? = nil, short: String? = nil) {
    (self.kind, self.text, self.hint, self.short) = (kind, text, hint, short)
  }
}

/// A window over the screen.
package enum Panel: Hashable, Sendable {
  /// `query` is nil while there is no search.
  case help(top: Int, query: String?)
  case info(top: Int)
  /// The decisions and the written files, once nothing is left to decide.
  case end(top: Int)
  case bulk(Bulk)
  /// ΔE runs to the right, cluster size upwards.
  case landscape
  /// The outcomes of all strategies for the case on screen, and the strategy that Enter selects.
  case table(Strategy.Kind)
  /// Asks where to save the settings, then shows what that changes.
  case saveRule(RulePreview?)
  /// Takes keys and the mouse but has no window, so the images stay in sight.
  case areas(AreaEditing)
}

/// A line of text that is being typed.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable { case search, filter, palette, note, reason, mark }

  package var kind: Purpose
  package var text = ""
  /// The selection to restore on Esc.
  var origin = 0
  /// The sections that were turned when the prompt was opened.
  var turned: Set<ListSection.Key> = []
  /// The index into the palette's rows; nil until an arrow chooses one.
  var choice: Int?
  /// The cases for which a note or a reason is typed; another may be on screen at the end.
  var cases: [CaseIdentity] = []
}

// MARK: - Derived

extension ReviewState {
  package var current: ReviewItem? { items.indices.contains(selection) ? items[selection] : nil }

  package func strategy(of item: ReviewItem) -> Strategy {
    tuned ?? item.rule
  }

  package var strategy: Strategy { current.map(strategy(of:)) ?? tuned ?? Strategy(.naive) }

  /// The current strategy for the case on screen in words, with the areas that it ignores.
  var summary: String { strategy.summary(ignoring: current?.areas ?? IgnoredAreas()) }

  /// True if the settings of the case on screen are the reviewer's instead of its rule's.
  var isTuned: Bool {
    current.map { strategy(of: $0) != $0.rule || $0.changedAreas != nil } ?? false
  }

  /// Returns the outcome of a case under the current strategy; nil while it is not known.
  package func comparison(of item: ReviewItem) -> Comparison? {
    item.comparison(strategy(of: item))
  }

  package func verdict(of item: ReviewItem) -> Verdict? {
    item.verdict(strategy(of: item))
  }

  /// The outcome of the case on screen, with boxes once they are ready. While a new one is being
  /// computed, the counts come from the landscape and the boxes stay as they were.
  package var currentComparison: Comparison? {
    guard let current else { return nil }
    let strategy = strategy(of: current)
    let request = comparisonRequest(selection, strategy)
    if let last = drawn.comparison, last.request == request {
      return current.asTested(last.comparison, strategy)
    }
    return comparison(of: current)
  }

  /// The regions of the case on screen, the largest change first; empty while they are unknown.
  package var regions: [ChangeRegion] {
    guard let known = drawn.regions, known.request.item == selection,
      known.request.revision == current?.revision
    else { return [] }
    return known.regions
  }

  /// The indices of the listed cases, in order, after filter and search.
  package var listed: [Int] { present.list.cases }

  /// The number of cases that have not been compared under the current settings yet.
  package var unmeasured: Int { present.tally.unknown }

  package var tally: CaseCounts { present.tally }
}

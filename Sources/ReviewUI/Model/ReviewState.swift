import Base
import Catalog
import Changes
import DiffEngine
import Review

/// Everything the review screen knows: a value that `reduce` alone changes and `render` draws.
package struct ReviewState: Sendable {
  package let title: String
  package internal(set) var items: CaseList { didSet { overview.needsCounts = true } }
  /// The counts and the list, brought up to date by `refresh`; `present` is right at any time.
  var overview = Overview()
  /// Index into `items` of the case on screen; 0 where there is none.
  package internal(set) var selection = 0
  package internal(set) var terminalSize: GridSize { didSet { layOutPictures() } }
  /// The cells that are laid out: the terminal's, or more where those are too few for anything.
  package var size: GridSize { terminalSize.union(ScreenLayout.smallest) }
  package internal(set) var terminal: TerminalTraits
  package let readOnlyReason: String?
  /// The inputs that were given and are not cases.
  package internal(set) var skipped: [Skipped]
  package let keyMap: KeyMap

  // The list
  package internal(set) var focus = Pane.list
  var isListShown = true
  var listTop = 0
  /// Columns of the list; nil is a share of the screen.
  package internal(set) var listWidth: Int? { didSet { layOutPictures() } }
  /// True if the mouse holds the line between the list and the images.
  var isWidening = false
  package internal(set) var query = ""
  package internal(set) var filter = Filter() { didSet { overview.outdate() } }
  package internal(set) var order: ListOrder { didSet { overview.needsRows = true } }
  /// Sections that the reviewer has opened or folded.
  package internal(set) var turned: Set<ListSection.Key> = [] {
    didSet { overview.needsRows = true }
  }
  /// The case on screen if it keeps its place in the list although it passes by now.
  var held: Int?
  /// True if the reviewer has moved, so that the first case is no longer selected automatically.
  var hasMoved = false
  var lastMarked: Int?
  var history = UndoHistory()
  /// Kept beside the list, as thousands of cases may be among them.
  var members: Members?
  var grouping = Grouping() {
    didSet { if grouping.edition != oldValue.edition { overview.needsRows = true } }
  }

  // The image
  package internal(set) var view = ViewMode.triple {
    didSet {
      layOutPictures()
      // Back from all cases, the keys move cases again.
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
  /// True if rows that were inserted or deleted are taken out of the view.
  var isAligned = false
  var cells: CellShape
  var isOverlaid = false
  /// The ground under transparent pixels; nil chooses one for each case.
  var ground: Ground?
  /// The first line of a text that is shown.
  var textTop = 0
  /// The last mouse event of a drag on the image; nil while no button is held.
  var dragged: MouseEvent?
  /// The pixel under the loupe; nil while it is put away.
  package internal(set) var loupe: PixelPoint? {
    didSet {
      if oldValue == nil, loupe != nil { focusBeforeLoupe = focus }
      if oldValue != nil, loupe == nil, focus == .image { focus = focusBeforeLoupe }
    }
  }
  private var focusBeforeLoupe = Pane.list
  /// True if the loupe goes to the change as soon as that is known.
  var awaitsRegions = false
  /// Index into `regions`; nil before the first jump.
  package internal(set) var chosenRegion: Int?

  // Tuning
  /// The reviewer's settings for every case; nil leaves each to its rule.
  package internal(set) var tuned: Strategy? { didSet { overview.outdate() } }
  var charting = Charting()
  var lastProposal = 0
  /// The number of the proposal that was asked for; nil once other settings are chosen.
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
  /// True if a question was asked that no frame has shown yet. Input until then does not answer it.
  package internal(set) var isQuestionUnseen = false
  /// The folder as it was read again while a question was open.
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
  /// True if nothing was ever decided on these baselines.
  let isFirstRun: Bool
  /// The working folder, from which paths are shown; nil shows whole ones.
  let folder: String?
  /// Returns a sentence on how to commit what was written.
  let commit: @Sendable ([SnapshotCase]) -> String?

  /// - Parameter message: The first thing to say.
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
    self.readOnlyReason = readOnlyReason
    self.skipped = skipped
    self.keyMap = keyMap
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
  /// The outcome on screen until the next one is there.
  var comparison: (request: ComparisonRequest, comparison: Comparison)?
  var inspection: (request: InspectionRequest, inspection: Inspection)?
  /// The regions on screen until the next ones are there.
  var regions: (request: ComparisonRequest, regions: [ChangeRegion])?
  /// Rows that were inserted or deleted in a case; nil where there are none.
  var movedRows: (item: Int, revision: Int, alignment: RowAlignment?)?
  var thumbnails: [Int: (request: ThumbnailRequest, thumbnail: Thumbnail)] = [:]
  var table: [Strategy: Comparison] = [:]
}

/// A sentence for the reviewer, until the next key.
package struct Message: Hashable, Sendable {
  package enum Severity: Hashable, Sendable { case news, warning }

  package var kind: Severity
  package var text: String
  /// An addition, shown if there is room for it.
  package var hint: String?
  /// A shorter text for when there is no room for all of `text`.
  package var short: String?
  /// True if the hint is shown even where there is no room for it behind the text.
  package var needsHint = false
  /// True if it is untrue as soon as all causes are found.
  package var isOfSearch = false
  /// True if it stands beside the keys, and not in their place.
  package var isAside = false

  package init(_ kind: Severity, _ text: String, hint: String? = nil, short: String? = nil) {
    self.kind = kind
    self.text = text
    self.hint = hint
    self.short = short
  }
}

/// A window over the screen.
package enum Panel: Hashable, Sendable {
  /// `query` is nil while nothing is searched.
  case help(top: Int, query: String?)
  case info(top: Int)
  /// What was decided and written, once nothing is left to decide.
  case end(top: Int)
  case bulk(Bulk)
  /// ΔE across, cluster size up.
  case landscape
  /// The outcomes of all strategies for the case on screen, and the one that Enter takes.
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
  /// The selection to go back to on Esc.
  var origin = 0
  /// The sections that were turned when the prompt opened.
  var turned: Set<ListSection.Key> = []
  /// Index into the palette's rows; nil before one is chosen by an arrow.
  var choice: Int?
  /// The cases that a note or a reason is typed for: another may be on screen when it is done.
  var cases: [CaseIdentity] = []
}

// MARK: - Derived

extension ReviewState {
  package var current: ReviewItem? { items.indices.contains(selection) ? items[selection] : nil }

  package func strategy(of item: ReviewItem) -> Strategy {
    tuned ?? item.rule
  }

  /// The strategy in force for the case on screen.
  package var strategy: Strategy { current.map(strategy(of:)) ?? tuned ?? Strategy(.naive) }

  /// The strategy in force for the case on screen, in words, with what is ignored of it.
  var summary: String { strategy.summary(ignoring: current?.areas ?? IgnoredAreas()) }

  /// True if the settings of the case on screen are the reviewer's, and not what its rule says.
  var isTuned: Bool {
    current.map { strategy(of: $0) != $0.rule || $0.changedAreas != nil } ?? false
  }

  /// The outcome of a case under the strategy in force; nil while it is not known.
  package func comparison(of item: ReviewItem) -> Comparison? {
    item.comparison(strategy(of: item))
  }

  package func verdict(of item: ReviewItem) -> Verdict? {
    item.verdict(strategy(of: item))
  }

  /// The outcome of the case on screen, with boxes as soon as they are there. While a new one
  /// is being computed the counts come from the landscape and the boxes stay as they were.
  package var currentComparison: Comparison? {
    guard let current else { return nil }
    let strategy = strategy(of: current)
    let request = comparisonRequest(selection, strategy)
    if let last = drawn.comparison, last.request == request {
      return current.asTested(last.comparison, strategy)
    }
    return comparison(of: current)
  }

  /// The regions of the case on screen, the largest change first; none while they are not known.
  package var regions: [ChangeRegion] {
    guard let known = drawn.regions, known.request.item == selection,
      known.request.revision == current?.revision
    else { return [] }
    return known.regions
  }

  /// Indices of the cases in the list, in order, after filter and search.
  package var listed: [Int] { present.list.cases }

  /// Cases that have not been compared under the settings in force yet.
  package var unmeasured: Int { present.tally.unknown }

  package var tally: CaseCounts { present.tally }
}

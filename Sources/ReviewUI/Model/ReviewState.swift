import Catalog
import DiffEngine

/// Everything the review screen knows: a value that `reduce` changes and `render` draws.
public struct ReviewState: Sendable {
  public var title: String
  public internal(set) var items: CaseList
  /// Brought up to date by `refresh`; `present` is right at any time.
  var overview = Overview()
  /// Index into `items` of the case on screen; 0 where there is none.
  public var selection = 0
  public var size: Size
  /// Says what the terminal lacks: "256 colours".
  public var badge: String?
  /// How the terminal draws pictures itself; nil where they are half blocks.
  public var graphics: TerminalGraphics?
  /// The number of the newest image for the terminal, which may start anywhere below 0xFFFFFF:
  /// other programs give the same terminal images, too.
  public var lastImage: UInt32 = 0
  public var readOnlyReason: String?

  // The list
  public var focus = Pane.list
  public var isListShown = true
  public var listTop = 0
  public var query = ""
  public var filter = Filter() { didSet { overview.needsConditions = true } }
  /// Suites of which only the heading is listed.
  public internal(set) var folded: Set<String> = [] { didSet { overview.needsRows = true } }
  var lastMarked: Int?
  var timeline = Timeline()

  // The image
  public var view = ViewMode.triple
  public var viewport = Viewport()
  public var side = Side.actual
  public var isBlinking = false
  /// How long a side is shown: at first slow enough to read, fast enough to see what jumps.
  public var blinkMilliseconds = 500
  public var edge = 0.5
  public var opacity = 0.5
  public var difference = DifferenceStyle.highlight
  public var isOverlaid = false
  public var ground: Ground?
  public var textTop = 0
  /// Where the mouse was while a button is held on the image.
  var dragged: MouseEvent?
  /// The pixel under the loupe; nil while it is put away.
  public var loupe: PixelPoint?
  /// Index into the current comparison's boxes; nil before the first jump.
  public var cluster: Int?

  // Tuning
  /// The reviewer's settings for every case; nil leaves each to its rule.
  public var tuned: Strategy? { didSet { overview.needsVerdicts = true } }

  // The same change
  var grouping = Grouping()

  var charting = Charting()

  // What is open
  public var panel: Panel?
  public var prompt: Prompt?
  public var message: Message?
  var heldKeys: [Key] = []
  public let keyMap: KeyMap

  // What the engine drew
  public var pictures: [PictureRequest: Picture] = [:]
  var requested = Wanted()
  /// The outcome on screen until the next one is there.
  var lastComparison: (request: ComparisonRequest, comparison: Comparison)?
  var inspected: (request: InspectionRequest, inspection: Inspection)?
  /// The largest ΔE within the cluster that the reviewer jumped to.
  var clusterDeltaE: (request: ClusterRequest, deltaE: Double)?
  /// The rows of the table of strategies, as they come in.
  var tabulated: [Strategy: Comparison] = [:]

  public init(
    title: String, items: [ReviewItem], size: Size, readOnlyReason: String? = nil,
    keyMap: KeyMap = KeyMap()
  ) {
    self.title = title
    self.items = CaseList(items)
    self.size = size
    self.readOnlyReason = readOnlyReason
    self.keyMap = keyMap
    selection = items.firstIndex { $0.decision == nil } ?? 0
    refresh()
  }
}

/// A sentence for the reviewer, until the next key.
public struct Message: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case news, warning }

  public var kind: Kind
  public var text: String
  /// What may follow where there is room for it.
  public var hint: String?
  /// What is enough where there is no room for all of it.
  public var short: String?

  public init(_ kind: Kind, _ text: String, hint: String? = nil, short: String? = nil) {
    self.kind = kind
    self.text = text
    self.hint = hint
    self.short = short
  }
}

/// A window over the screen.
public enum Panel: Hashable, Sendable {
  /// `query` is nil while nothing is searched.
  case help(top: Int, query: String?)
  case info(top: Int)
  case bulk(Bulk)
  /// ΔE across, cluster size up.
  case landscape
  /// All strategies on the case on screen.
  case table
  /// Where to write the settings.
  case saveRule
}

/// Many decisions at once, shown before they are made.
public struct Bulk: Hashable, Sendable {
  public struct Scope: Hashable, Sendable {
    public var name: String
    public var items: [Int]
    /// Why they belong together, where that is not plain.
    public var reason: String?
  }

  /// nil leaves the cases undecided and moves past them.
  public var decision: Decision?
  public var scopes: [Scope]
  public var chosen = 0

  public var scope: Scope { scopes[chosen] }
}

/// A line of text that is being typed.
public struct Prompt: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case search, filter, palette, note, mark }

  public var kind: Kind
  public var text = ""
  /// The selection to go back to on Esc.
  var origin = 0
  /// What was folded then.
  var folded: Set<String> = []
}

// MARK: - Derived

extension ReviewState {
  public var current: ReviewItem? { items.indices.contains(selection) ? items[selection] : nil }

  /// The strategy in force for a case.
  public func strategy(of item: ReviewItem) -> Strategy { tuned ?? item.rule }

  /// The strategy in force for the case on screen.
  public var strategy: Strategy { current.map(strategy(of:)) ?? tuned ?? Strategy(.naive) }

  /// The outcome of a case under the strategy in force; nil while it is not known.
  public func comparison(of item: ReviewItem) -> Comparison? {
    item.comparison(strategy(of: item))
  }

  public func verdict(of item: ReviewItem) -> Verdict? {
    if case .failed = item.reading { return .unreadable }
    return item.verdict(strategy(of: item))
  }

  /// The outcome of the case on screen, with boxes as soon as they are there. While a new one
  /// is being computed the counts come from the landscape and the boxes stay as they were.
  public var currentComparison: Comparison? {
    guard let current else { return nil }
    let strategy = strategy(of: current)
    let request = ComparisonRequest(
      item: selection, revision: current.revision, strategy: strategy)
    if let last = lastComparison, last.request == request { return last.comparison }
    return comparison(of: current)
  }

  /// Indices of the cases in the list, in order, after filter and search.
  public var listed: [Int] { present.listed }

  /// Cases that have not been measured yet.
  public var unmeasured: Int { present.unmeasured }

  public var tally: Tally { present.tally }
}

/// How many cases stand where.
public struct Tally: Hashable, Sendable {
  public var failing = 0
  public var unknown = 0
  public var accepted = 0
  public var rejected = 0
  public var tolerated = 0
  public var undecided = 0

  package init() {}
}

/// Which cases the list shows.
public struct Filter: Hashable, Sendable {
  /// Words, all of which must hold: a state or part of the name; the beginning of a state where
  /// that is in no name.
  public var text = ""

  public var isActive: Bool { !text.isEmpty }

  enum State: String, CaseIterable {
    case undecided, accepted, rejected, tolerated, marked, failing, matching, size, text
  }

  enum Condition {
    case state(State)
    case name(SearchText.Word)

    func holds(
      of item: ReviewItem, verdict: Verdict?, isNamed: (SearchText.Word) -> Bool
    ) -> Bool {
      switch self {
      case .state(.undecided): item.decision == nil
      case .state(.accepted): item.decision == .accepted
      case .state(.rejected): item.decision == .rejected
      case .state(.tolerated): item.decision == .tolerated
      case .state(.marked): item.isMarked
      case .state(.failing): verdict != nil && verdict != .match
      case .state(.matching): verdict == .match
      case .state(.size): verdict == .sizeMismatch
      case .state(.text): item.snapshot.content == .text
      case .name(let part): isNamed(part)
      }
    }
  }

  /// What the words mean for a list of cases.
  func conditions(among items: CaseList) -> [Condition] {
    text.split(separator: " ").map { word in
      let word = word.lowercased()
      if let state = State(rawValue: word) { return .state(state) }
      let part = SearchText.Word(word)
      guard let state = State.allCases.first(where: { $0.rawValue.hasPrefix(word) }),
        !items.indices.contains(where: { items.names.holds(part, at: $0) })
      else { return .name(part) }
      return .state(state)
    }
  }
}

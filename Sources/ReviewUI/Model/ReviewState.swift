import Catalog
import DiffEngine

/// Everything the review screen knows: a value that `reduce` changes and `render` draws.
public struct ReviewState: Sendable {
  public var title: String
  public var items: [ReviewItem]
  /// Each case's name without the ending that its whole suite shares.
  var shortNames: [String]
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
  public var filter = Filter()
  /// Suites of which only the heading is listed.
  public internal(set) var folded: Set<String> = []
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
  public var tuned: Strategy?

  // The same change
  public internal(set) var groups: [CaseGroup] = []
  var groupIndex: [Int: Int] = [:]
  var splitOff: Set<Int> = []

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
    self.items = items
    shortNames = shortened(items)
    self.size = size
    self.readOnlyReason = readOnlyReason
    self.keyMap = keyMap
    selection = items.firstIndex { $0.decision == nil } ?? 0
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
    return comparison(of: item)?.verdict
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
  public var listed: [Int] {
    guard filter.isActive else { return Array(items.indices) }
    let conditions = filter.conditions(among: items)
    return items.indices.filter { index in
      let verdict = verdict(of: items[index])
      return conditions.allSatisfy { $0.holds(of: items[index], verdict: verdict) }
    }
  }

  /// Cases that have not been measured yet.
  public var unmeasured: Int {
    items.count { !$0.isMeasured }
  }

  public var tally: Tally {
    var tally = Tally()
    for item in items {
      switch item.decision {
      case .accepted: tally.accepted += 1
      case .rejected: tally.rejected += 1
      case .tolerated: tally.tolerated += 1
      case nil: tally.undecided += 1
      }
      switch verdict(of: item) {
      case nil: tally.unknown += 1
      case .match: break
      default: tally.failing += 1
      }
    }
    return tally
  }
}

/// How many cases stand where.
public struct Tally: Hashable, Sendable {
  public var failing = 0
  public var unknown = 0
  public var accepted = 0
  public var rejected = 0
  public var tolerated = 0
  public var undecided = 0
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
    case name(String)

    func holds(of item: ReviewItem, verdict: Verdict?) -> Bool {
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
      case .name(let part): item.snapshot.id.localizedContains(part)
      }
    }
  }

  /// What the words mean for a list of cases.
  func conditions(among items: [ReviewItem]) -> [Condition] {
    text.split(separator: " ").map { word in
      let word = word.lowercased()
      if let state = State(rawValue: word) { return .state(state) }
      guard let state = State.allCases.first(where: { $0.rawValue.hasPrefix(word) }),
        !items.contains(where: { $0.snapshot.id.localizedContains(word) })
      else { return .name(word) }
      return .state(state)
    }
  }
}

extension String {
  /// Part of the name, whatever its case; no Foundation in the model.
  func localizedContains(_ word: some StringProtocol) -> Bool {
    lowercased().contains(word.lowercased())
  }
}

/// Names as a narrow list shows them: an ending that every name of a suite has, such as a device,
/// becomes "…", because it tells nothing apart.
func shortened(_ items: [ReviewItem]) -> [String] {
  var endings: [String: String] = [:]
  let suites = Dictionary(grouping: items.map(\.snapshot), by: \.suite)
  for (suite, snapshots) in suites where snapshots.count > 1 {
    endings[suite] = snapshots.dropFirst().reduce(snapshots[0].name) { ending, snapshot in
      let pairs = zip(ending.reversed(), snapshot.name.reversed())
      return String(ending.suffix(pairs.prefix { $0 == $1 }.count))
    }
  }
  return items.map { item in
    let name = item.snapshot.name
    // From a separator on: "testBars-iPhone" is "testBars…", not "testBar…".
    let ending = (endings[item.snapshot.suite] ?? "").drop { $0.isLetter || $0.isNumber }
    return ending.count > 4 && ending.count < name.count
      ? name.dropLast(ending.count) + "…" : name
  }
}

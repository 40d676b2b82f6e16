/// Everything a key, the palette or a test can ask the review screen to do.
public enum Command: String, CaseIterable, Sendable {
  case accept, reject, tolerate, skip
  case acceptMany, rejectMany, tolerateMany, skipMany
  case undo, redo
  case nextInList, previousInList, nextCase, previousCase, firstCase, lastCase
  case nextUndecided, previousUndecided
  case foldSuite, unfoldSuite, foldAll, unfoldAll
  case nextCluster, previousCluster, centreCluster
  case panLeft, panDown, panUp, panRight
  case zoomIn, zoomOut, actualSize, fit
  case flip, blink
  case viewTriple, viewSideBySide, viewFlip, viewSwipe, viewOnion, viewDifference, viewHeat
  case nextView, less, more
  case overlay, nextDifferenceStyle
  case nextStrategy, previousStrategy
  case deltaEDown, deltaEUp, clusterDown, clusterUp, thresholdDown, thresholdUp, backToRule
  case ground, info, loupe
  case landscape, strategyTable, propose, saveRule, copyLine
  case note, openOutside
  case mark, markRange, markPattern, split
  case search, filter, palette, help
  case nextPane, toggleList
  case redraw, reload, suspend
  case close, quit

  /// As keys.toml has it: "next-cluster".
  public var identifier: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// Whether it makes, repeats or takes back a decision: keys that are pressed by accident must not.
  public var decides: Bool {
    switch self {
    case .accept, .reject, .tolerate, .acceptMany, .rejectMany, .tolerateMany, .undo, .redo: true
    default: false
    }
  }

  /// Whether it changes the settings or hands them on: the landscape stays open for it.
  var tunes: Bool {
    switch self {
    case .nextStrategy, .previousStrategy, .deltaEDown, .deltaEUp, .clusterDown, .clusterUp,
      .thresholdDown, .thresholdUp, .backToRule, .strategyTable, .propose, .saveRule, .copyLine:
      true
    default: false
    }
  }
}

/// Where a key means what the table says.
public enum KeyContext: Hashable, Sendable {
  case anywhere, list, image

  /// Whether one key cannot stand for two commands in these.
  func overlaps(_ other: KeyContext) -> Bool {
    self == other || self == .anywhere || other == .anywhere
  }
}

/// One row of the key table: the help, the palette, the docs and keys.toml all come from it.
public struct CommandInfo: Sendable {
  public enum Section: String, CaseIterable, Sendable {
    case decide = "Decide"
    case move = "Move"
    case look = "Look"
    case tune = "Tune"
    case other = "Other"
  }

  public let command: Command
  /// As they are typed and shown: "a", "ctrl-r", "gg", "PgDn". Where there is none, the palette
  /// has the command.
  public internal(set) var keys: [String]
  public let name: String
  public let help: String
  public let section: Section
  public let context: KeyContext

  init(
    _ command: Command, _ keys: [String], _ name: String, _ help: String, _ section: Section,
    in context: KeyContext = .anywhere
  ) {
    self.command = command
    self.keys = keys
    self.name = name
    self.help = help
    self.section = section
    self.context = context
  }
}

extension CommandInfo {
  /// The key table of DESIGN.md, section 9. Enter, Esc, Space and the arrows never decide.
  public static let table: [CommandInfo] = decisions + moves + looks + tuning + others

  private static let decisions: [CommandInfo] = [
    .init(
      .accept, ["a"], "accept", "The change is meant: the actual becomes the baseline", .decide),
    .init(.reject, ["r"], "reject", "It is a bug: every file stays, the decision is kept", .decide),
    .init(.tolerate, ["t"], "tolerate", "Rendering noise: settings should let it pass", .decide),
    .init(.skip, ["s"], "skip", "Decide nothing, go on to the next undecided", .decide),
    .init(
      .acceptMany, ["A"], "accept many", "Accept the group, the marked or the listed; asks first",
      .decide),
    .init(
      .rejectMany, ["R"], "reject many", "Reject the group, the marked or the listed; asks first",
      .decide),
    .init(
      .tolerateMany, ["T"], "tolerate many",
      "Tolerate the group, the marked or the listed; asks first",
      .decide),
    .init(.skipMany, ["S"], "skip many", "Go past the group, the marked or the listed", .decide),
    .init(.undo, ["u"], "undo", "Take back the last decision, on disk too, or mark", .decide),
    .init(.redo, ["U", "ctrl-r"], "redo", "Do again what undo took back", .decide),
    .init(.mark, ["m"], "mark", "Mark this case, or take the mark off", .decide),
    .init(.markRange, ["V"], "mark a range", "Mark all from the last marked case to here", .decide),
    .init(
      .markPattern, ["*"], "mark by pattern", "Mark every listed case whose name has a word",
      .decide),
    .init(.split, ["X"], "split off", "Take this case out of its group, or put it back", .decide),
    .init(.note, ["c"], "note", "Write a note on this case", .decide),
  ]

  private static let moves: [CommandInfo] = [
    .init(.nextInList, ["j", "Down"], "next in list", "Next case", .move, in: .list),
    .init(.previousInList, ["k", "Up"], "previous in list", "Previous case", .move, in: .list),
    .init(.nextCase, ["J", "PgDn"], "next case", "Next case, from any pane", .move),
    .init(.previousCase, ["K", "PgUp"], "previous case", "Previous case, from any pane", .move),
    .init(.firstCase, ["gg", "Home"], "first case", "First case", .move),
    .init(.lastCase, ["G", "End"], "last case", "Last case", .move),
    .init(
      .nextUndecided, ["n"], "next undecided", "Next undecided case; next hit of a search", .move),
    .init(
      .previousUndecided, ["N"], "previous undecided", "Previous undecided case; previous hit",
      .move),
    .init(.nextCluster, ["]"], "next cluster", "Centre the next cluster, largest first", .move),
    .init(.previousCluster, ["["], "previous cluster", "Centre the previous cluster", .move),
    .init(
      .foldSuite, ["h", "Left"], "fold", "Show only the heading of this suite", .move, in: .list),
    .init(.unfoldSuite, ["l", "Right"], "unfold", "Show its cases again", .move, in: .list),
    .init(.foldAll, [], "fold all", "Show only the headings of suites", .move),
    .init(.unfoldAll, [], "unfold all", "Show every case again", .move),
    .init(.search, ["/"], "search", "Search the names of cases", .move),
    .init(.filter, ["f"], "filter", "List only some: undecided, failing, accepted, a word", .move),
    .init(.nextPane, ["tab"], "next pane", "Between the list and the image", .move),
  ]

  private static let looks: [CommandInfo] = [
    .init(.viewTriple, ["1"], "triple", "Reference, actual and difference", .look),
    .init(.viewSideBySide, ["2"], "side by side", "Reference and actual", .look),
    .init(.viewFlip, ["3"], "flip", "One image; flipping changes sides", .look),
    .init(.viewSwipe, ["4"], "swipe", "Reference left of an edge, actual right of it", .look),
    .init(.viewOnion, ["5"], "onion", "The actual laid over the reference", .look),
    .init(.viewDifference, ["6"], "difference", "The difference alone", .look),
    .init(.viewHeat, ["7"], "heat", "ΔE of every pixel", .look),
    .init(.nextView, ["v"], "next view", "The next of these views", .look),
    .init(.flip, ["space"], "flip sides", "Reference and actual change places in place", .look),
    .init(.blink, ["b"], "blink", "Flip by itself, on and off", .look),
    .init(.less, [","], "less", "Swipe edge left, onion more reference, blink slower", .look),
    .init(.more, ["."], "more", "Swipe edge right, onion more actual, blink faster", .look),
    .init(.overlay, ["d"], "overlay", "Lay the mismatches over the images", .look),
    .init(.nextDifferenceStyle, ["D"], "difference style", "The next difference style", .look),
    .init(.panLeft, ["h", "Left"], "pan left", "Move the view left", .look, in: .image),
    .init(.panDown, ["j", "Down"], "pan down", "Move the view down", .look, in: .image),
    .init(.panUp, ["k", "Up"], "pan up", "Move the view up", .look, in: .image),
    .init(.panRight, ["l", "Right"], "pan right", "Move the view right", .look, in: .image),
    .init(.zoomIn, ["+"], "zoom in", "Larger", .look),
    .init(.zoomOut, ["-"], "zoom out", "Smaller", .look),
    .init(.actualSize, ["="], "1:1", "One pixel in one half block", .look),
    .init(.fit, ["0"], "fit", "The whole image", .look),
    .init(.centreCluster, ["z"], "centre", "Centre the cluster again", .look),
    .init(.ground, ["B"], "ground", "Under alpha: automatic, checkerboard, white, black", .look),
    .init(
      .loupe, ["x"], "loupe", "Both colours, alpha and ΔE of one pixel; panning moves it", .look),
    .init(.info, ["i"], "info", "What is known of this case", .look),
    .init(.toggleList, ["L"], "list", "Show or hide the list", .look),
  ]

  private static let tuning: [CommandInfo] = [
    .init(.nextStrategy, ["|"], "next strategy", "The next strategy", .tune),
    .init(.previousStrategy, ["\\"], "previous strategy", "The previous strategy", .tune),
    .init(.deltaEDown, ["("], "ΔE down", "Less colour difference is allowed", .tune),
    .init(.deltaEUp, [")"], "ΔE up", "More colour difference is allowed", .tune),
    .init(.clusterDown, ["{"], "cluster down", "Smaller clusters count", .tune),
    .init(.clusterUp, ["}"], "cluster up", "Only larger clusters count", .tune),
    .init(.thresholdDown, ["<"], "threshold down", "Fewer mismatches are allowed", .tune),
    .init(.thresholdUp, [">"], "threshold up", "More mismatches are allowed", .tune),
    .init(
      .landscape, ["M"], "landscape", "How many cases fail at every ΔE and cluster size", .tune),
    .init(.strategyTable, ["e"], "table", "Every strategy on this case, side by side", .tune),
    .init(
      .propose, ["p"], "propose", "The least tolerant setting that fits all decisions so far", .tune
    ),
    .init(.saveRule, ["w"], "save rule", "Write the settings to .snapreview.toml", .tune),
    .init(.copyLine, ["y"], "copy line", "Copy the settings as the line for the test", .tune),
    .init(
      .backToRule, ["ctrl-g"], "back to the rule", "The settings of the rules file again", .tune),
  ]

  private static let others: [CommandInfo] = [
    .init(.palette, [":"], "palette", "Type a command or an exact value: deltaE 2.5", .other),
    .init(.help, ["?"], "help", "Every key", .other),
    .init(.openOutside, ["o"], "open outside", "Open the images in another program", .other),
    .init(.redraw, ["ctrl-l"], "redraw", "Draw the screen anew", .other),
    .init(.reload, ["F5"], "reload", "Read the folder again", .other),
    .init(.suspend, ["ctrl-z"], "suspend", "Back to the shell; fg returns", .other),
    .init(.close, ["q"], "close", "Close a panel, or leave with a summary", .other),
    .init(.quit, ["Q"], "quit", "Leave at once; decisions are safe", .other),
  ]

  /// The row of a command; every command has exactly one.
  public static func info(_ command: Command) -> CommandInfo {
    table.first { $0.command == command }!
  }
}

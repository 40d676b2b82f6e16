import DiffEngine

/// Everything a key, the palette or a test can ask the review screen to do.
package enum Command: String, CaseIterable, Sendable {
  case accept, reject, tolerate, skip
  case acceptMany, rejectMany, tolerateMany, skipMany
  case undo, redo
  case nextInList, previousInList, nextCase, previousCase, firstCase, lastCase
  case nextUndecided, previousUndecided
  case foldSuite, unfoldSuite, foldAll, unfoldAll
  case nextRegion, previousRegion, centreRegion
  case panLeft, panDown, panUp, panRight
  case zoomIn, zoomOut, actualSize, fit
  case flip, blink
  case viewTriple, viewSideBySide, viewFlip, viewSwipe, viewOnion, viewDifference, viewHeat, viewAll
  case open
  case nextView, less, more
  case overlay, nextDifferenceStyle
  case nextStrategy, previousStrategy
  case deltaEDown, deltaEUp, clusterDown, clusterUp, thresholdDown, thresholdUp, backToRule
  case ground, info, loupe
  case landscape, strategyTable, propose, saveRule, copyLine, editAreas
  case note, openOutside
  case mark, markRange, markPattern, split
  case search, filter, palette, help
  case leaveMode
  case nextPane, toggleList, nextOrder
  case align, nextCells, togglePixels, widenList
  case redraw, reload, suspend
  case close, quit

  /// The name of the command in keys.toml: "next-region".
  package var identifier: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  /// True if the command makes, undoes or redoes a decision. It cannot have keys that are easily
  /// pressed by accident.
  package var decides: Bool { CommandInfo.info(self).section == .decide }

  /// The knob that the command turns, and the direction; nil for any other command.
  var knob: (knob: Strategy.Parameter.Knob, direction: Int)? {
    switch self {
    case .deltaEDown: (.colour, -1)
    case .deltaEUp: (.colour, 1)
    case .clusterDown: (.cluster, -1)
    case .clusterUp: (.cluster, 1)
    case .thresholdDown: (.count, -1)
    case .thresholdUp: (.count, 1)
    default: nil
    }
  }

  /// True if the command changes, saves or copies the settings. The landscape stays open for it.
  var tunes: Bool {
    switch self {
    case .nextStrategy, .previousStrategy, .backToRule, .strategyTable, .propose, .saveRule,
      .copyLine:
      true
    default: knob != nil
    }
  }
}

/// The part of the screen in which a key of the table applies.
package enum KeyContext: Hashable, Sendable {
  case anywhere, list, image

  /// The note that the help adds to a command whose key applies only here.
  package var note: String {
    switch self {
    case .anywhere: ""
    case .list: " (in the list)"
    case .image: " (in the image)"
    }
  }

  /// True if one key cannot have two commands in these contexts.
  func overlaps(_ other: KeyContext) -> Bool {
    self == other || self == .anywhere || other == .anywhere
  }
}

/// One row of the key table: the help, the palette, the docs and keys.toml all come from it.
package struct CommandInfo: Sendable {
  package enum Section: String, CaseIterable, Sendable {
    /// Exactly the commands that make, undo or redo a decision.
    case decide = "Decide"
    case mark = "Mark and skip"
    case move = "Move"
    case look = "Look"
    case tune = "Tune"
    case other = "Other"
  }

  package let command: Command
  /// The keys as they are typed and shown: "a", "ctrl-r", "gg", "PgDn". A command without keys is
  /// only in the palette.
  package internal(set) var keys: [String]
  package let name: String
  package let help: String
  package let section: Section
  package let context: KeyContext

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
  /// The key table. Enter, Esc, Space and the arrows never decide.
  package static let table: [CommandInfo] = decisions + marks + moves + looks + tuning + others

  private static let decisions: [CommandInfo] = [
    .init(
      .accept, ["a"], "accept", "Accept the change: the actual becomes the baseline", .decide),
    .init(
      .reject, ["r"], "reject",
      "Reject it as a bug: no file changes, but a baseline that the run overwrote is restored",
      .decide),
    .init(
      .tolerate, ["t"], "tolerate", "Tolerate rendering noise: the settings should let it pass",
      .decide),
    .init(
      .acceptMany, ["A"], "accept many",
      "Accept all cases of the decision, or all marked, filtered or of the suite; asks first",
      .decide),
    .init(
      .rejectMany, ["R"], "reject many",
      "Reject all cases of the decision, or all marked, filtered or of the suite; asks first",
      .decide),
    .init(
      .tolerateMany, ["T"], "tolerate many",
      "Tolerate all cases of the decision, or all marked, filtered or of the suite; asks first",
      .decide),
    .init(.undo, ["u"], "undo", "Undo the last decision (on disk too) or mark", .decide),
    .init(.redo, ["U", "ctrl-r"], "redo", "Redo what was undone", .decide),
  ]

  private static let marks: [CommandInfo] = [
    .init(.skip, ["s"], "skip", "Leave it undecided and go to the next undecided case", .mark),
    .init(
      .skipMany, ["S"], "skip many",
      "Skip the decision, the marked, the filtered or the suite's cases", .mark),
    .init(.mark, ["m"], "mark", "Mark or unmark this case, or all of a closed decision", .mark),
    .init(
      .markRange, ["V"], "mark a range", "Mark everything from the last marked case to this one",
      .mark),
    .init(
      .markPattern, ["*"], "mark by pattern", "Mark every listed case whose name contains a word",
      .mark),
    .init(.split, ["X"], "split off", "Take this case out of its cause, or put it back", .mark),
    .init(.note, ["c"], "note", "Add a note to this case", .mark),
  ]

  private static let moves: [CommandInfo] = [
    .init(.nextInList, ["j", "Down"], "next in list", "Next case", .move, in: .list),
    .init(.previousInList, ["k", "Up"], "previous in list", "Previous case", .move, in: .list),
    .init(.nextCase, ["J", "PgDn"], "next case", "Next case, from any pane", .move),
    .init(.previousCase, ["K", "PgUp"], "previous case", "Previous case, from any pane", .move),
    .init(.firstCase, ["gg", "Home"], "first case", "First case", .move),
    .init(.lastCase, ["G", "End"], "last case", "Last case", .move),
    .init(
      .nextUndecided, ["n"], "next undecided", "Next undecided case, or next search hit", .move),
    .init(
      .previousUndecided, ["N"], "previous undecided",
      "Previous undecided case, or previous search hit",
      .move),
    .init(.nextRegion, ["]"], "next region", "Go to the next region, largest change first", .move),
    .init(.previousRegion, ["["], "previous region", "Go to the previous region", .move),
    .init(
      .foldSuite, ["h", "Left"], "fold", "Fold these cases to their heading", .move, in: .list),
    .init(.unfoldSuite, ["l", "Right"], "unfold", "Unfold these cases", .move, in: .list),
    .init(.foldAll, [], "fold all", "Fold every heading", .move),
    .init(.unfoldAll, [], "unfold all", "Unfold every heading", .move),
    .init(.search, ["/"], "search", "Search case names", .move),
    .init(
      .filter, ["f"], "filter",
      "Filter the list: undecided, failing, accepted, a word, or a value of an axis", .move),
    .init(.leaveMode, ["esc"], "end search", "End the search, then the filter", .move),
    .init(.nextPane, ["tab"], "next pane", "Switch between the list and the image", .move),
  ]

  private static let looks: [CommandInfo] = [
    .init(.viewTriple, ["1"], "triple", "Reference, actual and difference", .look),
    .init(.viewSideBySide, ["2"], "side by side", "Reference and actual", .look),
    .init(.viewFlip, ["3"], "flip", "One image at a time; flip to see the other", .look),
    .init(.viewSwipe, ["4"], "swipe", "Reference left of an edge, actual right of it", .look),
    .init(.viewOnion, ["5"], "onion", "The actual over the reference", .look),
    .init(.viewDifference, ["6"], "difference", "Only the difference", .look),
    .init(.viewHeat, ["7"], "heat", "ΔE of every pixel", .look),
    .init(
      .viewAll, ["8"], "all", "Every case of the list as a thumbnail: move, mark and decide there",
      .look),
    .init(.open, ["enter"], "open", "Open the case chosen among all", .look, in: .image),
    .init(.nextView, ["v"], "next view", "Next view", .look),
    .init(.flip, ["space"], "flip sides", "Swap reference and actual in place", .look),
    .init(.blink, ["b"], "blink", "Flip automatically; press again to stop", .look),
    .init(.less, [","], "less", "Swipe edge left, onion more reference, blink slower", .look),
    .init(.more, ["."], "more", "Swipe edge right, onion more actual, blink faster", .look),
    .init(.overlay, ["d"], "overlay", "Highlight mismatches on the images", .look),
    .init(.nextDifferenceStyle, ["D"], "difference style", "Next difference style", .look),
    .init(.panLeft, ["h", "Left"], "pan left", "Pan left", .look, in: .image),
    .init(.panDown, ["j", "Down"], "pan down", "Pan down", .look, in: .image),
    .init(.panUp, ["k", "Up"], "pan up", "Pan up", .look, in: .image),
    .init(.panRight, ["l", "Right"], "pan right", "Pan right", .look, in: .image),
    .init(.zoomIn, ["+"], "zoom in", "Zoom in", .look),
    .init(.zoomOut, ["-"], "zoom out", "Zoom out", .look),
    .init(.actualSize, ["="], "1:1", "One image pixel per half block", .look),
    .init(.fit, ["0"], "fit", "Fit the whole image", .look),
    .init(.centreRegion, ["z"], "centre", "Centre the current region", .look),
    .init(
      .ground, ["B"], "ground",
      "Background under transparency: automatic, checkerboard, white, black", .look),
    .init(
      .loupe, ["x"], "loupe",
      "Colours, alpha and ΔE of one pixel; follows the mouse and the pan keys", .look),
    .init(.info, ["i"], "info", "Details of this case", .look),
    .init(.toggleList, ["L"], "list", "Show or hide the list", .look),
    .init(
      .widenList, ["W"], "list width", "Widen the list to whole names, or narrow it again", .look),
    .init(
      .align, ["~"], "align rows",
      "Hide inserted and deleted rows, or show them again",
      .look),
    .init(
      .nextCells, ["C"], "cells",
      "Finer cells for shrunk images: half blocks, quadrants, sextants, octants", .look),
    .init(
      .togglePixels, ["P"], "exact pixels",
      "Images in the terminal's own pixels, where it can draw them, or in cells", .look),
    .init(
      .nextOrder, ["O"], "order",
      "Order the list by decision, by suite, or by size of the change", .look
    ),
  ]

  private static let tuning: [CommandInfo] = [
    .init(.nextStrategy, ["|"], "next strategy", "Next strategy", .tune),
    .init(.previousStrategy, ["\\"], "previous strategy", "Previous strategy", .tune),
    .init(.deltaEDown, ["("], "ΔE down", "Tolerate less colour difference", .tune),
    .init(.deltaEUp, [")"], "ΔE up", "Tolerate more colour difference", .tune),
    .init(.clusterDown, ["{"], "cluster down", "Count smaller clusters too", .tune),
    .init(.clusterUp, ["}"], "cluster up", "Count only larger clusters", .tune),
    .init(.thresholdDown, ["<"], "threshold down", "Allow fewer mismatches", .tune),
    .init(.thresholdUp, [">"], "threshold up", "Allow more mismatches", .tune),
    .init(
      .landscape, ["M"], "landscape", "How many cases fail at each ΔE and cluster size", .tune),
    .init(.strategyTable, ["e"], "table", "Compare all strategies on this case", .tune),
    .init(
      .propose, ["p"], "propose", "Propose settings that fit all decisions so far", .tune
    ),
    .init(.saveRule, ["w"], "save rule", "Save the settings to .snapreview.toml", .tune),
    .init(
      .editAreas, ["I"], "ignored areas",
      "Leave parts out: drag or n adds, h j k l moves, H J K L sizes, x removes, w saves", .tune),
    .init(
      .copyLine, ["y"], "copy line",
      "Copy the settings as a line of test code; without an actual, the command to get one", .tune),
    .init(
      .backToRule, ["ctrl-g"], "back to the rule", "Reset to the rule's settings", .tune),
  ]

  private static let others: [CommandInfo] = [
    .init(.palette, [":"], "palette", "Run a command by name, or set a value: deltaE 2.5", .other),
    .init(.help, ["?"], "help", "Show all keys", .other),
    .init(.openOutside, ["o"], "open outside", "Open the images in another program", .other),
    .init(.redraw, ["ctrl-l"], "redraw", "Redraw the screen", .other),
    .init(.reload, ["F5"], "reload", "Reload the folder", .other),
    .init(.suspend, ["ctrl-z"], "suspend", "Suspend to the shell; fg resumes", .other),
    .init(.close, ["q"], "close", "Close the panel, or quit with a summary", .other),
    .init(.quit, ["Q"], "quit", "Quit at once; decisions are saved", .other),
  ]

  /// The row of a command; every command has exactly one.
  package static func info(_ command: Command) -> CommandInfo {
    table.first { $0.command == command }!
  }
}

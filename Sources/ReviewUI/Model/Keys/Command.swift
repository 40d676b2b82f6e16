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
  package private(set) var section = Section.other
  package let context: KeyContext

  init(
    _ command: Command, _ keys: [String], _ name: String, _ help: String,
    in context: KeyContext = .anywhere
  ) {
    (self.command, self.keys, self.name) = (command, keys, name)
    (self.help, self.context) = (help, context)
  }
}

extension CommandInfo {
  /// The key table. Enter, Esc, Space and the arrows never decide.
  package static let table: [CommandInfo] =
    rows(.decide, decisions) + rows(.mark, marks) + rows(.move, moves)
    + rows(.look, looks) + rows(.tune, tuning) + rows(.other, others)

  private static func rows(_ section: Section, _ rows: [CommandInfo]) -> [CommandInfo] {
    rows.map { row in
      var row = row
      row.section = section
      return row
    }
  }

  private static let decisions: [CommandInfo] = [
    .init(.accept, ["a"], "accept", "Accept the change: the actual becomes the baseline"),
    .init(
      .reject, ["r"], "reject",
      "Reject it as a bug: no file changes, but a baseline that the run overwrote is restored"),
    .init(
      .tolerate, ["t"], "tolerate", "Tolerate rendering noise: the settings should let it pass"),
    .init(
      .acceptMany, ["A"], "accept many",
      "Accept all cases of the decision, or all marked, filtered or of the suite; asks first"),
    .init(
      .rejectMany, ["R"], "reject many",
      "Reject all cases of the decision, or all marked, filtered or of the suite; asks first"),
    .init(
      .tolerateMany, ["T"], "tolerate many",
      "Tolerate all cases of the decision, or all marked, filtered or of the suite; asks first"),
    .init(.undo, ["u"], "undo", "Undo the last decision (on disk too) or mark"),
    .init(.redo, ["U", "ctrl-r"], "redo", "Redo what was undone"),
  ]

  private static let marks: [CommandInfo] = [
    .init(.skip, ["s"], "skip", "Leave it undecided and go to the next undecided case"),
    .init(
      .skipMany, ["S"], "skip many",
      "Skip the decision, the marked, the filtered or the suite's cases"),
    .init(.mark, ["m"], "mark", "Mark or unmark this case, or all of a closed decision"),
    .init(
      .markRange, ["V"], "mark a range", "Mark everything from the last marked case to this one"),
    .init(
      .markPattern, ["*"], "mark by pattern", "Mark every listed case whose name contains a word"),
    .init(.split, ["X"], "split off", "Take this case out of its cause, or put it back"),
    .init(.note, ["c"], "note", "Add a note to this case"),
  ]

  private static let moves: [CommandInfo] = [
    .init(.nextInList, ["j", "Down"], "next in list", "Next case", in: .list),
    .init(.previousInList, ["k", "Up"], "previous in list", "Previous case", in: .list),
    .init(.nextCase, ["J", "PgDn"], "next case", "Next case, from any pane"),
    .init(.previousCase, ["K", "PgUp"], "previous case", "Previous case, from any pane"),
    .init(.firstCase, ["gg", "Home"], "first case", "First case"),
    .init(.lastCase, ["G", "End"], "last case", "Last case"),
    .init(.nextUndecided, ["n"], "next undecided", "Next undecided case, or next search hit"),
    .init(
      .previousUndecided, ["N"], "previous undecided",
      "Previous undecided case, or previous search hit"),
    .init(.nextRegion, ["]"], "next region", "Go to the next region, largest change first"),
    .init(.previousRegion, ["["], "previous region", "Go to the previous region"),
    .init(.foldSuite, ["h", "Left"], "fold", "Fold these cases to their heading", in: .list),
    .init(.unfoldSuite, ["l", "Right"], "unfold", "Unfold these cases", in: .list),
    .init(.foldAll, [], "fold all", "Fold every heading"),
    .init(.unfoldAll, [], "unfold all", "Unfold every heading"),
    .init(.search, ["/"], "search", "Search case names"),
    .init(
      .filter, ["f"], "filter",
      "Filter the list: undecided, failing, accepted, a word, or a value of an axis"),
    .init(.leaveMode, ["esc"], "end search", "End the search, then the filter"),
    .init(.nextPane, ["tab"], "next pane", "Switch between the list and the image"),
  ]

  private static let looks: [CommandInfo] = [
    .init(.viewTriple, ["1"], "triple", "Reference, actual and difference"),
    .init(.viewSideBySide, ["2"], "side by side", "Reference and actual"),
    .init(.viewFlip, ["3"], "flip", "One image at a time; flip to see the other"),
    .init(.viewSwipe, ["4"], "swipe", "Reference left of an edge, actual right of it"),
    .init(.viewOnion, ["5"], "onion", "The actual over the reference"),
    .init(.viewDifference, ["6"], "difference", "Only the difference"),
    .init(.viewHeat, ["7"], "heat", "ΔE of every pixel"),
    .init(
      .viewAll, ["8"], "all", "Every case of the list as a thumbnail: move, mark and decide there"),
    .init(.open, ["enter"], "open", "Open the case chosen among all", in: .image),
    .init(.nextView, ["v"], "next view", "Next view"),
    .init(.flip, ["space"], "flip sides", "Swap reference and actual in place"),
    .init(.blink, ["b"], "blink", "Flip automatically; press again to stop"),
    .init(.less, [","], "less", "Swipe edge left, onion more reference, blink slower"),
    .init(.more, ["."], "more", "Swipe edge right, onion more actual, blink faster"),
    .init(.overlay, ["d"], "overlay", "Highlight mismatches on the images"),
    .init(.nextDifferenceStyle, ["D"], "difference style", "Next difference style"),
    .init(.panLeft, ["h", "Left"], "pan left", "Pan left", in: .image),
    .init(.panDown, ["j", "Down"], "pan down", "Pan down", in: .image),
    .init(.panUp, ["k", "Up"], "pan up", "Pan up", in: .image),
    .init(.panRight, ["l", "Right"], "pan right", "Pan right", in: .image),
    .init(.zoomIn, ["+"], "zoom in", "Zoom in"),
    .init(.zoomOut, ["-"], "zoom out", "Zoom out"),
    .init(.actualSize, ["="], "1:1", "One image pixel per half block"),
    .init(.fit, ["0"], "fit", "Fit the whole image"),
    .init(.centreRegion, ["z"], "centre", "Centre the current region"),
    .init(
      .ground, ["B"], "ground",
      "Background under transparency: automatic, checkerboard, white, black"),
    .init(
      .loupe, ["x"], "loupe",
      "Colours, alpha and ΔE of one pixel; follows the mouse and the pan keys"),
    .init(.info, ["i"], "info", "Details of this case"),
    .init(.toggleList, ["L"], "list", "Show or hide the list"),
    .init(.widenList, ["W"], "list width", "Widen the list to whole names, or narrow it again"),
    .init(.align, ["~"], "align rows", "Hide inserted and deleted rows, or show them again"),
    .init(
      .nextCells, ["C"], "cells",
      "Finer cells for shrunk images: half blocks, quadrants, sextants, octants"),
    .init(
      .togglePixels, ["P"], "exact pixels",
      "Images in the terminal's own pixels, where it can draw them, or in cells"),
    .init(
      .nextOrder, ["O"], "order", "Order the list by decision, by suite, or by size of the change"),
  ]

  private static let tuning: [CommandInfo] = [
    .init(.nextStrategy, ["|"], "next strategy", "Next strategy"),
    .init(.previousStrategy, ["\\"], "previous strategy", "Previous strategy"),
    .init(.deltaEDown, ["("], "ΔE down", "Tolerate less colour difference"),
    .init(.deltaEUp, [")"], "ΔE up", "Tolerate more colour difference"),
    .init(.clusterDown, ["{"], "cluster down", "Count smaller clusters too"),
    .init(.clusterUp, ["}"], "cluster up", "Count only larger clusters"),
    .init(.thresholdDown, ["<"], "threshold down", "Allow fewer mismatches"),
    .init(.thresholdUp, [">"], "threshold up", "Allow more mismatches"),
    .init(.landscape, ["M"], "landscape", "How many cases fail at each ΔE and cluster size"),
    .init(.strategyTable, ["e"], "table", "Compare all strategies on this case"),
    .init(.propose, ["p"], "propose", "Propose settings that fit all decisions so far"),
    .init(.saveRule, ["w"], "save rule", "Save the settings to .snapreview.toml"),
    .init(
      .editAreas, ["I"], "ignored areas",
      "Leave parts out: drag or n adds, h j k l moves, H J K L sizes, x removes, w saves"),
    .init(
      .copyLine, ["y"], "copy line",
      "Copy the settings as a line of test code; without an actual, the command to get one"),
    .init(.backToRule, ["ctrl-g"], "back to the rule", "Reset to the rule's settings"),
  ]

  private static let others: [CommandInfo] = [
    .init(.palette, [":"], "palette", "Run a command by name, or set a value: deltaE 2.5"),
    .init(.help, ["?"], "help", "Show all keys"),
    .init(.openOutside, ["o"], "open outside", "Open the images in another program"),
    .init(.redraw, ["ctrl-l"], "redraw", "Redraw the screen"),
    .init(.reload, ["F5"], "reload", "Reload the folder"),
    .init(.suspend, ["ctrl-z"], "suspend", "Suspend to the shell; fg resumes"),
    .init(.close, ["q"], "close", "Close the panel, or quit with a summary"),
    .init(.quit, ["Q"], "quit", "Quit at once; decisions are saved"),
  ]

  /// The row of a command; every command has exactly one.
  package static func info(_ command: Command) -> CommandInfo {
    table.first { $0.command == command }!
  }
}

import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review

// Decisions shown as entries of the list.

extension ReviewState {
  /// Adopts the causes found so far. If the reviewer has not moved yet, selects the first decision;
  /// otherwise the case on screen stays, open sections stay open, and the cursor stays on its line.
  mutating func adopt(_ found: FoundGroups) {
    refresh()
    let line = lineInList
    let (known, wasOrdered) = (grouping.following, grouping.isOrdered)
    grouping.adopt(found, of: items.count)
    tellOfFollowing(beyond: known)
    turned = Set(
      turned.map { key in
        switch key {
        case .cause(let item): grouping.cause(of: item).map { .cause($0.items[0]) } ?? key
        case .family(let item): grouping.familyKey(ofItem: item) ?? key
        default: key
        }
      })
    refresh()
    if grouping.isOrdered, !wasOrdered { tellOfDecisions() }
    guard order == .cause else { return }
    if !hasMoved { listed.first.map { select($0) } }
    keepSelection(onLine: line)
  }

  /// Says once how many decisions the causes make of the cases.
  private mutating func tellOfDecisions() {
    let count = overview.decisions.count
    let cases = overview.standings.count { !$0.isAside }
    guard message == nil, cases > 1 else { return }
    message = Message(
      .news,
      "\(Wording.count(cases, "case")) are \(Wording.count(count, "decision"))"
        + (count < cases ? "." : ": no two changed alike."))
    message?.isAside = true
  }

  /// Adds to the last message that other cases now follow from it.
  private mutating func tellOfFollowing(beyond known: Set<Int>) {
    guard !grouping.following.subtracting(known).isEmpty, message?.kind == .news else { return }
    let count = grouping.following.count { items[$0].decision == nil }
    let verb = count == 1 ? "holds" : "hold"
    message?.text += " \(Wording.count(count, "case")) \(verb) \(CaseGroup.followingWords)."
  }

  /// Scrolls the list so that the selected row is on a line, as far as possible.
  mutating func keepSelection(onLine line: Int?) {
    if let line, let row = overview.list.row(of: selection) { listTop = row - line }
  }

  /// Returns what happened to a case and to all others of its cause: "text black → white, only in
  /// dark".
  func sentence(of index: Int) -> String {
    guard let cause = grouping.cause(of: index), !grouping.splitOff.contains(index) else {
      return causeText(index) ?? ""
    }
    let only = items.names.axes.only(cause.items.map { items[$0].snapshot.axes })
    return printable(only.title(of: cause.text))
  }

  /// "alike: mostly grey #808080 → white"
  func familySentence(of index: Int) -> String {
    guard let family = grouping.family(ofItem: index) else { return sentence(of: index) }
    return "alike: " + printable(grouping.families[family].reason)
  }

  /// True if a listed case is a decision of its own.
  func isDecision(_ index: Int, in list: ListRows) -> Bool {
    let sections = list.sections(of: index).map(\.key)
    return order == .cause && sections.allSatisfy { $0 == .decided || $0.isFamily }
  }

  /// The decision that the selected row represents; nil for a case, and in the contact sheet.
  var selectedDecision: ListSection? {
    view == .all ? nil : overview.list.decision(of: selection)
  }

  /// The decision on all cases that the selected row represents; nil if they differ in it.
  var shownDecision: Decision? {
    guard let own = current?.decision else { return nil }
    let cases = selectedDecision.map { overview.list.cases[$0.cases] } ?? []
    return cases.allSatisfy { items[$0].decision == own } ? own : nil
  }

  /// The heights of decisions in the list; one line each beside the contact sheet with all cases.
  var entryHeights: EntryHeights {
    guard order == .cause, view != .all, let list = layout.list else { return .lines }
    let (count, rest) = overview.entries
    return EntryHeights(of: count, in: list, besides: rest)
  }

  /// Returns the area of a decision's picture in its entry.
  func entryPicture(in entry: GridRect) -> GridRect {
    GridRect(
      column: entry.column + 2, row: entry.row, width: EntryHeights.pictureWidth(in: entry),
      height: overview.list.heights.pictureRows)
  }

  /// Rebuilds the rows of the list if the heights of its decisions have changed.
  mutating func layOutPictures() {
    if entryHeights != overview.list.heights { overview.needsRows = true }
  }

  /// Requests for the pictures of the decisions in sight.
  var entryRequests: [ThumbnailRequest] {
    guard let list = layout.list, overview.list.heights.rows > 1 else { return [] }
    let picture = entryPicture(in: list)
    // The pictures of entries without a blank line in between are half a cell apart.
    let gap = overview.list.heights.rows == 2 ? 1 : 0
    let halves = PixelSize(width: picture.width, height: 2 * picture.height - gap)
    return (listTop..<listTop + list.height).compactMap { row in
      guard let shown = overview.list.row(at: row), shown.line == 0,
        overview.list.height(at: row) > 1
      else { return nil }
      let place =
        switch shown.entry {
        case .heading(let section): overview.list.cases[section.cases.lowerBound]
        case .item(let place): place
        }
      return thumbnailRequest(place, halves: halves, isWhole: false)
    }
  }
}

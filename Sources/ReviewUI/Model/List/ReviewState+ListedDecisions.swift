import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review

// Decisions as entries of the list.

extension ReviewState {
  /// Takes over the causes as they are known by now. Who has not moved yet stands on the first
  /// decision; else the case on screen stays, what is open stays open, and the cursor stays on its
  /// line.
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

  /// Says once what the causes have made of the cases.
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

  /// Adds to what was just said that other cases now follow from it.
  private mutating func tellOfFollowing(beyond known: Set<Int>) {
    guard !grouping.following.subtracting(known).isEmpty, message?.kind == .news else { return }
    let count = grouping.following.count { items[$0].decision == nil }
    let verb = count == 1 ? "holds" : "hold"
    message?.text += " \(Wording.count(count, "case")) \(verb) \(CaseGroup.followingWords)."
  }

  /// Scrolls the list so that the selected row is on a line, as far as that is possible.
  mutating func keepSelection(onLine line: Int?) {
    if let line, let row = overview.list.row(of: selection) { listTop = row - line }
  }

  /// Returns what happened to a case and all others of its cause: "text black → white, only in
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

  /// True if a case of the list is a decision by itself.
  func isDecision(_ index: Int, in list: ListRows) -> Bool {
    let sections = list.sections(of: index).map(\.key)
    return order == .cause && sections.allSatisfy { $0 == .decided || $0.isFamily }
  }

  /// The decision that the selected row stands for; nil where that is a case, or all are shown.
  var selectedDecision: ListSection? {
    view == .all ? nil : overview.list.decision(of: selection)
  }

  /// What was decided on all that the selected row stands for; nil where its cases differ in that.
  var shownDecision: Decision? {
    guard let own = current?.decision else { return nil }
    let cases = selectedDecision.map { overview.list.cases[$0.cases] } ?? []
    return cases.allSatisfy { items[$0].decision == own } ? own : nil
  }

  /// The rows of decisions in the list; a line each beside the contact sheet, which shows every case.
  var entryHeights: EntryHeights {
    guard order == .cause, view != .all, let list = layout.list else { return .lines }
    let (count, rest) = overview.entries
    return EntryHeights(of: count, in: list, besides: rest)
  }

  /// Where the picture of a decision stands in its entry.
  func entryPicture(in entry: GridRect) -> GridRect {
    let width = entry.width >= 44 ? (entry.width - 4) * 4 / 9 / 2 * 2 + 1 : 15
    return GridRect(
      column: entry.column + 2, row: entry.row, width: width,
      height: overview.list.heights.pictureRows)
  }

  /// The list has pictures only where there is room for them.
  mutating func layOutPictures() {
    if entryHeights != overview.list.heights { overview.needsRows = true }
  }

  /// Requests for the pictures of the decisions in sight.
  var entryRequests: [ThumbnailRequest] {
    guard let list = layout.list, overview.list.heights.rows > 1 else { return [] }
    let picture = entryPicture(in: list)
    // Entries that follow each other without a blank line are half a cell apart.
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

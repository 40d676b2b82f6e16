import DiffEngine
import Review

/// The cases of the selected decision, shown below its representative case.
struct Members: Sendable {
  fileprivate let decision: ListSection
  fileprivate let version: Int
  /// The cases other than the one on screen, those least like the rest first.
  let items: [Int]
}

extension ReviewState {
  mutating func refreshMembers() {
    if question != nil { return }
    guard let decision = selectedDecision, decision.cases.count > 1 else {
      members = nil
      return
    }
    if let members, members.decision == decision, members.version == overview.version,
      !members.items.contains(selection)
    {
      return
    }
    let cases = leastAlikeFirst(Array(overview.list.cases[decision.cases]))
    let family = decision.key.isFamily ? grouping.family(ofItem: selection) : nil
    let shown = family.map { grouping.worstFirst(cases, inFamily: $0).items } ?? cases
    members = Members(
      decision: decision, version: overview.version, items: shown.filter { $0 != selection })
  }

  /// The cases whose pictures are below the one on screen.
  var stripItems: [Int] { question.map(\.scope.shown) ?? members?.items ?? [] }

  /// The areas of the title, the case and the other cases' pictures, from top to bottom; all of it
  /// goes to the case if there is not enough room.
  package var imageParts: (title: GridRect, case: GridRect, members: GridRect) {
    let all = layout.images
    let isAsked = question != nil
    let isOfMany = stripItems.count > 1 && all.height >= 12
    let titles = isAsked ? (isOfMany ? 2 : 1) : stripItems.isEmpty ? 0 : 1
    let strip = stripHeight
    guard all.height >= 16 || isAsked, all.width >= 40 else { return part(0, 0) }
    return part(min(titles, max(all.height - 3, 0)), strip)
  }

  private func part(_ titles: Int, _ strip: Int) -> (GridRect, GridRect, GridRect) {
    let all = layout.images
    func rows(_ row: Int, _ height: Int) -> GridRect {
      GridRect(column: all.column, row: all.row + row, width: all.width, height: height)
    }
    return (
      rows(0, titles), rows(titles, all.height - titles - strip), rows(all.height - strip, strip)
    )
  }

  /// The height of the strip: one line of text and some rows of pictures; 0 while a single case of
  /// a question is shown.
  private var stripHeight: Int {
    guard question?.isLooking != true else { return 0 }
    let (rows, tile) = (memberRows(in: layout.images), memberTile(in: layout.images))
    return rows == 0 ? 0 : rows * tile.size.rows + 1
  }

  private func memberRows(in area: GridRect) -> Int {
    let count = stripItems.count
    guard area.height >= (question == nil ? 16 : 10), area.width >= 40,
      count > (question == nil ? 0 : 1)
    else { return 0 }
    let tile = memberTile(in: area)
    let wanted = (count + tile.across - 1) / tile.across
    return min(wanted, max(area.height / (question == nil ? 4 : 3) / tile.size.rows, 1))
  }

  /// Returns how many members' pictures are visible at once in an area; nil if none are.
  func pageOfMembers(in area: GridRect) -> Int? {
    let rows = memberRows(in: area)
    return rows == 0 ? nil : min(rows * memberTile(in: area).across, stripItems.count)
  }

  /// Returns the size of a member's picture with its name, and how many fit side by side.
  private func memberTile(in area: GridRect) -> (size: GridSize, across: Int) {
    let across = max(area.width / 26, 1)
    let rows = area.height >= 34 ? 5 : area.height >= 14 ? 4 : 3
    return (GridSize(columns: area.width / across, rows: rows), across)
  }

  /// The pictures of the members, below a line of text.
  var memberSheet: ContactSheet? {
    let area = imageParts.members
    guard area.height > 1 else { return nil }
    return ContactSheet(
      tile: memberTile(in: layout.images).size,
      in: GridRect(
        column: area.column, row: area.row + 1, width: area.width, height: area.height - 1))
  }

  /// Goes to the member whose picture was clicked; returns false if there is none.
  mutating func pressMember(_ mouse: MouseEvent) -> Bool {
    guard let sheet = memberSheet,
      imageParts.members.contains(column: mouse.column, row: mouse.row)
    else { return false }
    let rank = sheet.rank(column: mouse.column, row: mouse.row, top: question?.top ?? 0)
    guard mouse.kind == .press, stripItems.indices.contains(rank) else { return true }
    if question == nil { visit(stripItems[rank], isAlone: true) } else { show(stripItems[rank]) }
    return true
  }
}

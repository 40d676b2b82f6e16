import DiffEngine
import Review

/// The cases of the selected decision, shown below the one that stands for them.
struct Members: Sendable {
  fileprivate let decision: ListSection
  fileprivate let version: Int
  /// The cases beside the one on screen, those first that are least like the others.
  let items: [Int]
}

extension ReviewState {
  /// Brings `members` up to date.
  mutating func refreshMembers() {
    guard let decision = selectedDecision, decision.cases.count > 1 else {
      members = nil
      return
    }
    if let members, members.decision == decision, members.version == overview.version,
      !members.items.contains(selection)
    {
      return
    }
    let cases = Array(overview.list.cases[decision.cases])
    members = Members(
      decision: decision, version: overview.version,
      items: leastAlikeFirst(cases).filter { $0 != selection })
  }

  /// The rows of the selected decision's title, its case and its members' pictures, from top to
  /// bottom; all of them the case's where there is no room.
  package var imageParts: (title: GridRect, case: GridRect, members: GridRect) {
    let all = layout.images
    let none = GridRect(column: all.column, row: all.row, width: all.width, height: 0)
    guard let members, all.height >= 16, all.width >= 40 else { return (none, all, none) }
    let tile = memberTile
    let wanted = (members.items.count + tile.across - 1) / tile.across
    let rows = min(wanted, max(all.height / 4 / tile.size.rows, 1)) * tile.size.rows + 1
    return (
      all.line(0),
      GridRect(
        column: all.column, row: all.row + 1, width: all.width, height: all.height - rows - 1),
      GridRect(
        column: all.column, row: all.row + all.height - rows, width: all.width, height: rows)
    )
  }

  /// The size of a member's picture with its name, and how many stand side by side.
  private var memberTile: (size: GridSize, across: Int) {
    let area = layout.images
    let across = max(area.width / 26, 1)
    return (GridSize(columns: area.width / across, rows: area.height >= 40 ? 5 : 4), across)
  }

  /// The members' pictures, below a line of words.
  var memberSheet: ContactSheet? {
    let area = imageParts.members
    guard area.height > 1 else { return nil }
    return ContactSheet(
      tile: memberTile.size,
      in: GridRect(
        column: area.column, row: area.row + 1, width: area.width, height: area.height - 1))
  }

  /// Goes to the member whose picture was pressed; false where there is none.
  mutating func pressMember(_ mouse: MouseEvent) -> Bool {
    guard let members, let sheet = memberSheet,
      imageParts.members.contains(column: mouse.column, row: mouse.row)
    else { return false }
    let rank = sheet.rank(column: mouse.column, row: mouse.row, top: 0)
    if mouse.kind == .press, members.items.indices.contains(rank) {
      visit(members.items[rank], isAlone: true)
    }
    return true
  }
}

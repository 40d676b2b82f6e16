import Base
import Catalog
import Review

/// A decision in the list: its cases and the words that describe it.
struct DecisionEntry {
  let cases: [Int]
  /// The heading of several cases; nil for a single case.
  let section: ListSection?
  let isSelected: Bool
  /// The name of a single case, or the change of several.
  var title: String
  /// The change of a single case, or the place of several.
  var detail: String
  /// The suite of a single case; empty if all cases belong to one suite.
  private(set) var suite = ""

  /// - Returns: nil for a heading or case that is not a decision of its own.
  init?(_ entry: ListRow.Entry, _ state: ReviewState, _ overview: Overview) {
    switch entry {
    case .heading(let heading):
      guard heading.key.isDecision, heading.parent == nil else { return nil }
      (cases, section) = (Array(overview.list.cases[heading.cases]), heading)
      title = state.headingName(heading.key)
      detail =
        heading.key.isFamily
        ? Wording.count(state.causeCount(of: cases), "cause") : state.place(of: cases)
    case .item(let index):
      guard state.isDecision(index, in: overview.list), overview.list.sections(of: index).isEmpty
      else { return nil }
      (cases, section) = ([index], nil)
      title = printable(state.items.names.short[index])
      detail = state.ownSentence(of: index)
      let names = state.items.names
      if names.suites.count > 1 { suite = printable(names.suiteLabels[names.suite[index]]) }
    }
    isSelected =
      section?.isFolded != false
      && overview.list.row(of: state.selection) == overview.list.row(of: cases[0])
  }
}

/// Returns the decisions in sight. Decisions that would look the same are distinguished by their
/// suite or first case.
func decisionEntries(
  _ entries: [ListRow.Entry], _ state: ReviewState, _ overview: Overview, in rect: GridRect
) -> [DecisionEntry?] {
  var all = entries.map { DecisionEntry($0, state, overview) }
  let shown = all.map { $0?.shownWords(state, overview, in: rect) }
  let counts = Dictionary(shown.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
  for place in all.indices {
    guard let entry = all[place], let words = shown[place], counts[words, default: 0] > 1 else {
      continue
    }
    if entry.section == nil {
      all[place]?.title = "\(entry.suite) \(entry.title)"
    } else {
      all[place]?.detail = printable(state.items.names.short[entry.cases[0]])
    }
  }
  return all
}

extension DecisionEntry {
  /// Returns the words beside the pictures that identify the decision.
  fileprivate func shownWords(
    _ state: ReviewState, _ overview: Overview, in rect: GridRect
  ) -> [String] {
    guard let section else { return [title] }
    let rows = max(overview.list.heights.wordRows - 1, 1)
    return wrapped(title, width: wordsPlace(state, in: rect).width, lines: rows)
      + (section.key.isFamily ? [] : [detail])
  }

  /// Returns the width of the name: the rest beside pictures or, on a line, the rest beside the
  /// sentence but at least three fifths.
  func nameWidth(_ state: ReviewState, in rect: GridRect, isPictured: Bool) -> Int {
    isPictured
      ? wordsPlace(state, in: rect).width - 2 - (state.items[cases[0]].isMarked ? 1 : 0)
      : max(rect.width - 6 - displayWidth(of: detail), rect.width * 3 / 5)
  }

  private func wordsPlace(_ state: ReviewState, in rect: GridRect) -> GridRect {
    let picture = state.entryPicture(in: rect)
    return GridRect(
      column: picture.column + picture.width + 1, row: rect.row,
      width: rect.width - picture.width - 4, height: rect.height)
  }

  /// Draws the place of the change before and after, and the words beside it.
  ///
  /// - Parameters:
  ///   - name: The name of a single case, cut to the available width.
  ///   - rect: The rows of the entry, without the blank row below it.
  func draw(
    _ name: String, _ state: ReviewState, _ overview: Overview, in rect: GridRect,
    on canvas: inout CellCanvas
  ) {
    let ground: Role? = isSelected ? .selected : nil
    if let ground {
      canvas.fill(rect, Cell(.space, ground))
      canvas.fill(
        GridRect(column: rect.column, row: rect.row, width: 1, height: rect.height),
        Cell(.space, .badge))
    }
    var picture = state.entryPicture(in: rect)
    picture.height = min(picture.height, rect.height)
    drawThumbnail(cases[0], state: state, in: picture, words: ground ?? .dim, on: &canvas)
    let words = wordsPlace(state, in: rect)
    for (line, runs) in lines(name, state, overview, in: words).enumerated() {
      canvas.write(
        runs.map { TextRun($0.text, $0.role == .dim ? ground ?? .dim : $0.role) },
        in: words.line(line), background: ground)
    }
  }

  /// Returns the words beside the pictures: for one case its name, then what happened; for several
  /// what happened, then how many there are and where.
  private func lines(
    _ name: String, _ state: ReviewState, _ overview: Overview, in rect: GridRect
  ) -> [[TextRun]] {
    guard let section else {
      let item = state.items[cases[0]]
      let mark = decisionMark(item) ?? verdictMark(state.verdict(of: item))
      let star = item.isMarked ? [TextRun("*", .marked)] : []
      let sentence = wrapped(detail, width: rect.width, lines: rect.height - 1)
      let hasRoom = sentence.count < rect.height - 1 && !suite.isEmpty
      let rest = sentence + (hasRoom ? [wholeWords(suite, width: rect.width)] : [])
      return [star + [mark, TextRun(" " + name, .title)]] + rest.map { [TextRun($0, .dim)] }
    }
    let count = (section.isFolded ? "" : "▾ ") + Wording.count(cases.count, "case")
    let id = section.key.isFamily ? "" : state.causeID(of: cases[0])
    let room = rect.width - displayWidth(of: count) - 3
    let isShown = !id.isEmpty && room - displayWidth(of: id) - 3 >= min(displayWidth(of: detail), 8)
    let place = wholeWords(detail, width: isShown ? room - displayWidth(of: id) - 3 : room)
    let last =
      standing(overview).map { [TextRun("\(count) · ", .dim), $0] }
      ?? [TextRun("\(count) · \(place)" + (isShown ? " · \(id)" : ""), .dim)]
    return wrapped(title, width: rect.width, lines: max(rect.height - 1, 1)).map {
      [TextRun($0, .title)]
    } + [last]
  }

  /// Returns how many of several cases are marked or decided, or how many fail unless all do; nil
  /// if there is nothing to say.
  private func standing(_ overview: Overview) -> TextRun? {
    let standings = cases.map { overview.standings[$0] }
    let marked = standings.count(where: \.isMarked)
    if marked > 0 { return TextRun("* \(marked) marked", .marked) }
    let decided = standings.count { $0.decision != nil }
    if decided > 0 { return TextRun("\(decided) of \(cases.count) decided", .group) }
    let failing = standings.count(where: \.isFailing)
    return failing < cases.count && standings.allSatisfy { $0.verdict != nil }
      ? TextRun("\(failing) of \(cases.count) fail", .mismatch) : nil
  }

  /// Draws the decision on one line: the name of a case, then as much of its sentence as fits.
  ///
  /// - Parameter name: The name, cut to the available width.
  func drawLine(
    _ name: String, _ state: ReviewState, in rect: GridRect, on canvas: inout CellCanvas
  ) {
    let room = rect.width - displayWidth(of: name) - 6
    let words = cutBetweenWords(detail, width: room)
    drawItem(cases[0], name, count: words, state: state, in: rect, on: &canvas)
  }
}

// Texts shown in windows. The model lays them out because it scrolls them.

import Base
import Catalog
import DiffEngine
import Pixels
import Review

extension ReviewState {
  /// Returns the key table, in two columns if there is room, with only the rows that match the
  /// query.
  func helpPanel(_ query: String) -> ReadingPanel {
    let width = 78
    let isWide = size.columns >= 2 * width + 6 && query.isEmpty
    let whole = GridRect.centred(width: (isWide ? 2 : 1) * width + 4, height: .max, in: size)
    let columnWidth = isWide ? width : whole.inside.width + 1
    let margin = columnWidth <= 50 ? 9 : 15
    let sections: [[CommandInfo.Section]] =
      isWide ? [[.decide, .mark, .move, .other], [.look, .tune]] : [CommandInfo.Section.allCases]
    let rows = query.isEmpty ? keyMap.rows : commands(holding: query)
    var columns = sections.map { sections in
      sections.flatMap { section in
        let lines = rows.filter { $0.section == section }.flatMap {
          $0.line.wrapped(width: columnWidth - 1, margin: margin)
        }
        return lines.isEmpty
          ? []
          : [.init(label: section.rawValue, kind: .heading)] + lines + [.init(label: "")]
      }
    }
    columns[columns.count - 1] += glossaryLines(query).flatMap {
      $0.wrapped(width: columnWidth - 1, margin: margin)
    }
    let height = (columns.map(\.count).max() ?? 0) + 2
    return ReadingPanel(
      rect: .centred(width: whole.width, height: height, in: size), columns: columns,
      columnWidth: columnWidth)
  }

  /// Explains the words of the screen that match the query.
  private func glossaryLines(_ query: String) -> [ReadingPanel.Line] {
    let words = Glossary.allCases.filter {
      query.isEmpty || "\($0.rawValue) \($0.explanation)".lowercased().contains(query.lowercased())
    }
    guard !words.isEmpty else { return [] }
    return [.init(label: "Words", kind: .heading)]
      + words.map { .init(label: "  \($0.rawValue)", text: $0.explanation) }
  }

  /// Returns everything that is known about a case, in as many lines as it needs.
  func infoPanel(_ item: ReviewItem) -> ReadingPanel {
    let whole = GridRect.centred(width: 110, height: .max, in: size)
    let lines = infoLines(item).flatMap { $0.wrapped(width: whole.inside.width, margin: 12) }
    return ReadingPanel(
      rect: .centred(width: whole.width, height: lines.count + 2, in: size), columns: [lines],
      columnWidth: whole.inside.width + 1)
  }

  private func infoLines(_ item: ReviewItem) -> [ReadingPanel.Line] {
    let snapshot = item.snapshot
    let strategy = strategy(of: item)
    let sides: [Side] =
      if case .oneSided(let facts) = item.reading { [facts.side] } else { [.reference, .actual] }
    let isImage = snapshot.content == .image
    let sizes = sides.map(sizeText).filter { !$0.isEmpty }
    let facts: [(String, String?)] = [
      ("layout", snapshot.layout.title), ("reference", snapshot.reference ?? "none"),
      ("actual", snapshot.actual ?? "none"), ("difference", snapshot.difference),
      ("baseline", snapshot.baseline?.path ?? "unknown"),
      (sizes.count == 1 ? "size" : "sizes", sizes.joined(separator: ", ")),
      ("strategy", isImage ? strategy.summary(ignoring: item.areas) : nil),
      ("in the test", isImage ? snapshot.layout.testLine(strategy).words : nil),
      ("decision", item.decision.word), ("note", item.note),
      ("change", item.change?.text), ("cause", causeFact),
      ("second run", item.mask == nil ? nil : secondRun?.line),
    ]
    let remarks =
      item.remarks(strategy) + [item.mask?.undecided].compactMap(\.self) + strategy.remarks
    let warnings =
      [("obstacle", snapshot.obstacle)] + remarks.map { ("remark", $0) }
      + skipped.map { ("not looked at", $0.sentence) }
    func lines(_ rows: [(String, String?)], _ kind: ReadingPanel.Line.Style) -> [ReadingPanel.Line]
    {
      rows.map { .init(label: $0, text: printable($1 ?? ""), kind: kind) }
        .filter { !$0.text.isEmpty }
    }
    return lines(facts, .plain) + lines(warnings, .warning)
  }

  /// The cause of the case on screen, and why the case has it.
  private var causeFact: String? {
    guard let cause = group(of: selection), let place = cause.items.firstIndex(of: selection) else {
      return nil
    }
    let name = cause.name.isEmpty ? "" : "\(cause.name), "
    return "\(name)one of \(Wording.grouped(cause.items.count)) cases: \(cause.reasons[place])"
  }

  /// Returns the name of a side of the selected case; in a merge, "ours" or "theirs".
  func name(of side: Side) -> String {
    guard current?.snapshot.writing == .either else { return side.rawValue }
    return side == .reference ? "ours" : "theirs"
  }

  /// Returns the name of a side, shortened for narrow places.
  func shortName(of side: Side) -> String {
    current?.snapshot.writing == .either ? name(of: side) : String(side.rawValue.prefix(3))
  }

  /// Returns the size of one side, such as "390 × 844".
  func sizeText(_ side: Side) -> String {
    let size: PixelSize? =
      switch current?.reading {
      case .images(let facts): side == .reference ? facts.reference : facts.actual
      case .oneSided(let facts): facts.size
      default: nil
      }
    return size?.text ?? ""
  }
}

extension CommandInfo {
  /// The line with the command's keys and help.
  fileprivate var line: ReadingPanel.Line {
    .init(
      label: "  " + (keys.isEmpty ? ":" + name : keys.joined(separator: " ")), text: help,
      note: context.note)
  }
}

import Base
import Catalog
import DiffEngine
import Essentials
import Pixels
import Review

/// One decision on the page: the change in one of its cases, with everything else folded below.
extension ReportPage {
  func section(_ card: CauseReport.Card, _ number: Int) -> String {
    guard let report = card.reports.first else { return "" }
    let id = report.snapshot.id
    let members = card.members
    let wanted = ([report] + members).compactMap { numbers[$0.snapshot.id] }
    let shown = pictures[id]
    let more = details(report, card, shown)
    let others = members.map { article($0, card.title) }.joined()
    let summary =
      members.isEmpty
      ? "Look closer" : "Look closer, and at the \(Wording.count(members.count, "other case"))"
    return
      "<section class=\"card case\" id=\"\(Markup.xml(id))\" tabindex=-1"
      + (card.family.map { " data-family=\($0)" } ?? "") + " data-words=\""
      + Markup.xml(words(report, card.title)) + "\">\n"
      + "<div class=look>\(look(report, card.title, shown))</div>\n<div class=about>\n"
      + "<p class=name>\(Self.name(report.snapshot))</p>\n<h2>\(Markup.xml(card.title))</h2>\n"
      + "<p class=extent>\(card.extent)\(card.name.isEmpty ? "" : " · <code>\(card.name)</code>")\(Self.link(to: id, "#\(number)"))</p>\n"
      + (likeness(of: card).map { "<p class=note>\(Markup.xml($0))</p>\n" } ?? "")
      + "<div class=verdict data-cases=\"\(wanted.map(String.init).joined(separator: " "))\"></div>\n"
      + "<details>\n<summary>\(Markup.xml(summary))</summary>\n\(more)"
      + (others.isEmpty ? "" : "<div class=members>\n\(others)</div>\n")
      + "</details>\n</div>\n</section>\n"
  }

  private func words(_ report: CaseReport, _ title: String) -> String {
    ([report.snapshot.id, title, report.facts, report.standing] + report.footnotes)
      .joined(separator: " ")
  }

  private static func name(_ snapshot: SnapshotCase) -> String {
    let parts = snapshot.id.split(separator: "/", omittingEmptySubsequences: false)
    let suite = parts.dropLast().joined(separator: "/")
    return (suite.isEmpty ? "" : "<span>\(breakable(suite))</span>")
      + breakable(String(parts.last ?? ""))
  }

  /// Returns a name that may be wrapped between its words.
  private static func breakable(_ name: String) -> String {
    var words = [""]
    for character in name {
      if character.isUppercase, words.last?.last?.isUppercase == false { words.append("") }
      words[words.count - 1].append(character)
      if character == "/" || character == "_" { words.append("") }
    }
    return words.map(Markup.xml).joined(separator: "<wbr>")
  }

  private static func link(to id: String, _ text: String) -> String {
    let address = Markup.address(printable(id), keeping: "-._~/!$()*+,;:@")
    return "<a href=\"#\(address)\" title=\"Link to this case\">\(text)</a>"
  }

  /// Returns the area that changed most, or else the whole image.
  private func look(_ report: CaseReport, _ title: String, _ pictures: CasePictures?) -> String {
    if case .text(let difference) = report.change { return Self.lines(difference) }
    guard let pictures else { return "<p class=note>\(without(report))</p>" }
    let marks = Self.hatching(pictures.ignored)
    guard let closeUp = pictures.closeUp else { return whole(report, title, pictures) }
    return Self.pair(
      Side("before", report, title, closeUp.reference, at: closeUp.box, marks: marks),
      Side("after", report, title, closeUp.actual, at: closeUp.box, marks: marks))
  }

  private func without(_ report: CaseReport) -> String {
    report.snapshot.content == .image && report.verdict != .unreadable
      ? "Images omitted to keep this page small." : "There is no picture to show."
  }

  /// Returns both whole images with the changes outlined.
  private func whole(_ report: CaseReport, _ title: String, _ pictures: CasePictures) -> String {
    // Outlines are drawn next to the change, not on it.
    let gap = 3
    let outlines = report.boxes.map { box in
      "<rect x=\"\(box.x - gap)\" y=\"\(box.y - gap)\" width=\"\(box.width + 2 * gap)\""
        + " height=\"\(box.height + 2 * gap)\"/>"
    }.joined()
    let marks = Self.hatching(pictures.ignored) + outlines
    return Self.pair(
      Side("before", report, title, pictures.reference, factor: pictures.factor, marks: marks),
      Side("after", report, title, pictures.actual, factor: pictures.factor, marks: marks))
  }

  private func details(
    _ report: CaseReport, _ card: CauseReport.Card, _ pictures: CasePictures?
  ) -> String {
    let proof =
      card.proof.isEmpty || card.reports.count == 1
      ? "" : "<p class=note>\(Markup.xml(card.proof))</p>\n"
    return proof + facts(report) + wholeBesideCloseUp(report, card.title, pictures)
  }

  private func wholeBesideCloseUp(
    _ report: CaseReport, _ title: String, _ pictures: CasePictures?
  ) -> String {
    guard let pictures, pictures.closeUp != nil, (pictures.reference ?? pictures.actual) != nil
    else { return "" }
    return whole(report, title, pictures)
  }

  private func facts(_ report: CaseReport) -> String {
    let more =
      report.regionCount > report.boxes.count
      ? ["Outlined: the \(report.boxes.count) largest of \(report.regionCount) places."] : []
    // The page's own buttons show whether a case is undecided.
    let standing =
      report.standing == "undecided"
      ? "" : "; <span class=\(report.standing)>\(report.standing)</span>"
    return "<p class=facts>\(Markup.xml(report.facts))\(standing)</p>\n"
      + (report.footnotes + more).map { "<p class=note>\(Markup.xml($0))</p>\n" }.joined()
  }

  /// Returns another case of a decision.
  private func article(_ report: CaseReport, _ title: String) -> String {
    let id = report.snapshot.id
    let pictures = pictures[id]
    return
      "<article class=case id=\"\(Markup.xml(id))\" tabindex=-1 data-words=\""
      + Markup.xml(words(report, title))
      + "\">\n<h3>\(Self.breakable(id)) \(Self.link(to: id, "#"))</h3>\n"
      + facts(report) + look(report, title, pictures)
      + wholeBesideCloseUp(report, title, pictures)
      + "<div class=verdict data-cases=\"\(numbers[id] ?? 0)\"></div>\n</article>\n"
  }
}

// MARK: - Pictures and texts

extension ReportPage {
  private struct Side {
    var side: String
    var picture: CasePictures.Picture?
    var alt: String
    var caption: String
    var frame: PixelBox
    var marks: String

    init(
      _ side: String, _ report: CaseReport, _ title: String, _ picture: CasePictures.Picture?,
      factor: Int = 1, at box: PixelBox? = nil, marks: String
    ) {
      (self.side, self.picture, self.marks) = (side, picture, marks)
      let size = picture?.size ?? PixelSize(width: 0, height: 0)
      let canvas = picture?.canvas ?? size
      frame = PixelBox(x: box?.x ?? 0, y: box?.y ?? 0, width: canvas.width, height: canvas.height)
      let place = box.map { " at \($0.x), \($0.y)" } ?? ""
      let isDrawn = side == "after" && report.isMasked
      caption =
        (isDrawn ? MaskFacts.drawing : size.text + place)
        + (factor > 1 ? ", shown 1:\(factor)" : "")
      let name = printable(report.snapshot.id)
      alt =
        side == "before"
        ? "\(name) before, \(size.text)\(place)" : "\(name) after: \(title); \(report.facts)"
    }

    var html: String {
      guard let picture else { return "" }
      let data = Data(picture.png).base64EncodedString()
      // Small images are shown with sharp pixels.
      let isSmall = frame.width <= 200 && frame.height <= 200
      return "<figure class=\(side)><div class=frame><img\(isSmall ? " class=small" : "") alt=\""
        + "\(Markup.xml(alt))\" src=\"data:image/png;base64,\(data)\">"
        + "<svg viewBox=\"\(frame.x) \(frame.y) \(frame.width) \(frame.height)\">\(marks)</svg>"
        + "</div><figcaption>\(side) <small>\(caption)</small></figcaption></figure>\n"
    }
  }

  /// Returns both images at the same scale, one above the other if they are low.
  private static func pair(_ before: Side, _ after: Side) -> String {
    let shape =
      [before, after].compactMap(\.picture?.canvas).first ?? PixelSize(width: 1, height: 1)
    let isLow = shape.width > 2 * shape.height
    let isBoth = before.picture != nil && after.picture != nil
    return "<div class=\"pair\(isLow ? " low" : "")\(isBoth ? " both" : "")\">\n"
      + before.html + after.html + "</div>\n"
  }

  private static func hatching(_ boxes: [PixelBox]) -> String {
    guard !boxes.isEmpty else { return "" }
    let path = boxes.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)h-\($0.width)z" }.joined()
    return "<path class=ignored d=\"\(path)\"/>"
  }

  private static let linesShown = 400

  /// Returns the changed lines of a text with three lines of context.
  private static func lines(_ difference: TextDifference) -> String {
    var left = linesShown
    var text = ""
    for row in foldedRows(difference) {
      guard case .line(let line) = row, left > 0 else {
        text += "…\n"
        if left == 0 { break }
        continue
      }
      text += Self.line(line) + "\n"
      left -= 1
    }
    return "<pre>\(text)</pre>\n"
  }

  private static func line(_ line: TextDifference.Line) -> String {
    let tag = line.kind == .removed ? "del" : "ins"
    return line.kind.sign
      + line.pieces.map { piece in
        let text = Markup.xml(piece.text)
        return piece.changed ? "<\(tag)>\(text)</\(tag)>" : text
      }.joined()
  }
}

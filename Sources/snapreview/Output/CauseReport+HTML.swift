import Base
import Catalog
import DiffEngine
import Essentials
import Pixels
import Review
import Store

/// The report as one page that needs nothing else: pictures, looks and script are inside, and what
/// is inside may fetch nothing.
struct ReportPage {
  /// The limit on the bytes of all pictures, chosen so that 40 cases stay below 20 MB, which mail
  /// servers accept.
  private static let pictureBytes = 14_000_000
  /// The least bytes of a useful picture; if not all fit, the first cases of each cause get one.
  private static let leastBytes = 60_000

  private let report: CauseReport
  private let cards: [CauseReport.Card]
  private let pictures: [String: CasePictures]

  /// Decodes the failing cases' files; as many at a time as there are cores.
  init(_ report: CauseReport, files: @Sendable (SnapshotCase) -> ShownFiles) {
    self.report = report.failing
    cards = self.report.cards
    let leaders = Set(cards.flatMap { $0.leaders.map(\.snapshot.id) })
    let pictured = Self.pictured(cards, upTo: Self.pictureBytes / Self.leastBytes)
    let budget = Self.pictureBytes / max(pictured.count, 40)
    let drawn = mapOnAllCores(pictured.count) { place in
      let one = pictured[place]
      return CasePictures(
        files(one.snapshot), one.areas, boxes: one.boxes,
        showsWhole: leaders.contains(one.snapshot.id), budget: budget)
    }
    pictures = Dictionary(
      zip(pictured.map(\.snapshot.id), drawn), uniquingKeysWith: { first, _ in first }
    ).compactMapValues(\.self)
  }

  /// Returns as many cases of every card as fit, at least one of each.
  private static func pictured(_ cards: [CauseReport.Card], upTo limit: Int) -> [CaseReport] {
    let lists = cards.map { card in
      (card.leaders + card.members).filter { $0.snapshot.content == .image }
    }
    let each = max(1, limit / max(1, lists.count))
    let all = lists.flatMap(\.self)
    return all.count <= limit ? all : Array(lists.flatMap { $0.prefix(each) }.prefix(limit))
  }

  func write(_ emit: @escaping (String) -> Void) {
    var page = Pieces(emit)
    page.add(head)
    page.add(report.notes.unseen.html)
    if cards.isEmpty {
      page.add(report.tally.unseen == 0 ? "<p>Nothing fails.</p>\n" : "<p>No case fails.</p>\n")
    }
    if cards.count > 1 { page.add(contents) }
    for (number, card) in zip(1..., cards) { write(card, number, to: &page) }
    for sentence in report.notes.furtherSentences {
      page.add("<p class=note>\(Markup.xml(sentence))</p>\n")
    }
    if pictures.values.contains(where: { !$0.ignored.isEmpty }) { page.add(Self.pattern) }
    page.add("</main>\n" + Self.help + "<script>\(Self.script)</script>\n</html>\n")
    page.end()
  }

  /// The decisions, each with a link to its card.
  private var contents: String {
    "<nav><ol>\n"
      + zip(1..., cards).map { number, card in
        let count = Wording.count(card.reports.count, "case")
        return "<li><a href=\"#d\(number)\">\(Markup.xml(card.title))</a> "
          + "<small>\(count)</small></li>\n"
      }.joined() + "</ol></nav>\n"
  }

  private func write(_ card: CauseReport.Card, _ number: Int, to page: inout Pieces) {
    page.add(
      "<section class=cause id=d\(number)>\n"
        + "<h2>\(Markup.xml(card.title)) <small>\(Markup.xml(card.proof))</small></h2>\n")
    for report in card.leaders { page.add(article(report, card.title)) }
    let members = card.members
    if !members.isEmpty {
      page.add("<details>\n<summary>\(Markup.xml(card.membersTitle))</summary>\n")
      page.add("<div class=members>\n")
      for report in members { page.add(article(report, card.title)) }
      page.add("</div>\n</details>\n")
    }
    page.add("</section>\n")
  }
}

extension Unseen {
  /// A section of what is no case.
  fileprivate var html: String {
    guard !skipped.isEmpty else { return "" }
    return "<section class=skipped>\n<h2>\(Self.heading) "
      + "<small>\(Wording.grouped(skipped.count))</small></h2>\n"
      + (sentences + [advice].compactMap(\.self))
      .map { "<p class=note>\(Markup.xml($0))</p>\n" }.joined() + "</section>\n"
  }
}

// MARK: - A case

extension ReportPage {
  private func article(_ report: CaseReport, _ title: String) -> String {
    let id = report.snapshot.id
    let words = [id, title, report.facts, report.standing] + report.footnotes
    let more =
      report.regionCount > report.boxes.count
      ? ["Outlined: the \(report.boxes.count) largest of \(report.regionCount) places."] : []
    let notes = (report.footnotes + more).map { "<p class=note>\(Markup.xml($0))</p>\n" }.joined()
    return
      "<article class=case tabindex=-1 data-words=\"\(Markup.xml(words.joined(separator: " ")))\">\n"
      + "<h3>\(Markup.xml(id))</h3>\n"
      + "<p class=facts>\(Markup.xml(report.facts)); "
      + "<span class=\(report.standing)>\(report.standing)</span></p>\n"
      + content(report) + notes + "</article>\n"
  }

  private func content(_ report: CaseReport) -> String {
    if case .text(let difference) = report.change { return Self.lines(difference) }
    guard let pictures = pictures[report.snapshot.id] else {
      let isLeftOut = report.snapshot.content == .image && report.verdict != .unreadable
      return isLeftOut ? "<p class=note>Its pictures would not fit into this page.</p>\n" : ""
    }
    let hatching = Self.hatching(pictures.ignored)
    let outlines = report.boxes.map {
      "<rect x=\"\($0.x)\" y=\"\($0.y)\" width=\"\($0.width)\" height=\"\($0.height)\"/>"
    }.joined()
    var drawing: String?
    if report.isMasked { drawing = MaskFacts.drawing }
    let isWhole = pictures.reference != nil || pictures.actual != nil
    let whole =
      isWhole
      ? Self.pair(
        pictures.reference, pictures.actual, pictures.factor, hatching + outlines, drawing)
      : ""
    guard let closeUp = pictures.closeUp else { return whole }
    return Self.pair(closeUp.reference, closeUp.actual, 1, hatching, drawing, of: closeUp.box)
      + whole
  }

  /// - Parameters:
  ///   - drawing: A note on how the actual is drawn, if one is needed.
  ///   - box: The part of the image that both show; nil for the whole.
  private static func pair(
    _ reference: CasePictures.Picture?, _ actual: CasePictures.Picture?, _ factor: Int,
    _ marks: String, _ drawing: String?, of box: PixelBox? = nil
  ) -> String {
    "<div class=\"pictures pair\">\n"
      + (reference.map { figure("reference", $0, factor, marks, nil, box) } ?? "")
      + (actual.map { figure("actual", $0, factor, marks, drawing, box) } ?? "") + "</div>\n"
  }

  /// Returns a hatching for the ignored areas, in the pattern of the page.
  private static func hatching(_ boxes: [PixelBox]) -> String {
    guard !boxes.isEmpty else { return "" }
    let path = boxes.map { "M\($0.x) \($0.y)h\($0.width)v\($0.height)h-\($0.width)z" }.joined()
    return "<path class=ignored d=\"\(path)\"/>"
  }

  private static func figure(
    _ side: String, _ picture: CasePictures.Picture, _ factor: Int, _ marks: String,
    _ drawing: String?, _ box: PixelBox?
  ) -> String {
    let size = picture.size
    // An icon of a few pixels is shown larger.
    let isIcon = factor == 1 && size.width <= 120
    let width = isIcon ? " width=\(size.width * (240 / size.width))" : ""
    let place = box.map { " at \($0.x), \($0.y)" } ?? ""
    let caption =
      (drawing.map { "\(side)\(place), \($0)" } ?? "\(side), \(size.text)\(place)")
      + (factor > 1 ? ", shown 1:\(factor)" : "")
    let data = Data(picture.png).base64EncodedString()
    return "<figure class=\(side)><div class=frame><img alt=\(side)\(width)"
      + " src=\"data:image/png;base64,\(data)\">"
      + "<svg viewBox=\"\(box?.x ?? 0) \(box?.y ?? 0) \(size.width) \(size.height)\" "
      + "preserveAspectRatio=none>\(marks)</svg>"
      + "</div><figcaption>\(caption)</figcaption></figure>\n"
  }

  private static let linesShown = 400

  /// Returns the changed lines of a text, with three lines around them.
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

// MARK: - Around the cases

extension ReportPage {
  private static let script = String(decoding: PackageResources.page_js, as: UTF8.self)
  private static let looks = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// Returns the hash by which the page's policy allows a script or a style, and no other.
  private static func source(_ text: String) -> String {
    "'sha256-\(Data(Fingerprint.digest(Array(text.utf8)[...])).base64EncodedString())'"
  }

  private var head: String {
    let policy =
      "default-src 'none'; img-src data:; style-src \(Self.source(Self.looks)); "
      + "script-src \(Self.source(Self.script)); base-uri 'none'; form-action 'none'"
    let views = [
      ("side", "Side by side"), ("swipe", "Swipe"), ("blink", "Blink"),
      ("difference", "Difference"),
    ]
    .map { "<button type=button data-view=\($0)>\($1)</button>\n" }.joined()
    return "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
      + "<meta http-equiv=Content-Security-Policy content=\"\(policy)\">\n"
      + "<meta name=viewport content=\"width=device-width\">\n"
      + "<title>snapreview: \(Wording.grouped(report.tally.failing)) failing</title>\n"
      + "<style>\(Self.looks)</style>\n<body data-view=side>\n<header>\n"
      + "<h1>\(Markup.xml(report.sentence()))</h1>\n"
      + "<input id=filter type=search placeholder=\"Filter ( / )\" aria-label=Filter>"
      + "<span id=count></span>\n<span>\(views)</span>\n"
      + "<button id=help type=button aria-label=Keys>?</button>\n</header>\n<main>\n"
  }

  /// Lines over what is ignored.
  private static let pattern =
    "<svg id=patterns width=0 height=0><pattern id=hatch width=12 height=12 "
    + "patternUnits=userSpaceOnUse patternTransform=\"rotate(45)\">"
    + "<path d=\"M3 0v12\" stroke=\"#808080\" stroke-width=5 /></pattern></svg>\n"

  private static let help: String = {
    let keys = [
      ("j k", "next, previous case"), ("l h", "open, fold the other cases of a decision"),
      ("1 2 3 4", "side by side, swipe, blink, difference"),
      ("space", "flip reference and actual"), (", .", "move the swipe edge"),
      ("= 0", "pixel for pixel, the whole"), ("o", "outlines of what changed"),
      ("/", "filter; Esc clears it"), ("?", "this"),
    ].map { "<p><kbd>\($0)</kbd> \($1)</p>\n" }.joined()
    return "<dialog>\n\(keys)<form method=dialog><button>Close</button></form>\n</dialog>\n"
  }()
}

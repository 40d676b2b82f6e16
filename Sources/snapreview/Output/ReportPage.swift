import Base
import Catalog
import Changes
import DiffEngine
import Essentials
import Review
import Store

/// The report as a single self-contained page. Images, styles and script are embedded, and nothing
/// in the page may fetch anything.
///
/// People without this program can look at it, enter verdicts, and pass those on as a decisions
/// file or as a command.
struct ReportPage {
  /// The maximum size of a page in bytes, small enough for mail servers.
  private static let pageBytes = 20_000_000
  /// The assumed bytes of a case without its images, more than most need.
  private static let textBytes = 2_000
  /// The fewest bytes that are worth spending on images.
  private static let leastBytes = 16_000

  let report: CauseReport
  let cards: [CauseReport.Card]
  /// The number of cards that look alike, by the index of their family.
  private let alike: [Int: Int]
  let run: RunFacts
  private(set) var pictures: [String: CasePictures] = [:]
  /// Every case on the page, in order.
  let cases: [CaseReport]
  /// The index of each case in `cases`, by its ID.
  let numbers: [String: Int]

  /// Decodes the failing cases' files, as many at a time as there are cores.
  init(_ report: CauseReport, _ run: RunFacts, files: @Sendable (SnapshotCase) -> ShownFiles) {
    self.report = report.failing
    self.run = run
    cards = self.report.decisions
    alike = Dictionary(
      cards.compactMap { card in card.family.map { ($0, 1) } }, uniquingKeysWith: +)
    cases = cards.flatMap { Array($0.leaders) + $0.members }
    numbers = Dictionary(
      zip(cases.map(\.snapshot.id), cases.indices), uniquingKeysWith: { first, _ in first })
    addPictures(files)
  }

  /// Adds images of each decision's first case, and then of its other cases while there is room.
  private mutating func addPictures(_ files: @Sendable (SnapshotCase) -> ShownFiles) {
    // In base64 an image takes four thirds of its bytes.
    var room = max(Self.pageBytes - Self.textBytes * cases.count, Self.pageBytes / 4) * 3 / 4
    let members = cards.map(\.members)
    var rounds = [cards.flatMap(\.leaders)]
    // Take one case of each decision, then the next of each.
    for place in 0..<(members.map(\.count).max() ?? 0) {
      rounds.append(members.compactMap { $0.count > place ? $0[place] : nil })
    }
    var left = rounds.map { $0.count { $0.snapshot.content == .image } }.reduce(0, +)
    for (place, round) in rounds.enumerated() {
      let pictured = round.filter { $0.snapshot.content == .image }
      for start in stride(from: 0, to: pictured.count, by: Self.atOnce) {
        guard room >= Self.leastBytes else { return }
        let part = pictured[start..<min(start + Self.atOnce, pictured.count)]
        let wanted = place == 0 ? max(pictured.count, 40) : left
        let budget = max(Self.leastBytes, min(room / max(wanted, 1), Self.pageBytes / 60))
        let drawn = mapOnAllCores(part.count) { index in
          let one = part[part.startIndex + index]
          return CasePictures(
            files(one.snapshot), one.areas, boxes: one.boxes, showsWhole: place == 0,
            budget: budget)
        }
        for (one, picture) in zip(part, drawn) {
          guard let picture, picture.bytes <= room else { continue }
          room -= picture.bytes
          pictures[one.snapshot.id] = picture
        }
        left -= part.count
      }
    }
  }

  /// The number of cases to draw before checking the remaining room again.
  private static let atOnce = 32

  func write(_ emit: @escaping (String) -> Void) {
    var page = Pieces(emit)
    page.add(head)
    page.add(report.notes.unseen.html)
    if cards.isEmpty {
      page.add(report.tally.unseen == 0 ? "<p>Nothing fails.</p>\n" : "<p>No case fails.</p>\n")
    }
    page.add("<div class=grid>\n")
    for (number, card) in zip(1..., cards) { page.add(section(card, number)) }
    page.add("</div>\n")
    for sentence in [report.sentence()] + report.notes.furtherSentences {
      page.add("<p class=note>\(Markup.xml(sentence))</p>\n")
    }
    if pictures.values.contains(where: { !$0.ignored.isEmpty }) { page.add(Self.pattern) }
    page.add("</main>\n" + Self.help + data)
    page.add("<script>\(Self.script)</script>\n</html>\n")
    page.end()
  }
}

extension CauseReport {
  /// The cards of a page, the largest change first and rendering noise last; cards that look alike
  /// are adjacent. A case without a cause is its own decision.
  fileprivate var decisions: [Card] {
    let cards = cards.flatMap { card in
      card.isDecision
        ? [card]
        : card.reports.map {
          Card(title: $0.sentence ?? card.title, proof: "", reports: [$0], isDecision: true)
        }
    }
    let shares = cards.map(\.share)
    var heads: [Int: (share: Double, place: Int)] = [:]
    for (place, card) in cards.enumerated() {
      guard let family = card.family else { continue }
      let head = heads[family]
      heads[family] = (max(shares[place], head?.share ?? 0), head?.place ?? place)
    }
    func rank(_ place: Int) -> (Int, Double, Int, Int) {
      let head = cards[place].family.flatMap { heads[$0] } ?? (shares[place], place)
      return (cards[place].isNoise ? 1 : 0, -head.share, head.place, place)
    }
    return cards.indices.sorted { rank($0) < rank($1) }.map { cards[$0] }
  }
}

extension CauseReport.Card {
  /// The share of the image that changed, in the case that changed most.
  var share: Double {
    reports.map { report in
      let (part, total) = (report.comparison.mismatched, report.comparison.total)
      return report.missing != nil ? 1 : total > 0 ? Double(part) / Double(total) : 0
    }.max() ?? 0
  }

  /// "<b>5 cases</b> · up to 8 % of the picture"
  var extent: String {
    let count = "<b>\(Wording.count(reports.count, "case"))</b>"
    guard share > 0, reports.allSatisfy({ $0.missing == nil }) else { return count }
    let percent = share * 100
    let words =
      percent < 0.1
      ? "less than 0.1 %"
      : (percent < 10 ? Wording.trimmed(percent) : Wording.fixed(percent, 0)) + " %"
    let thing = reports[0].snapshot.content == .image ? "picture" : "text"
    return count + " · \(reports.count > 1 ? "up to " : "")\(words) of the \(thing)"
  }
}

extension Unseen {
  fileprivate var html: String {
    guard !skipped.isEmpty else { return "" }
    return "<section class=skipped>\n<h2>\(Self.heading) "
      + "<small>\(Wording.grouped(skipped.count))</small></h2>\n"
      + (sentences + [advice].compactMap(\.self))
      .map { "<p class=note>\(Markup.xml($0))</p>\n" }.joined() + "</section>\n"
  }
}

// MARK: - Around the cases

extension ReportPage {
  private static let script = String(decoding: PackageResources.page_js, as: UTF8.self)
  private static let looks = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// Returns the hash by which the page's policy allows exactly this script or style.
  private static func source(_ text: String) -> String {
    "'sha256-\(Data(Fingerprint.digest(Array(text.utf8)[...])).base64EncodedString())'"
  }

  private var title: String {
    let count = Wording.count(cases.count, "snapshot")
    return cases.isEmpty
      ? "No snapshot changed" : "\(count) changed, \(Wording.count(decisionCount, "decision"))"
  }

  /// The number of decisions as counted on the screen, where cards that look alike are one.
  private var decisionCount: Int {
    alike.count + cards.count { $0.family == nil }
  }

  /// "Alike, 3 cards: the same shapes, drawn anew"; nil for a card without similar ones.
  func likeness(of card: CauseReport.Card) -> String? {
    guard let family = card.family, let count = alike[family], count > 1 else { return nil }
    return "Alike, \(Wording.grouped(count)) cards: \(report.families[family].reason)"
  }

  private var head: String {
    let policy =
      "default-src 'none'; img-src data:; style-src \(Self.source(Self.looks)); "
      + "script-src \(Self.source(Self.script)); base-uri 'none'; form-action 'none'"
    let views = [
      ("pair", "Pair"), ("slide", "Slide"), ("flip", "Flip"), ("difference", "Difference"),
    ]
    .map { "<button type=button data-view=\($0)>\($1)</button>" }.joined()
    return "<!DOCTYPE html>\n<html lang=en>\n<meta charset=utf-8>\n"
      + "<meta http-equiv=Content-Security-Policy content=\"\(policy)\">\n"
      + "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      + "<title>\(title)</title>\n"
      + "<style>\(Self.looks)</style>\n<body data-view=pair>\n<header>\n"
      + "<div class=title><h1>\(title)</h1>\n<p class=run>\(run.html)</p></div>\n"
      + "<div class=out hidden><button type=button class=copy>Copy the command</button>"
      + "<button type=button class=save>Save decisions.json</button></div>\n"
      + "<div class=tools hidden><span class=bar><i></i><i></i><i></i></span>"
      + "<span class=count></span><code>snapreview adopt decisions.json</code>"
      + "<span class=views>\(views)</span>"
      + "<button type=button class=keys aria-label=Keys>?</button></div>\n</header>\n<main>\n"
      + "<noscript><p class=note>Without JavaScript this page shows every picture, and takes no "
      + "verdicts. To decide in a terminal: <code>snapreview \(Markup.xml(run.words))</code></p>"
      + "</noscript>\n" + (cards.isEmpty ? "" : Self.advice)
  }

  private static let advice =
    "<div class=advice><p><b>Largest change first</b>, rendering noise last. <span>Accept what is "
    + "meant, reject what is a bug and say why, tolerate what nobody would see.</span></p>"
    + "<input type=search placeholder=\"Filter ( / )\" aria-label=Filter hidden>"
    + "<span class=found></span></div>\n"

  /// The cases in the form that `snapreview adopt` recognizes: names and the hashes of what is
  /// shown.
  ///
  /// It is not a script, so the page's policy allows it; nothing in it can close the element.
  private var data: String {
    let entries = cases.map { report -> JSON in
      let hashes = report.fingerprint
      return .object(
        [
          ("id", JSON.string(report.snapshot.id)),
          ("baseline", .optional(report.snapshot.placeInProject)),
          ("reference", .optional(hashes?.reference)), ("actual", .optional(hashes?.actual)),
        ].filter { $0.1 != .null })
    }
    let json = JSON.object([
      ("words", .string(run.words)), ("cases", .array(entries)),
    ])
    return "<script type=\"application/json\" class=data>"
      + json.text.replacing("<", with: "\\u003c") + "</script>\n"
  }

  private static let pattern =
    "<svg class=patterns width=0 height=0><pattern id=hatch width=12 height=12 "
    + "patternUnits=userSpaceOnUse patternTransform=\"rotate(45)\">"
    + "<path d=\"M3 0v12\" stroke=\"#808080\" stroke-width=5 /></pattern></svg>\n"

  private static let help: String = {
    let keys = [
      ("j k", "next, previous case"), ("l h", "open, fold a decision"),
      ("a r t", "accept, reject, call noise"), ("u", "take the verdict back"),
      ("1 2 3 4", "pair, slide, flip, difference"),
      ("space", "flip before and after"), (", .", "move the slide's edge"),
      ("= 0", "pixel for pixel, the whole"), ("o", "outlines of what changed"),
      ("/", "filter; Esc clears it"), ("c s", "copy the command, save decisions.json"),
      ("?", "this"),
    ].map { "<p><kbd>\($0)</kbd> \($1)</p>\n" }.joined()
    return
      "<dialog class=help>\n\(keys)<form method=dialog><button>Close</button></form>\n</dialog>\n"
      + "<dialog class=text><p></p><textarea readonly rows=12 aria-label=Command></textarea>"
      + "<form method=dialog><button>Close</button></form></dialog>\n<output></output>\n"
  }()
}

import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI

/// A white square with black dots: the actual of a test pair.
func dotted(
  _ dots: [(x: Int, y: Int)], side: Int = 16, colour: Pixel = Pixel(0, 0, 0, 255)
) -> PixelImage {
  var pixels = Array(repeating: Pixel(255, 255, 255, 255), count: side * side)
  for dot in dots { pixels[dot.y * side + dot.x] = colour }
  return PixelImage(width: side, height: side, pixels: pixels)
}

/// The signature of a change that has its own cause for each count of dots: they have other colours.
func signature(of dots: [(x: Int, y: Int)]) -> ChangeSignature {
  let shade = UInt8(truncatingIfNeeded: dots.count &* 40)
  return ChangeSignature(dotted([]), dotted(dots, colour: Pixel(shade, 255 &- shade, 0, 255)))
}

let fingerprint = Fingerprint(reference: "r", actual: "a", baseline: "r")

func snapshot(
  _ name: String, suite: String = "Suite", obstacle: String? = nil,
  content: SnapshotCase.Content = .image, layout: Layout = .pointfree
) -> SnapshotCase {
  SnapshotCase(
    id: "\(suite)/\(name)", suite: suite, name: name, layout: layout, content: content,
    reference: "/r/\(name).png", actual: "/a/\(name).png",
    baseline: Baseline(path: "/r/\(name).png", root: "/r"), obstacle: obstacle)
}

/// A measured pair of a blank square and one with dots.
func images(
  _ dots: [(x: Int, y: Int)], formula: Strategy.Formula = .ciede2000
) -> Reading {
  let blank = dotted([])
  let actual = dotted(dots)
  return .images(
    ImageFacts(
      reference: PixelSize(width: 16, height: 16), actual: PixelSize(width: 16, height: 16),
      fingerprint: fingerprint,
      landscape: Landscape(blank, actual, formula: formula)))
}

extension Reading {
  /// A reference without its actual.
  static func lone(_ size: PixelSize?) -> Reading {
    .oneSided(OneSidedFacts(side: .reference, size: size, fingerprint: fingerprint))
  }

  static func texts(_ reference: String, _ actual: String) -> Reading {
    .texts(
      TextFacts(
        difference: TextDifference(reference: reference, actual: actual), fingerprint: fingerprint))
  }
}

/// A screen with cases of which nothing is known yet.
func unmeasured(
  _ snapshots: [SnapshotCase], _ columns: Int = 80, _ rows: Int = 24,
  rule: Strategy = Strategy(.naive), order: ListOrder = .suite
) -> ReviewState {
  ReviewState(
    title: "F", items: snapshots.map { ReviewItem(snapshot: $0, rule: rule) },
    size: GridSize(columns: columns, rows: rows), order: order)
}

/// A screen with one case for each count of lone dots, measured.
///
/// - Parameters:
///   - suites: One for each case; nil puts all into one.
///   - names: Likewise; nil numbers them.
func review(
  dots: [Int] = [1, 4, 3, 2], suites: [String]? = nil, names: [String]? = nil,
  size: GridSize = GridSize(columns: 100, rows: 30), rule: Strategy = Strategy(.naive),
  terminal: TerminalTraits = TerminalTraits(), readOnlyReason: String? = nil,
  keyMap: KeyMap = KeyMap(), rivals: Set<Int> = [], rules: RuleBook? = nil,
  layout: Layout = .pointfree, order: ListOrder = .suite
) -> ReviewState {
  let items = dots.indices.map { index in
    var snapshot = snapshot(
      names?[index] ?? "case\(index)", suite: suites?[index] ?? "Suite", layout: layout)
    snapshot.rivals = rivals.contains(index) ? 1 : 0
    var cases = [snapshot]
    rules?.addAxes(to: &cases)
    return ReviewItem(snapshot: cases[0], rule: rule)
  }
  var state = ReviewState(
    title: "Failures", items: items, size: size, terminal: terminal,
    readOnlyReason: readOnlyReason, keyMap: keyMap, order: order)
  _ = state.reduce(.started)
  for (index, count) in dots.enumerated() {
    // Two apart, so that each is a cluster of its own.
    let places = (0..<count).map { (x: 1 + 3 * $0, y: 2) }
    _ = state.reduce(.measured(item: index, revision: 0, images(places)))
    state.hear(.signed(item: index, revision: 0, signature(of: places)))
  }
  return state
}

extension ReviewState {
  /// Takes an answer of the pool, and the groups that it makes known.
  mutating func hear(_ action: ReviewAction) {
    for case .group(let request) in reduce(action) {
      _ = reduce(.grouped(number: request.number, request.groups()))
    }
  }

  /// Types keys as a person does; names in angle brackets: "jj<enter>".
  @discardableResult
  mutating func type(_ keys: String) -> [ReviewEffect] {
    var effects: [ReviewEffect] = []
    var rest = Substring(keys)
    while let first = rest.first {
      var keys = [Key.character(first)]
      if first == "<", let end = rest.firstIndex(of: ">"), end > rest.index(after: rest.startIndex)
      {
        keys = KeyMap.parse(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        rest = rest.dropFirst()
      }
      for key in keys {
        paint()
        let asked = reduce(.input(.key(key)))
        for effect in asked {
          switch effect {
          case .chart(let request):
            _ = reduce(.charted(number: request.number, request.answer()))
          case .propose(let request):
            // No file is read here: only landscapes count.
            let proposal = request.answer { _, _, _ in nil }
            effects += reduce(.proposed(number: request.number, proposal))
          default: break
          }
        }
        effects += asked
      }
    }
    return effects
  }

  /// Returns a value as it is after each of some keys in turn.
  mutating func after<Value>(_ keys: String..., read value: KeyPath<Self, Value>) -> [Value] {
    keys.map { keys in
      type(keys)
      return self[keyPath: value]
    }
  }

  @discardableResult
  mutating func mouse(_ kind: MouseEvent.Action, _ column: Int, _ row: Int) -> [ReviewEffect] {
    reduce(.input(.mouse(MouseEvent(kind, column: column, row: row))))
  }

  /// Takes a decision on some cases as the store has recorded it.
  ///
  /// - Parameter decision: Nil where one was withdrawn.
  mutating func recorded(_ decision: Decision?, _ places: Int..., sentence: String = "") {
    let changes = places.map {
      DecisionChange(
        id: items[$0].snapshot.identity, record: decision.map { DecisionRecord($0) })
    }
    hear(.recorded(changes, sentence: sentence))
  }

  /// True if the message holds some words.
  func says(_ words: String) -> Bool { message?.text.contains(words) == true }

  /// Puts the frame on the screen, with all of its pictures.
  mutating func paint() {
    _ = reduce(.painted(isWhole: true))
  }

  /// The decisions that effects ask the store for.
  func decisions(_ effects: [ReviewEffect]) -> [(Decision, [Int], String)] {
    let places = Dictionary(
      uniqueKeysWithValues: items.indices.map { (items[$0].snapshot.identity, $0) })
    return effects.compactMap {
      if case .record(let decision, let requests) = $0 {
        (decision, requests.map { places[$0.id]! }, requests.map(\.note).joined())
      } else {
        nil
      }
    }
  }
}

extension [ReviewEffect] {
  var charts: [ChartRequest] { compactMap { if case .chart(let one) = $0 { one } else { nil } } }
  var proposals: [ProposalRequest] {
    compactMap { if case .propose(let one) = $0 { one } else { nil } }
  }
  var wishes: [Wanted] { compactMap { if case .want(let one) = $0 { one } else { nil } } }
  var comparisons: [ComparisonRequest] {
    flatMap { effect -> [ComparisonRequest] in
      switch effect {
      case .compare(let requests), .tabulate(let requests): requests
      default: []
      }
    }
  }
}

extension ReviewState {
  mutating func decisions(typing keys: String) -> [(Decision, [Int], String)] {
    let effects = type(keys)
    return decisions(effects)
  }
}

/// A frame as lines of text, blanks at the end cut off.
func text(_ grid: CellGrid) -> [String] {
  (0..<grid.size.rows).map { row in
    var line = ""
    for column in 0..<grid.size.columns {
      let glyph = grid[column, row].glyph
      if glyph != .continuation { line.unicodeScalars.append(Unicode.Scalar(glyph.base)!) }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

// MARK: - The cases of `review`, by number

extension DecisionChange {
  init(item: Int, record: DecisionRecord?) {
    self.init(id: snapshot("case\(item)").identity, record: record)
  }
}

extension ReviewAction {
  static func notRecorded(items: [Int], reason: String) -> ReviewAction {
    .notRecorded(cases: items.map { snapshot("case\($0)").identity }, reason: reason)
  }

  static func changedOnDisk(items: [Int], reason: String) -> ReviewAction {
    .changedOnDisk(cases: items.map { snapshot("case\($0)").identity }, reason: reason)
  }
}

/// The words in the rows of the list.
func rows(_ state: ReviewState) -> [String] {
  let list = state.layout.list!
  return text(render(state))[list.row..<list.row + list.height]
    .map { $0.prefix(list.width).split(separator: " ").joined(separator: " ") }
    .filter { $0.contains(where: \.isLetter) }
}

import Base

/// Cases listed together, below a heading that can be folded.
package struct ListSection: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case suite(String)
    case test(String, suite: String)
    /// A decision: the cases of one cause, identified by its first case.
    case cause(Int)
    /// A decision on causes that look alike, identified by their first case.
    case family(Int)
    case decided
    case passing
    /// Differences left over from earlier runs.
    case stale

    /// True if the section is at the end of the list and contains no failure.
    var isAside: Bool { self == .passing || self == .stale || self == .decided }

    /// True if only the heading is listed until the section is opened.
    var isFoldedAtFirst: Bool { isDecision || isAside }

    /// True if the section is a decision on all of its cases.
    var isDecision: Bool {
      switch self {
      case .cause, .family: true
      default: false
      }
    }

    var isFamily: Bool { if case .family = self { true } else { false } }

    /// The words after the number of the section's cases.
    var cases: String {
      switch self {
      case .suite(let suite): "in \(printable(suite))"
      case .test(let test, _): "of \(printable(test))"
      case .cause: "of this cause"
      case .family: "that look alike"
      case .decided: "that are decided"
      case .passing: "that pass"
      case .stale: "left from earlier runs"
      }
    }

    /// The words for a single case if `cases` is about several.
    var oneCase: String? {
      switch self {
      case .family: "1 case that looks alike"
      case .decided: "the decided case"
      case .passing: "the passing case"
      default: nil
      }
    }
  }

  var key: Key
  var parent: Int?
  /// The positions of the section's cases in the list, including those of its subsections.
  var cases: Range<Int>
  /// The row of the heading, or the one that represents it.
  var row: Int
  var isFolded: Bool
}

/// A row of the list: one line of an entry, which may have several.
struct ListRow: Hashable, Sendable {
  enum Entry: Hashable, Sendable {
    /// A heading, which represents all its cases if it is folded.
    case heading(ListSection)
    case item(Int)
  }

  var entry: Entry
  var line: Int
}

/// The list from top to bottom: headings, and the cases that are not folded away.
struct ListRows: Sendable {
  /// The indices of the listed cases, in list order.
  private(set) var cases: [Int] = []
  /// The cases in `cases` that are not folded away; the cases of a decision are always included.
  private(set) var unfolded: [Int] = []
  /// The sections of the list in order, each before its subsections.
  private(set) var sections: [ListSection] = []
  private var rows: [Row] = []
  private(set) var heights = EntryHeights.lines
  /// The number of decisions, and of cases outside any section, so far.
  private var entries = 0
  /// The position of each case, including those that are not listed.
  private var spots: [Spot]

  private struct Row {
    enum Entry {
      case heading(section: Int)
      case item(place: Int)
    }

    var entry: Entry
    var line: Int
  }

  private struct Spot {
    /// The position that the case has or would have in the order.
    var position = 0
    var row: Int?
    var section: Int?
  }

  /// The sections that a case belongs to.
  struct Path {
    var outer: ListSection.Key?
    var inner: ListSection.Key?
  }

  init() { spots = [] }

  /// - Parameters:
  ///   - order: The indices of all cases, with the cases of a section together.
  ///   - turned: The sections that are not in their initial state of folding.
  ///   - heights: The heights of decisions, and of cases outside any section.
  ///   - isListed: True if a case is in the list at all.
  init(
    _ order: some Sequence<Int>, count: Int, turned: Set<ListSection.Key>,
    heights: EntryHeights,
    isListed: (Int) -> Bool, path: (Int) -> Path
  ) {
    self.heights = heights
    spots = Array(repeating: Spot(), count: count)
    cases.reserveCapacity(count)
    rows.reserveCapacity(count)
    var (outer, inner): (Int?, Int?) = (nil, nil)
    for (position, place) in order.enumerated() {
      spots[place].position = position
      guard isListed(place) else { continue }
      let path = path(place)
      if outer.map({ sections[$0].key }) != path.outer {
        outer = path.outer.map { open($0, in: nil, turned) }
        inner = nil
      }
      if inner.map({ sections[$0].key }) != path.inner {
        inner = path.inner.map { open($0, in: outer, turned) }
      }
      append(place, to: inner, in: outer)
    }
  }

  /// Begins a section, with a heading unless its parent is folded.
  private mutating func open(
    _ key: ListSection.Key, in parent: Int?, _ turned: Set<ListSection.Key>
  ) -> Int {
    var section = ListSection(
      key: key, parent: parent, cases: cases.count..<cases.count, row: rows.count,
      isFolded: key.isFoldedAtFirst != turned.contains(key))
    if let parent, sections[parent].isFolded {
      section.row = sections[parent].row
    } else {
      add(.heading(section: sections.count), isEntry: key.isDecision && parent == nil)
    }
    sections.append(section)
    return sections.count - 1
  }

  private mutating func add(_ entry: Row.Entry, isEntry: Bool) {
    let count = isEntry ? heights.rows(ofEntry: entries) : 1
    if isEntry { entries += 1 }
    for line in 0..<count { rows.append(Row(entry: entry, line: line)) }
  }

  private mutating func append(_ place: Int, to inner: Int?, in outer: Int?) {
    cases.append(place)
    spots[place].section = inner ?? outer
    var folded: Int?
    for section in [inner, outer] {
      guard let section else { continue }
      sections[section].cases = sections[section].cases.lowerBound..<cases.count
      if sections[section].isFolded { folded = section }
    }
    if let folded {
      spots[place].row = sections[folded].row
      if sections[folded].key.isDecision { unfolded.append(place) }
    } else {
      spots[place].row = rows.count
      add(.item(place: place), isEntry: outer == nil)
      unfolded.append(place)
    }
  }

  // MARK: Looking

  var rowCount: Int { rows.count }

  /// Returns the content of a row; nil outside the list.
  func row(at row: Int) -> ListRow? {
    guard rows.indices.contains(row) else { return nil }
    let line = rows[row].line
    switch rows[row].entry {
    case .heading(let section): return ListRow(entry: .heading(sections[section]), line: line)
    case .item(let place): return ListRow(entry: .item(place), line: line)
    }
  }

  /// Returns the number of rows of the entry that begins at a row.
  func height(at row: Int) -> Int {
    let more = rows[(row + 1)...].prefix(heights.rows).prefix { $0.line > 0 }
    return 1 + more.count
  }

  /// Returns the decision whose heading represents a case; nil if the case has its own row.
  func decision(of place: Int) -> ListSection? {
    sections(of: place).last(where: \.isFolded).flatMap { $0.key.isDecision ? $0 : nil }
  }

  /// Returns the row that represents a case: its own, or the heading of its folded section; nil if
  /// the case is not listed.
  func row(of place: Int) -> Int? { spots.indices.contains(place) ? spots[place].row : nil }

  /// Returns the sections of a case, from the inside out; empty if it is not listed.
  func sections(of place: Int) -> [ListSection] {
    guard spots.indices.contains(place), let own = spots[place].section else { return [] }
    return [own, sections[own].parent].compactMap { $0.map { sections[$0] } }
  }

  /// Returns the number of listed cases, or of others in list order, that come before a case.
  func rank(of place: Int, in others: [Int]? = nil) -> Int {
    guard spots.indices.contains(place) else { return 0 }
    return (others ?? cases).partitioningIndex { spots[$0].position >= spots[place].position }
  }
}

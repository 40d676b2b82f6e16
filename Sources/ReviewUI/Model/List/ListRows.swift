import Catalog

/// Cases that stand together in the list, below a heading that can be folded.
package struct ListSection: Hashable, Sendable {
  package enum Key: Hashable, Sendable {
    case suite(String)
    /// Several snapshots of one test.
    case test(String, suite: String)
    /// A cause, by its number.
    case cause(Int)
    /// Causes that look alike.
    case family(Int)
    /// Cases whose names have a value, within those of another axis.
    case axis(AxisValue, in: AxisValue?)
    /// Cases that pass and were not decided.
    case passing
    /// Differences that are left from earlier runs.
    case stale

    /// True if it stands at the end and fails nothing.
    var isAside: Bool { self == .passing || self == .stale }

    /// The words behind a number of the section's cases.
    var cases: String {
      switch self {
      case .suite(let suite): "in \(printable(suite))"
      case .test(let test, _): "of \(printable(test))"
      case .cause: "with this change"
      case .family: "that look alike"
      case .axis(let value, _): "with \(printable("\(value.axis) \(value.value)"))"
      case .passing: "that pass"
      case .stale: "left from earlier runs"
      }
    }
  }

  var key: Key
  /// Index of the section that it is a part of.
  var parent: Int?
  /// The places of the section's cases in the list, including those of its parts.
  var cases: Range<Int>
  /// The row of the heading, or the one that stands for it.
  var row: Int
  var isFolded: Bool
}

/// A row of the list.
enum ListRow: Hashable, Sendable {
  /// A heading, which stands for all its cases if it is folded.
  case heading(ListSection)
  /// A line of the picture below a heading, counted from 0.
  case picture(ListSection, line: Int)
  case item(Int)
}

/// The list from top to bottom: headings, and the cases that are not folded away.
struct ListRows: Sendable {
  /// Places of the cases in the list, in the order of the list.
  private(set) var cases: [Int] = []
  /// The cases of `cases` that are not folded away.
  private(set) var unfolded: [Int] = []
  /// The sections of the list in order, each before its parts.
  private(set) var sections: [ListSection] = []
  private var rows: [Row] = []
  /// The position of each case, including those that are not listed.
  private var spots: [Spot]

  private enum Row {
    case heading(section: Int)
    case picture(section: Int, line: Int)
    case item(place: Int)
  }

  private struct Spot {
    /// The position in the order that the case has or would have.
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
  ///   - order: All places, the cases of a section together.
  ///   - pictureRows: The rows that the picture below a heading takes while it is not folded.
  ///   - isListed: True if a case is in the list at all.
  init(
    _ order: some Sequence<Int>, count: Int, folded: Set<ListSection.Key>,
    pictureRows: (ListSection.Key) -> Int, isListed: (Int) -> Bool, path: (Int) -> Path
  ) {
    spots = Array(repeating: Spot(), count: count)
    cases.reserveCapacity(count)
    rows.reserveCapacity(count)
    var (outer, inner): (Int?, Int?) = (nil, nil)
    for (position, place) in order.enumerated() {
      spots[place].position = position
      guard isListed(place) else { continue }
      let path = path(place)
      if outer.map({ sections[$0].key }) != path.outer {
        outer = path.outer.map { open($0, in: nil, folded, pictureRows) }
        inner = nil
      }
      if inner.map({ sections[$0].key }) != path.inner {
        inner = path.inner.map { open($0, in: outer, folded, pictureRows) }
      }
      append(place, to: inner, in: outer)
    }
  }

  /// Begins a section, with a heading unless what it is a part of is folded.
  private mutating func open(
    _ key: ListSection.Key, in parent: Int?, _ folded: Set<ListSection.Key>,
    _ pictureRows: (ListSection.Key) -> Int
  ) -> Int {
    var section = ListSection(
      key: key, parent: parent, cases: cases.count..<cases.count, row: rows.count,
      isFolded: folded.contains(key))
    if let parent, sections[parent].isFolded {
      section.row = sections[parent].row
    } else {
      rows.append(.heading(section: sections.count))
      if !section.isFolded {
        for line in 0..<pictureRows(key) {
          rows.append(.picture(section: sections.count, line: line))
        }
      }
    }
    sections.append(section)
    return sections.count - 1
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
    } else {
      spots[place].row = rows.count
      rows.append(.item(place: place))
      unfolded.append(place)
    }
  }

  /// Returns a section and those that it is a part of, from the inside out.
  private func chain(_ section: Int?) -> [Int] {
    guard let section else { return [] }
    return [section] + (sections[section].parent.map { [$0] } ?? [])
  }

  // MARK: Looking

  var rowCount: Int { rows.count }

  /// Returns the content of a row; nil outside of the list.
  func row(at row: Int) -> ListRow? {
    guard rows.indices.contains(row) else { return nil }
    switch rows[row] {
    case .heading(let section): return .heading(sections[section])
    case .picture(let section, let line): return .picture(sections[section], line: line)
    case .item(let place): return .item(place)
    }
  }

  /// The row that stands for a case: its own, or the heading of its folded section; nil where it is
  /// not listed.
  func row(of place: Int) -> Int? { spots.indices.contains(place) ? spots[place].row : nil }

  /// The sections of a case, from the inside out; none where it is not listed.
  func sections(of place: Int) -> [ListSection] {
    spots.indices.contains(place) ? chain(spots[place].section).map { sections[$0] } : []
  }

  /// Returns the number of listed cases that come before a place.
  func rank(of place: Int) -> Int { rank(of: place, in: cases) }

  /// Returns the number of `cases`, given in list order, that come before a place.
  func rank(of place: Int, in cases: [Int]) -> Int {
    guard spots.indices.contains(place) else { return 0 }
    return cases.partitioningIndex { spots[$0].position >= spots[place].position }
  }
}

import Catalog

/// The cases of a review, with what follows from their names alone.
///
/// Every change of a case goes through the subscript, which notes its place: twenty
/// thousand cases need not be searched for the one that was measured just now.
public struct CaseList: RandomAccessCollection, MutableCollection, Sendable {
  /// In chunks: while the pool reads the list as it was, a change copies one of them and not
  /// twenty thousand cases.
  private var chunks: [[ReviewItem]]
  /// Places that were written to since they were taken last, some of them more than once.
  private var changed: [Int] = []
  let names: CaseNames

  public init(_ cases: [ReviewItem]) {
    endIndex = cases.count
    chunks = stride(from: 0, to: cases.count, by: 256).map {
      Array(cases[$0..<Swift.min($0 + 256, cases.count)])
    }
    names = CaseNames(cases.map(\.snapshot))
  }

  public var startIndex: Int { 0 }
  public let endIndex: Int

  public subscript(place: Int) -> ReviewItem {
    _read { yield chunks[place >> 8][place & 255] }
    _modify {
      changed.append(place)
      yield &chunks[place >> 8][place & 255]
    }
  }

  var hasChanges: Bool { !changed.isEmpty }

  mutating func takeChanges() -> [Int] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed
  }
}

/// What the list and the search need of the names of all cases, worked out once for a folder.
struct CaseNames: Sendable {
  /// Each case's name without the ending that its whole suite shares.
  let short: [String]
  /// The suites, each once, in the order of the cases.
  let suites: [String]
  /// Index into `suites` of each case.
  let suite: [Int]
  private let suiteNumbers: [String: Int]
  private let places: [SnapshotCase.ID: Int]
  private let identities: [CaseIdentity: Int]
  private let searched: SearchText

  init(_ snapshots: [SnapshotCase]) {
    var suites: [String] = []
    var numbers: [String: Int] = [:]
    suite = snapshots.map { snapshot in
      if let number = numbers[snapshot.suite] { return number }
      numbers[snapshot.suite] = suites.count
      suites.append(snapshot.suite)
      return suites.count - 1
    }
    (self.suites, suiteNumbers) = (suites, numbers)
    short = shortened(snapshots, suite: suite, count: suites.count)
    places = Dictionary(
      zip(snapshots.map(\.id), snapshots.indices), uniquingKeysWith: { first, _ in first })
    identities = Dictionary(
      zip(snapshots.map(\.identity), snapshots.indices), uniquingKeysWith: { first, _ in first })
    searched = SearchText(snapshots.map(\.id))
  }

  func place(of id: SnapshotCase.ID) -> Int? { places[id] }

  func place(of id: CaseIdentity) -> Int? { identities[id] }

  func number(ofSuite suite: String) -> Int? { suiteNumbers[suite] }

  /// Whether a case has a word in its name, in upper or lower case.
  func holds(_ word: SearchText.Word, at place: Int) -> Bool { searched.holds(word, at: place) }
}

/// Names as a narrow list shows them: an ending that every name of a suite has, such as a device,
/// becomes "…", because it distinguishes nothing.
private func shortened(_ snapshots: [SnapshotCase], suite: [Int], count: Int) -> [String] {
  var endings = [Substring?](repeating: nil, count: count)
  var cases = [Int](repeating: 0, count: count)
  for (snapshot, suite) in zip(snapshots, suite) {
    cases[suite] += 1
    guard let ending = endings[suite] else {
      endings[suite] = snapshot.name[...]
      continue
    }
    let shared = zip(ending.reversed(), snapshot.name.reversed()).prefix { $0 == $1 }.count
    endings[suite] = ending.suffix(shared)
  }
  // From a separator on: "testBars-iPhone" is "testBars…", not "testBar…".
  let lengths = endings.map { $0?.drop { $0.isLetter || $0.isNumber }.count ?? 0 }
  return zip(snapshots, suite).map { snapshot, suite in
    let (name, length) = (snapshot.name, lengths[suite])
    return cases[suite] > 1 && length > 4 && length < name.count
      ? name.dropLast(length) + "…" : name
  }
}

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

  /// Counts a case as changed.
  mutating func touch(_ place: Int) { changed.append(place) }

  var hasChanges: Bool { !changed.isEmpty }

  mutating func takeChanges() -> [Int] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed
  }
}

/// What the list and the search need of the names of all cases, worked out once for a folder.
struct CaseNames: Sendable {
  /// Each case's name without what its whole suite shares.
  let short: [String]
  /// The suites, each once, in the order of the cases.
  let suites: [String]
  /// Index into `suites` of each case.
  let suite: [Int]
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
    self.suites = suites
    short = shortened(snapshots, suite: suite, count: suites.count)
    places = Dictionary(
      zip(snapshots.map(\.id), snapshots.indices), uniquingKeysWith: { first, _ in first })
    identities = Dictionary(
      zip(snapshots.map(\.identity), snapshots.indices), uniquingKeysWith: { first, _ in first })
    searched = SearchText(snapshots.map(\.id))
  }

  func place(of id: SnapshotCase.ID) -> Int? { places[id] }

  func place(of id: CaseIdentity) -> Int? { identities[id] }

  /// Whether a case has a word in its name, in upper or lower case.
  func holds(_ word: SearchText.Word, at place: Int) -> Bool { searched.holds(word, at: place) }
}

/// Names without what all of a suite share at the beginning and the end, such as "test" and a device:
/// it distinguishes nothing.
private func shortened(_ snapshots: [SnapshotCase], suite: [Int], count: Int) -> [String] {
  var shared = [SharedEnds?](repeating: nil, count: count)
  for (snapshot, suite) in zip(snapshots, suite) {
    if shared[suite] == nil {
      shared[suite] = SharedEnds(snapshot.name)
    } else {
      shared[suite]!.narrow(to: snapshot.name)
    }
  }
  return zip(snapshots, suite).map { snapshot, suite in shared[suite]!.removed(from: snapshot.name)
  }
}

/// What some names have in common.
struct SharedEnds {
  private var start: [Character]
  private var end: [Character]
  private var isOne = true

  init(_ name: String) {
    start = Array(name)
    end = start.reversed()
  }

  mutating func narrow(to name: String) {
    isOne = false
    start.removeLast(start.count - zip(start, name).prefix { $0 == $1 }.count)
    end.removeLast(end.count - zip(end, name.reversed()).prefix { $0 == $1 }.count)
  }

  /// By whole words: "testBars-iPhone" beside "testBooks-iPhone" is "Bars", not "ars".
  func removed(from name: String) -> String {
    guard !isOne else { return name }
    let characters = Array(name)
    var first = start.count
    while first > 0, !Self.isBoundary(characters, first) { first -= 1 }
    var last = characters.count - end.count
    while last < characters.count, characters[last].isLetter || characters[last].isNumber {
      last += 1
    }
    guard first < last else { return name }
    return String(characters[first..<last])
  }

  /// Whether a word begins at a place.
  private static func isBoundary(_ characters: [Character], _ place: Int) -> Bool {
    guard place < characters.count else { return false }
    let (before, after) = (characters[place - 1], characters[place])
    if !before.isLetter, !before.isNumber { return true }
    // The P of "iPhone" begins no word.
    let isSecond = place < 2 || !characters[place - 2].isLetter && !characters[place - 2].isNumber
    return after.isUppercase && !before.isUppercase && !isSecond
  }
}

import Base
import Catalog
import Review

/// The names of all cases as the list and the search need them, computed once per folder.
struct NameIndex: Sendable {
  /// Each case's name without the parts that its whole suite shares.
  let short: [String]
  /// For each case that is one of several snapshots of a test, the test and the rest of the name;
  /// nil for the others.
  let variant: [Variant?]
  let testCount: Int
  /// The indices of all cases, with the cases of a suite together, and within it those of a test.
  let order: [Int]
  /// The distinct suites, in the order of the cases.
  let suites: [String]
  /// The suites without the words that all of them share.
  let suiteLabels: [String]
  /// The index into `suites` of each case.
  let suite: [Int]
  /// The axes and values found in the names.
  let axes: AxisCensus
  private let places: [SnapshotCase.ID: Int]
  private let identities: [CaseIdentity: Int]
  private let searched: [SearchText]

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
    suiteLabels = withoutSharedWords(suites.map(withoutTestWords))
    axes = AxisCensus(snapshots)
    let names = distinctNames(snapshots, suite: suite)
    short = shortened(names, suite: suite, count: suites.count)
    (variant, order, testCount) = variants(names, short, suite: suite)
    places = Dictionary(
      zip(snapshots.map(\.id), snapshots.indices), uniquingKeysWith: { first, _ in first })
    identities = Dictionary(
      zip(snapshots.map(\.identity), snapshots.indices), uniquingKeysWith: { first, _ in first })
    searched = snapshots.map { SearchText($0.id) }
  }

  /// Returns the suites of some cases, by number, without the words that all of them share; empty
  /// if there is only one suite.
  func suiteLabels(of places: [Int]) -> [Int: String] {
    let numbers = suiteNumbers(places)
    guard numbers.count > 1 else { return [:] }
    let labels = withoutSharedWords(numbers.map { suiteLabels[$0] })
    return Dictionary(uniqueKeysWithValues: zip(numbers, labels))
  }

  private func suiteNumbers(_ places: [Int]) -> [Int] { Set(places.map { suite[$0] }).sorted() }

  /// Returns the suites of some cases in words: the suite, the common words of several, or their
  /// number.
  func suiteWords(_ places: [Int]) -> String {
    let labels = suiteNumbers(places).map { suiteLabels[$0] }
    let shared = sharedWords(labels)
    return shared.isEmpty ? "\(labels.count) suites" : shared
  }

  func place(of id: SnapshotCase.ID) -> Int? { places[id] }

  func place(of id: CaseIdentity) -> Int? { identities[id] }

  /// True if the name of a case contains a word, ignoring case.
  func holds(_ word: SearchText, at place: Int) -> Bool { searched[place].contains(word) }
}

/// One of several snapshots of a test.
struct Variant: Hashable, Sendable {
  /// The beginning of the names, up to the end of a word: "SKView" of "SKView.ios", "SKView.macos".
  var test: String
  /// The number of the test among all tests.
  var number: Int
  /// The rest of the name, such as "ios"; a dash if it is empty.
  var name: String
}

/// Returns the snapshots that belong to one test, suite by suite, and an order that keeps them
/// together. Snapshots of a test have names that begin with the same word.
///
/// - Parameter short: The names without the parts that a suite shares.
private func variants(
  _ names: [String], _ short: [String], suite: [Int]
) -> ([Variant?], order: [Int], testCount: Int) {
  struct Test: Hashable {
    var suite: Int
    var word: Substring
  }
  let words = zip(suite, names).map { Test(suite: $0, word: testWord($1)) }
  var numbers: [Test: Int] = [:]
  var tests: [[Int]] = []
  for (place, word) in words.enumerated() {
    if numbers[word] == nil {
      numbers[word] = tests.count
      tests.append([])
    }
    tests[numbers[word]!].append(place)
  }
  // A suite with one test needs no second heading.
  let testsInSuite = Dictionary(grouping: numbers.keys, by: \.suite).mapValues(\.count)
  var variants = [Variant?](repeating: nil, count: short.count)
  for (number, test) in tests.enumerated() where test.count > 1 {
    let length = sharedLength(test.map { short[$0] })
    guard length > 0, testsInSuite[suite[test[0]]]! > 1 else { continue }
    for place in test {
      let rest = short[place].dropFirst(length).drop { !$0.isWordCharacter }
      variants[place] = Variant(
        test: String(short[test[0]].prefix(length)), number: number,
        name: rest.isEmpty ? "–" : String(rest))
    }
  }
  // Suites and tests keep the order in which they first appear.
  let order = short.indices.sorted {
    (suite[$0], numbers[words[$0]]!, $0) < (suite[$1], numbers[words[$1]]!, $1)
  }
  return (variants, order, tests.count)
}

/// Returns the first word of a name, or the word after "test_".
private func testWord(_ name: String) -> Substring {
  let first = name.prefix(while: \.isWordCharacter)
  guard !first.isEmpty else { return name[...] }
  guard first.lowercased() == "test" else { return first }
  let rest = name[first.endIndex...].drop { !$0.isWordCharacter }
  return rest.isEmpty ? first : rest.prefix(while: \.isWordCharacter)
}

/// Returns the length of the beginning that names share, in whole words.
private func sharedLength(_ names: [String]) -> Int {
  let all = names.map(Array.init)
  var length = all[0].count
  for name in all.dropFirst() {
    length = zip(all[0].prefix(length), name).prefix { $0 == $1 }.count
  }
  func isWordEnd(_ name: [Character]) -> Bool {
    name.count == length || !name[length].isWordCharacter
  }
  while length > 0, !all.allSatisfy(isWordEnd) || !all[0][length - 1].isWordCharacter {
    length -= 1
  }
  return length
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}

/// Returns the names without the beginning and the end that all names of a suite share, such as
/// "test" and a device.
private func shortened(_ names: [String], suite: [Int], count: Int) -> [String] {
  var shared = [SharedEnds?](repeating: nil, count: count)
  for (name, suite) in zip(names, suite) {
    if shared[suite] == nil {
      shared[suite] = SharedEnds(name)
    } else {
      shared[suite]!.narrow(to: name)
    }
  }
  return zip(names, suite).map { name, suite in shared[suite]!.removed(from: name) }
}

/// Returns the cases' names, followed by the folder if two cases of a suite have the same name, as
/// can happen with two modules.
private func distinctNames(_ snapshots: [SnapshotCase], suite: [Int]) -> [String] {
  struct Name: Hashable {
    var suite: Int
    var name: String
  }
  let all = zip(suite, snapshots).map { Name(suite: $0, name: $1.name) }
  let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
  return zip(all, snapshots).map { name, snapshot in
    counts[name] == 1 ? name.name : "\(name.name) \(Paths.parent(snapshot.id))"
  }
}

/// The beginning and the end that some names have in common.
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

  /// Returns a name without the shared ends, cut at whole words: "testBars-iPhone" beside
  /// "testBooks-iPhone" is "Bars", not "ars".
  func removed(from name: String) -> String {
    guard !isOne else { return name }
    let characters = Array(name)
    var first = start.count
    while first > 0, !Self.isBoundary(characters, first) { first -= 1 }
    var last = characters.count - end.count
    while last < characters.count, characters[last].isWordCharacter {
      last += 1
    }
    guard first < last else { return name }
    return String(characters[first..<last])
  }

  /// True if a word begins at this position.
  private static func isBoundary(_ characters: [Character], _ place: Int) -> Bool {
    guard place < characters.count else { return false }
    let (before, after) = (characters[place - 1], characters[place])
    if !before.isWordCharacter { return true }
    // The P of "iPhone" does not begin a word.
    let isSecond = place < 2 || !characters[place - 2].isWordCharacter
    return after.isUppercase && !before.isUppercase && !isSecond
  }
}

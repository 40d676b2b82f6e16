import Libc
import PNGCodec

/// Sorts the cases and gives each an identifier that no other has: "Suite/name", with the folder
/// before it where two trees hold the same one.
func identify(_ cases: inout [SnapshotCase], root: String) {
  // So it is almost always, and found several times as soon as by counting them.
  if sort(&cases) { return }
  for qualify in [byFolder, byLayout, spelledOut] {
    let counts = Dictionary(cases.lazy.map { ($0.id, 1) }, uniquingKeysWith: +)
    guard counts.count < cases.count else { break }
    for index in cases.indices where counts[cases[index].id, default: 0] > 1 {
      cases[index].id = qualify(cases[index], root)
    }
  }
  sort(&cases)
}

private func byFolder(_ snapshot: SnapshotCase, root: String) -> String {
  let folder = Paths.parent(snapshot.anyFile)
  return "\(Paths.relative(folder, from: root))/\(snapshot.name)"
}

private func byLayout(_ snapshot: SnapshotCase, root: String) -> String {
  "\(Paths.relative(snapshot.anyFile, from: root)) (\(snapshot.layout.rawValue))"
}

/// For names that differ only in how Unicode writes their accents.
private func spelledOut(_ snapshot: SnapshotCase, root: String) -> String {
  byLayout(snapshot, root: root).unicodeScalars.map {
    $0.isASCII ? String($0) : "{U+\(String($0.value, radix: 16, uppercase: true))}"
  }.joined()
}

/// - Returns: Whether it is certain that no two identifiers are the same, not even by how Unicode
///   writes them.
@discardableResult
private func sort(_ cases: inout [SnapshotCase]) -> Bool {
  var runs: [(suite: [UInt8], places: Range<Int>)] = []
  var last: CaseOrigin?
  for index in cases.indices {
    let origin = cases[index].origin
    if origin !== last { runs.append((naturalKey(origin.suite), index..<index)) }
    last = origin
    runs[runs.count - 1].places = runs[runs.count - 1].places.lowerBound..<index + 1
  }
  let suites = Dictionary(grouping: runs, by: \.suite)
    .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { $0.value.flatMap(\.places) }
  let sorted = mapOnAllCores(suites.count, band: 4) { [cases] in
    sortedByName(suites[$0], of: cases)
  }
  var order = sorted.flatMap(\.places)
  arrange(&cases, by: &order)
  return sorted.allSatisfy(\.areDistinct)
}

/// The places of some cases of one suite in the order of their names, and whether it is certain that
/// all identifiers are distinct.
private func sortedByName(
  _ places: [Int], of cases: [SnapshotCase]
) -> (places: [Int], areDistinct: Bool) {
  // All in one piece of memory: an array for each is most of what sorting takes.
  var keys: [UInt8] = []
  var bounds = [0]
  keys.reserveCapacity(32 * places.count)
  bounds.reserveCapacity(places.count + 1)
  var areDistinct = places.allSatisfy { cases[$0].hasPlainID && cases[$0].origin.hasPlainSuite }
  for place in places {
    cases[place].withName { name in
      addNaturalKey(of: name, to: &keys)
      areDistinct = areDistinct && name.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") }
    }
    bounds.append(keys.count)
  }
  let sorted = keys.withUnsafeBytes { keys in
    let key = { (index: Int) in
      UnsafeRawBufferPointer(rebasing: keys[bounds[index]..<bounds[index + 1]])
    }
    let shared = sharedStart(of: places.count, key)
    // Of names that begin alike, the next bytes mostly say it.
    return places.indices.map { (head: key($0).word(at: shared), index: $0) }
      .sorted { one, other in
        if one.head != other.head { return one.head < other.head }
        let (left, right) = (key(one.index), key(other.index))
        guard left.elementsEqual(right) else { return left.lexicographicallyPrecedes(right) }
        let (id, otherID) = (cases[places[one.index]].id, cases[places[other.index]].id)
        areDistinct = areDistinct && id != otherID
        return id < otherID
      }.map { places[$0.index] }
  }
  return (sorted, areDistinct)
}

/// How many bytes at their start all keys share.
private func sharedStart(of count: Int, _ key: (Int) -> UnsafeRawBufferPointer) -> Int {
  let first = key(0)
  return (1..<max(1, count)).reduce(first.count) { shared, index in
    let other = key(index)
    let most = min(shared, other.count)
    return (0..<most).first { first[$0] != other[$0] } ?? most
  }
}

extension UnsafeRawBufferPointer {
  /// The next eight bytes as a number of their order.
  fileprivate func word(at start: Int) -> UInt64 {
    (start..<start + 8).reduce(0) { $0 << 8 | ($1 < count ? UInt64(self[$1]) : 0) }
  }
}

/// Puts at each place what stands at `order` of it. In place, round by round: a second array of a
/// hundred thousand cases is a tenth of the memory.
private func arrange(_ cases: inout [SnapshotCase], by order: inout [Int]) {
  cases.withUnsafeMutableBufferPointer { cases in
    for start in order.indices {
      var place = start
      while order[place] != start {
        let next = order[place]
        cases.swapAt(place, next)
        order[place] = place
        place = next
      }
      order[place] = place
    }
  }
}

extension SnapshotCase {
  /// A file that the test run left; every case has one.
  var anyFile: String { difference ?? actual ?? reference ?? "" }
}

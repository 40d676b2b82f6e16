/// Sorts the cases and gives each an identifier that no other has: "Suite/name", with the folder
/// before it where two trees hold the same one.
func identify(_ cases: inout [SnapshotCase], root: String) {
  for index in cases.indices { cases[index].id = Paths.join(cases[index].suite, cases[index].name) }
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

private func sort(_ cases: inout [SnapshotCase]) {
  var suites: [String: [UInt8]] = [:]
  let keys = cases.map { snapshot in
    let suite = suites[snapshot.suite] ?? naturalKey(snapshot.suite)
    suites[snapshot.suite] = suite
    // A zero byte, which no name holds, keeps a suite's cases together.
    return suite + [0] + naturalKey(snapshot.name)
  }
  var order = cases.indices.sorted {
    keys[$0] == keys[$1]
      ? cases[$0].id < cases[$1].id : keys[$0].lexicographicallyPrecedes(keys[$1])
  }
  arrange(&cases, by: &order)
}

/// Puts at each place what stands at `order` of it. In place, round by round: a second array of a
/// hundred thousand cases is a tenth of the memory.
private func arrange(_ cases: inout [SnapshotCase], by order: inout [Int]) {
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

extension SnapshotCase {
  /// A file that the test run left; every case has one.
  var anyFile: String { difference ?? actual ?? reference ?? "" }
}

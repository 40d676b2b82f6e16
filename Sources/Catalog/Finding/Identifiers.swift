import Base

/// Sorts the cases and gives each a unique identifier: "Suite/name", or the folder instead of the
/// suite if several cases would share it.
///
/// - Parameter place: Returns a path's name, which is the same in every run.
func identify(_ cases: inout [SnapshotCase], place: (String) -> String) {
  for qualify in [byFolder, byLayout, spelledOut] {
    let counts = Dictionary(cases.lazy.map { ($0.id, 1) }, uniquingKeysWith: +)
    guard counts.count < cases.count else { break }
    for index in cases.indices where counts[cases[index].id, default: 0] > 1 {
      cases[index].id = qualify(cases[index], place)
    }
  }
  sort(&cases)
}

private func byFolder(_ snapshot: SnapshotCase, place: (String) -> String) -> String {
  "\(place(Paths.parent(snapshot.anyFile)))/\(snapshot.name)"
}

private func byLayout(_ snapshot: SnapshotCase, place: (String) -> String) -> String {
  "\(place(snapshot.anyFile)) (\(snapshot.layout.rawValue))"
}

/// Spells out a name that differs from another only in how Unicode writes its accents.
private func spelledOut(_ snapshot: SnapshotCase, place: (String) -> String) -> String {
  byLayout(snapshot, place: place).unicodeScalars.map {
    $0.isASCII ? String($0) : "{U+\(String($0.value, radix: 16, uppercase: true))}"
  }.joined()
}

private func sort(_ cases: inout [SnapshotCase]) {
  let names = mapOnAllCores(cases.count, band: 512) { [cases] in NaturalKey(cases[$0].name) }
  let suites = Dictionary(grouping: cases.indices) { NaturalKey(cases[$0].suite) }
    .sorted { $0.key < $1.key }
  let order = suites.flatMap { _, places in
    places.sorted {
      names[$0] == names[$1] ? cases[$0].id < cases[$1].id : names[$0] < names[$1]
    }
  }
  cases = order.map { cases[$0] }
}

extension SnapshotCase {
  /// A file that the test run left, or for git the snapshot itself; every case has one.
  var anyFile: String { place ?? difference ?? actual ?? reference ?? "" }
}

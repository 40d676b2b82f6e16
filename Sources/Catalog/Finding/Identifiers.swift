import Libc

/// Sorts the cases and gives each an identifier that no other has: "Suite/name", with the folder
/// before it where two trees hold the same one.
func identify(_ cases: inout [SnapshotCase], root: String) {
  for index in cases.indices { cases[index].id = Paths.join(cases[index].suite, cases[index].name) }
  for qualify in [byFolder, byLayout, spelledOut] {
    if haveOwnBytes(cases) { break }
    let counts = Dictionary(cases.lazy.map { ($0.id, 1) }, uniquingKeysWith: +)
    guard counts.count < cases.count else { break }
    for index in cases.indices where counts[cases[index].id, default: 0] > 1 {
      cases[index].id = qualify(cases[index], root)
    }
  }
  sort(&cases)
}

/// Whether no two identifiers can be the same, not even by how Unicode writes them: so it is almost
/// always, and found several times as soon as by counting them.
private func haveOwnBytes(_ cases: [SnapshotCase]) -> Bool {
  var known = FileSet(minimumCapacity: cases.count)
  // By their places: to copy a case takes longer than the rest.
  return cases.indices.allSatisfy {
    known.insert(cases[$0].id) && cases[$0].id.utf8.allSatisfy { $0 < 0x80 }
  }
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
  // All in one piece of memory: an array for each is most of what sorting takes.
  var keys: [UInt8] = []
  keys.reserveCapacity(cases.count * 32)
  var bounds = [0]
  for index in cases.indices {
    addNaturalKey(of: cases[index].suite, to: &keys)
    // A byte that no name holds keeps a suite's cases together.
    keys.append(0)
    addNaturalKey(of: cases[index].name, to: &keys)
    bounds.append(keys.count)
  }
  var order = Array(cases.indices)
  keys.withUnsafeBytes { keys in
    let key = { (index: Int) in
      UnsafeRawBufferPointer(rebasing: keys[bounds[index]..<bounds[index + 1]])
    }
    order.sort { first, second in
      let (one, other) = (key(first), key(second))
      let result = memcmp(one.baseAddress!, other.baseAddress!, min(one.count, other.count))
      if result != 0 { return result < 0 }
      return one.count == other.count
        ? cases[first].id < cases[second].id : one.count < other.count
    }
  }
  arrange(&cases, by: &order)
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

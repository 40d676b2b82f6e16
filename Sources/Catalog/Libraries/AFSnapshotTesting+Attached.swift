import Base

/// AFSnapshotTesting's actuals as Xcode attaches them: lossy pictures, which show the pixels that
/// the difference paints over, and which are never accepted.
struct MaskedCases {
  private var cases: [SnapshotCase]
  private let log: TestLog?

  /// Gives exported pictures to the cases that they show, and drops the cases made from the export
  /// alone.
  @Sendable static func joined(_ tree: Tree, _ cases: [SnapshotCase]) -> [SnapshotCase] {
    var masked = MaskedCases(cases: cases, log: tree.log)
    masked.join()
    return masked.cases
  }

  private mutating func join() {
    let masked = cases.indices.filter { cases[$0].isMasked }
    guard !masked.isEmpty else { return }
    let attached = cases.indices.filter {
      cases[$0].layout == Library.xcode.layout && cases[$0].actual.map(SnapshotCase.isLossy) == true
    }
    var joined: Set<Int> = []
    for index in attached {
      let free = masked.filter {
        cases[$0].actual == nil && cases[$0].suite == cases[index].suite
      }
      guard let place = named(cases[index], among: free) else { continue }
      cases[place].actual = cases[index].actual
      cases[place].obstacle = nil
      joined.insert(index)
    }
    cases = cases.indices.filter { !joined.contains($0) }.map { cases[$0] }
  }

  /// Returns the case whose reference the failure's text names, else the one with the test's name.
  private func named(_ attached: SnapshotCase, among places: [Int]) -> Int? {
    let logged = log?.references["\(attached.suite)/\(attached.name)"] ?? []
    let byText = places.filter { place in
      guard let baseline = cases[place].baseline else { return false }
      let end = Paths.below(baseline.root, baseline.path) ?? baseline.path
      return logged.count == 1 && logged[0].hasSuffix("/" + end)
    }
    if byText.count == 1 { return byText[0] }
    return places.first { cases[$0].name == attached.name }
  }
}

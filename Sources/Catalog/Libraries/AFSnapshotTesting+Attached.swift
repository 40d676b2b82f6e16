import Base
import DiffEngine
import PNGCodec

/// AFSnapshotTesting's actuals as Xcode attaches them: lossy pictures, which show what the
/// difference paints over, and are never accepted.
struct MaskedCases {
  private var cases: [SnapshotCase]
  private let log: TestLog?

  /// Gives exported pictures to the cases that they show, and drops the cases that the export alone
  /// would make.
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
    // What is named for certain leaves the less to compare.
    for index in attached {
      guard let place = named(cases[index], among: free(masked, cases[index].suite)) else {
        continue
      }
      join(index, to: place, &joined)
    }
    let rest = Dictionary(grouping: attached.filter { !joined.contains($0) }) { cases[$0].suite }
    for (suite, attached) in rest {
      for (index, place) in likest(attached, among: free(masked, suite)) {
        join(index, to: place, &joined)
      }
    }
    cases = cases.indices.filter { !joined.contains($0) }.map { cases[$0] }
  }

  private func free(_ masked: [Int], _ suite: String) -> [Int] {
    masked.filter { cases[$0].actual == nil && cases[$0].suite == suite }
  }

  private mutating func join(_ attached: Int, to place: Int, _ joined: inout Set<Int>) {
    cases[place].actual = cases[attached].actual
    cases[place].obstacle = nil
    joined.insert(attached)
  }

  /// The case whose reference the failure's text names, else that of the test's name.
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

  /// Returns for each picture the one case whose difference agrees with it wherever it shows the
  /// actual.
  private func likest(_ attached: [Int], among places: [Int]) -> [(attached: Int, place: Int)] {
    guard !places.isEmpty, max(attached.count, places.count) <= Self.mostCompared else { return [] }
    let files =
      attached.map { cases[$0].actual }
      + places.flatMap { [cases[$0].reference, cases[$0].difference] }
    guard let room = try? PictureRoom(for: files.compactMap(\.self)) else { return [] }
    defer { withExtendedLifetime(room) {} }
    let pictures = attached.map { cases[$0].actual.flatMap { try? PNG.decode(contentsOf: $0) } }
    let distances = mapOnAllCores(places.count, band: 1) { [cases] index in
      let difference = Self.difference(of: cases[places[index]])
      return pictures.map { picture in picture.flatMap { difference?.meanDistance(of: $0) } }
    }
    var free = Set(places.indices)
    return attached.indices.compactMap { picture in
      let near = free.compactMap { place in distances[place][picture].map { (place, $0) } }
        .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      // Two screens that look alike are not told apart by a lossy picture.
      guard let (place, least) = near.first, least < Self.lossyDistance,
        near.dropFirst().allSatisfy({ $0.1 > least + 1 })
      else { return nil }
      free.remove(place)
      return (attached[picture], places[place])
    }
  }

  private static func difference(of snapshot: SnapshotCase) -> DifferencePicture? {
    guard let reference = snapshot.reference, let file = snapshot.difference,
      let images = try? PNG.decodeBoth(reference, file)
    else { return nil }
    return try? DifferencePicture(images.actual, beside: images.reference)
  }

  /// The most pictures of one suite that are compared with as many differences: more would take too
  /// long, and too much memory.
  private static let mostCompared = 20

  /// The average change of a screen's pixels by compression of medium quality, in levels, with some
  /// margin.
  private static let lossyDistance = 6.0
}

import Base
import DiffEngine
import PNGCodec

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
    // Join by name first, which leaves less to compare.
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

  /// Returns, for each picture, the one case whose difference agrees with it wherever the
  /// difference shows the actual.
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
      // A lossy picture cannot distinguish two similar screens.
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

  /// The maximum number of pictures of one suite, and of differences, to compare; more would take
  /// too much time and memory.
  private static let mostCompared = 20

  /// The average change of a screen's pixels under compression of medium quality, in levels, plus a
  /// margin.
  private static let lossyDistance = 6.0
}

import DiffEngine
import PNGCodec

/// AFSnapshotTesting's actuals as Xcode attaches them: lossy pictures, which show what the difference
/// paints over, and are never accepted.
extension Finder {
  /// Gives exported pictures to the cases that they show, and drops the cases that the export alone
  /// would make.
  mutating func joinAttachments() {
    let masked = cases.indices.filter { cases[$0].isMasked }
    guard !masked.isEmpty else { return }
    var joined: Set<Int> = []
    for index in cases.indices where cases[index].layout == Self.xcode {
      guard let actual = cases[index].actual, SnapshotCase.isLossy(actual) else { continue }
      let free = masked.filter { cases[$0].actual == nil && cases[$0].suite == cases[index].suite }
      guard let place = named(cases[index], among: free) ?? shown(actual, among: free) else {
        continue
      }
      cases[place].actual = actual
      cases[place].obstacle = nil
      joined.insert(index)
    }
    cases = cases.indices.filter { !joined.contains($0) }.map { cases[$0] }
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

  /// The one case whose difference shows the same wherever it shows the actual.
  private func shown(_ actual: String, among places: [Int]) -> Int? {
    guard let picture = try? PNG.decode(contentsOf: actual) else { return nil }
    let distances = places.compactMap { place -> (place: Int, distance: Double)? in
      guard let reference = cases[place].reference, let file = cases[place].difference,
        let images = try? PNG.decodeBoth(reference, file),
        let difference = try? DifferencePicture(images.actual, beside: images.reference),
        let distance = difference.meanDistance(of: picture)
      else { return nil }
      return (place, distance)
    }.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
    guard let best = distances.first, best.distance < Self.lossyDistance else { return nil }
    // Two screens that look alike are not told apart by a lossy picture.
    let isAlone = distances.dropFirst().allSatisfy { $0.distance > best.distance + 1 }
    return isAlone ? best.place : nil
  }

  /// What compression of medium quality changes of a screen's pixels on the average, in levels, and
  /// some more.
  private static let lossyDistance = 6.0
}

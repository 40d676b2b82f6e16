import Base
import Catalog
import Changes
import DiffEngine

/// The test that a case belongs to, with the theme and scale in its name:
/// "LoginTests/testLogin.dark@2x" is dark, at 2x.
struct TestVariant: Hashable {
  /// The words of the name without theme and scale.
  let test: [String]
  let theme: String?
  let scale: String?

  init(_ snapshot: SnapshotCase) {
    var rest = nameParts(snapshot.id)
    func take(_ axis: String, usual: [String]) -> String? {
      let own = snapshot.axes.first { $0.axis == axis }?.value.lowercased()
      for word in own.map({ [$0] }) ?? usual {
        let parts = nameParts(word)
        if let place = rest.indices.first(where: { rest[$0...].starts(with: parts) }) {
          rest.removeSubrange(place..<place + parts.count)
          return word
        }
      }
      return own
    }
    theme = take("theme", usual: ["light", "dark"])
    scale = take("scale", usual: ["1x", "2x", "3x", "4x"])
    test = rest
  }

  /// True if the other is the same test in another theme or at another scale; both must name
  /// theirs.
  func isSameTest(as other: Self) -> Bool {
    test == other.test && self != other && (theme == nil) == (other.theme == nil)
      && (scale == nil) == (other.scale == nil)
  }

  /// Returns what distinguishes this variant from the other, such as "in light and dark".
  fileprivate func difference(from other: Self) -> String {
    var words: [String] = []
    if let theme, let its = other.theme, theme != its { words.append("in \(its) and \(theme)") }
    if let scale, let its = other.scale, scale != its { words.append("at \(its) and \(scale)") }
    return words.joined(separator: ", ")
  }
}

/// The cases of tests that have several variants, used to find variants that may show the same
/// change.
struct TestVariants {
  private struct Entry {
    let variant: TestVariant
    let kinds: [String]
    let regions: Int
    /// The box around all regions, and the number of changed pixels in them.
    let box: PixelBox?
    let pixels: Int
    let cause: Int

    init(_ variant: TestVariant, _ change: ChangeKinds, cause: Int) {
      (self.variant, self.cause) = (variant, cause)
      (kinds, regions) = (change.names.sorted(), change.regionCount)
      let boxes = change.regions.map(\.box)
      box = boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
      pixels = change.regions.reduce(0) { $0 + $1.pixels }
    }

    /// The kinds of change that concern more than how something is drawn.
    private var elementKinds: [String] {
      kinds.filter(["appeared", "vanished", "moved"].contains)
    }

    /// True if the same kinds of change affect equally many regions; or, in another theme, a
    /// similar number of pixels at the same place.
    func isAlike(_ other: Self) -> Bool {
      if kinds == other.kinds, regions == other.regions { return true }
      guard variant.scale == other.variant.scale, elementKinds == other.elementKinds,
        let box, let its = other.box
      else { return false }
      let sides = [
        (box.x, its.x), (box.y, its.y), (box.x + box.width, its.x + its.width),
        (box.y + box.height, its.y + its.height),
      ]
      return sides.allSatisfy { abs($0 - $1) <= 2 } && 2 * pixels <= 3 * other.pixels
        && 2 * other.pixels <= 3 * pixels
    }
  }

  private var entries: [[String]: [Entry]] = [:]
  /// Pairs of causes that have one test in two variants: "the same test in light and dark".
  private(set) var pairs: [CauseFamily] = []

  /// Adds a case. Its cause may look like that of the same test in another variant, but that does
  /// not prove that they are the same.
  mutating func add(_ change: ChangeKinds, of snapshot: SnapshotCase, cause: Int) {
    let variant = TestVariant(snapshot)
    guard variant.theme != nil || variant.scale != nil else { return }
    let own = Entry(variant, change, cause: cause)
    let other = entries[variant.test]?.first {
      variant.isSameTest(as: $0.variant) && $0.isAlike(own)
    }
    if let other, other.cause != cause {
      pairs.append(
        CauseFamily(
          causes: [other.cause, cause],
          reason: "the same test \(variant.difference(from: other.variant))"))
    }
    entries[variant.test, default: []].append(own)
  }
}

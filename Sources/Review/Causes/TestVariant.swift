import Catalog
import DiffEngine

/// The test that a case belongs to, and the theme and the scale that its name tells:
/// "LoginTests/testLogin.dark@2x" is dark, at 2x.
struct TestVariant: Hashable {
  /// The words of the name that tell neither.
  let test: [String]
  let theme: String?
  let scale: String?

  init(_ snapshot: SnapshotCase) {
    var rest = Axes.parts(of: snapshot.id)
    func take(_ axis: String, usual: [String]) -> String? {
      let own = snapshot.axes.first { $0.axis == axis }?.value.lowercased()
      for word in own.map({ [$0] }) ?? usual {
        let parts = Axes.parts(of: word)
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

  /// True if the other is the same test in another theme, or at another scale; each has to say so.
  func isSameTest(as other: Self) -> Bool {
    test == other.test && self != other && (theme == nil) == (other.theme == nil)
      && (scale == nil) == (other.scale == nil)
  }

  /// Returns what distinguishes this variant from the other, such as "in dark"; `join` makes one
  /// word of those of the other and of this one.
  fileprivate func difference(from other: Self, _ join: (String, String) -> String) -> String {
    var words: [String] = []
    if let theme, let its = other.theme, theme != its { words.append("in " + join(its, theme)) }
    if let scale, let its = other.scale, scale != its { words.append("at " + join(its, scale)) }
    return words.joined(separator: ", ")
  }
}

/// The cases of tests that have several variants, to find those that show one change.
struct TestVariants {
  private struct Entry {
    let variant: TestVariant
    let change: ChangeKinds
    let cause: Int
  }

  private var entries: [[String]: [Entry]] = [:]

  /// A cause that a case has because another variant of its test has it.
  struct Match {
    let cause: Int
    /// "the same test in light and dark"
    let reason: String
    /// "in dark"
    let name: String
  }

  /// Returns the cause of the same change in another variant of the test: what lies at the same
  /// places, with nothing left unexplained in either.
  func match(for change: ChangeKinds, of snapshot: SnapshotCase) -> Match? {
    let variant = TestVariant(snapshot)
    let entry = entries[variant.test]?.first { entry in
      variant.isSameTest(as: entry.variant)
        && entry.change.isVariant(
          of: change, inAnyColours: entry.variant.theme != variant.theme,
          atAnyScale: entry.variant.scale != variant.scale)
    }
    return entry.map { entry in
      let both = variant.difference(from: entry.variant) { "\($0) and \($1)" }
      return Match(
        cause: entry.cause, reason: "the same test \(both)",
        name: variant.difference(from: entry.variant) { $1 })
    }
  }

  mutating func add(_ change: ChangeKinds, of snapshot: SnapshotCase, cause: Int) {
    let variant = TestVariant(snapshot)
    guard variant.theme != nil || variant.scale != nil else { return }
    entries[variant.test, default: []].append(
      Entry(variant: variant, change: change, cause: cause))
  }
}

import Base
import DiffEngine
import PNGCodec

/// A snapshot in several runs of the same tests, or in several tries of one run.
///
/// In a run without a failure, the reference counts as the rendered picture or text.
package struct TestRuns: Hashable, Sendable {
  package let count: Int
  package internal(set) var failed: Int
  /// True if the case passed in the newest run; an earlier run is then shown.
  package private(set) var hasPassedLast: Bool
  /// The files of the earlier failed runs: the actuals, or the differences if the library writes no
  /// actual.
  package private(set) var failures: [String] = []
  /// The picture or text of another run that differs most from the newest one.
  package internal(set) var unlike: String?
  /// The largest ΔE between the two; nil for texts, differences, and pictures of two sizes.
  package internal(set) var maxDeltaE: Double?

  /// - Parameter isNewest: True if the newest run left a file of the case.
  init(count: Int, failed: Int = 1, isNewest: Bool = true) {
    (self.count, self.failed) = (count, failed)
    hasPassedLast = !isNewest || failed == 0
  }

  /// True if some run rendered the reference, so that the changes in other runs are noise.
  package var isNoise: Bool { (1..<count).contains(failed) }
  package var isFlaky: Bool { isNoise || unlike != nil }

  mutating func add(_ file: String?) {
    failed += 1
    if let file { failures.append(file) }
  }

  package static func comparison(
    _ first: String, _ second: String, by strategy: Strategy,
    ignoring areas: IgnoredAreas = IgnoredAreas()
  ) -> Comparison? {
    PNG.comparing(first, second) {
      DiffEngine.compare($0, $1, strategy: strategy, ignoring: areas).comparison
    }
  }

  var sentence: String {
    guard isNoise else {
      return "Flaky: failed in all \(count) runs, with results that differ"
        + (maxDeltaE.map { " by up to ΔE \(Wording.fixed($0, 1))." } ?? ".")
    }
    return "Flaky: failed in \(failed) of \(count) runs"
      + (maxDeltaE.map {
        ", ΔE ≤ \(Wording.fixed($0, 1)). `snapreview tune` on the same runs finds settings that "
          + "let it pass."
      } ?? ".")
  }
}

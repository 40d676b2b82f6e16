import Pixels

/// A kind of strategy: a library's rule, and all that the rest of the program asks of it.
///
/// A new kind needs a case of `Strategy.Kind`, a file in Libraries/ with its row, and its entry in
/// `Strategy.Kind.rule`.
package final class StrategyRule: Sendable {
  /// The parameters that change the verdict, in the order in which they are shown.
  let parameters: [Strategy.Parameter]
  /// The samples that the library looks at; most decode a file without minding its profile.
  let samples: @Sendable (Strategy) -> PixelSamples
  let unit: @Sendable (Strategy) -> Strategy.Unit
  /// The reason the verdict is a guess; nil if it is the library's own.
  let estimate: @Sendable (Strategy) -> String?
  /// Remarks on settings that the library would refuse, and on what it cannot see.
  let remarks: @Sendable (Strategy) -> [String]
  /// The code to write in the test; see `Strategy.testLine`.
  let testLine: @Sendable (Strategy) -> String?
  /// The most mismatches of a match, out of a total, with the library's own rounding.
  let allowed: @Sendable (Strategy, Int) -> Int
  /// True if the library counts pixels that it was told to ignore among the total.
  let totalHasIgnored: Bool
  /// True if the library judges an overlay's two sizes instead of refusing them.
  let comparesSizes: @Sendable (Overlay) -> Bool
  /// Finds the pixels that differ, before clusters are looked at.
  let find: @Sendable (Overlay, Strategy) -> Findings
  /// The count that decides, and the total that it is out of.
  let count: @Sendable (Tally, Strategy) -> (Int, of: Int)

  init(
    _ parameters: [Strategy.Parameter],
    samples: @escaping @Sendable (Strategy) -> PixelSamples = { _ in .codes },
    unit: @escaping @Sendable (Strategy) -> Strategy.Unit = { _ in .pixels },
    estimate: @escaping @Sendable (Strategy) -> String? = { _ in nil },
    remarks: @escaping @Sendable (Strategy) -> [String] = { _ in [] },
    testLine: @escaping @Sendable (Strategy) -> String? = { _ in nil },
    allowed: @escaping @Sendable (Strategy, Int) -> Int,
    totalHasIgnored: Bool = false,
    comparesSizes: @escaping @Sendable (Overlay) -> Bool = { _ in false },
    count: @escaping @Sendable (Tally, Strategy) -> (Int, of: Int) = { tally, _ in
      (tally.counted, of: tally.total)
    },
    find: @escaping @Sendable (Overlay, Strategy) -> Findings
  ) {
    self.parameters = parameters
    self.samples = samples
    self.unit = unit
    self.estimate = estimate
    self.remarks = remarks
    self.testLine = testLine
    self.allowed = allowed
    self.totalHasIgnored = totalHasIgnored
    self.comparesSizes = comparesSizes
    (self.count, self.find) = (count, find)
  }
}

extension Strategy.Kind {
  package var rule: StrategyRule {
    switch self {
    case .naive: .naive
    case .cluster: .cluster
    case .perceptual: .perceptual
    case .combined: .combined
    case .pointfree: .pointfree
    case .uber: .uber
    case .pixelmatch: .pixelmatch
    case .accuracy: .accuracy
    case .average: .average
    case .odiff: .odiff
    case .looksSame: .looksSame
    case .resemble: .resemble
    case .roborazzi: .roborazzi
    case .paparazzi: .paparazzi
    case .ssim: .ssim
    }
  }

  /// The parameters that change this kind's verdict, in the order they are shown.
  package var parameters: [Strategy.Parameter] { rule.parameters }

  /// True if ΔE in the strategy's formula is part of the verdict.
  package var usesFormula: Bool { parameters.contains(.formula) }
}

extension Strategy {
  /// The samples that the library looks at: the colours that a file stands for, or the numbers in
  /// it.
  ///
  /// Two Display P3 files that clip to one sRGB colour differ in their codes; the same codes
  /// tagged with two profiles do not.
  public var samples: PixelSamples { kind.rule.samples(self) }

  /// True if the verdict is our guess at arithmetic that the library does not publish.
  package var isEstimate: Bool { kind.rule.estimate(self) != nil }

  package var unit: Unit { kind.rule.unit(self) }

  /// The code to write in the test to get this verdict from the library itself:
  /// ".combined(threshold: 0, clusterSize: 7, deltaE: 2.0)".
  ///
  /// nil where the library has no such strategy, or not with these parameters.
  package var testLine: String? { kind.rule.testLine(self) }

  /// Sentences worth reading about these settings: where the library itself would refuse them, what
  /// is an estimate, what the rule cannot see.
  package var remarks: [String] {
    kind.rule.remarks(self) + [kind.rule.estimate(self)].compactMap(\.self)
  }

  /// The most mismatches of a match, with the rounding of the library that the strategy names.
  ///
  /// - Parameter total: The total that mismatches are counted out of.
  public func allowed(of total: Int) -> Int { kind.rule.allowed(self, total) }
}

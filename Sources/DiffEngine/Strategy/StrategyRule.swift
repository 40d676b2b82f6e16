import Pixels

/// A kind of strategy: a library's rule, and everything the rest of the program needs to know about
/// it.
///
/// A new kind needs a case of `Strategy.Kind`, a file in Libraries/ with its rule, and its entry in
/// `Strategy.Kind.rule`.
package struct StrategyRule: Sendable {
  /// The parameters that affect the verdict, in display order.
  let parameters: [Strategy.Parameter]
  /// The samples that the library reads; most libraries ignore a file's profile.
  var samples: @Sendable (Strategy) -> PixelSamples = { _ in .codes }
  var unit: @Sendable (Strategy) -> Strategy.Unit = { _ in .pixels }
  /// The reason why the verdict is an estimate; nil if it is the library's own.
  var estimate: @Sendable (Strategy) -> String? = { _ in nil }
  /// Remarks on settings that the library would refuse, and on changes that it cannot see.
  var remarks: @Sendable (Strategy) -> [String] = { _ in [] }
  /// The code for the test; see `Strategy.testLine`.
  var testLine: @Sendable (Strategy) -> String? = { _ in nil }
  /// The number of mismatches allowed for a total, with the library's own rounding.
  let allowed: @Sendable (Strategy, Int) -> Int
  /// True if the library includes ignored pixels in the total.
  var totalHasIgnored = false
  /// True if the library judges an overlay of two sizes instead of refusing it.
  var comparesSizes: @Sendable (Overlay) -> Bool = { _ in false }
  /// The deciding count, and the total on which its share is based.
  var count: @Sendable (Tally, Strategy) -> (Int, of: Int) = { tally, _ in
    (tally.counted, of: tally.total)
  }
  /// Finds the differing pixels, before clusters are considered.
  let find: @Sendable (Overlay, Strategy) -> Findings
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

  /// The parameters that affect this kind's verdict, in display order.
  package var parameters: [Strategy.Parameter] { rule.parameters }

  /// True if the verdict depends on ΔE in the strategy's formula.
  package var usesFormula: Bool { parameters.contains(.formula) }
}

extension Strategy {
  /// The samples that the library reads: the colours that a file represents, or the numbers in it.
  ///
  /// Two Display P3 files that clip to the same sRGB colour differ in their codes; equal codes
  /// tagged with two profiles do not.
  public var samples: PixelSamples { kind.rule.samples(self) }

  /// True if the verdict estimates a computation that the library does not publish.
  package var isEstimate: Bool { kind.rule.estimate(self) != nil }

  package var unit: Unit { kind.rule.unit(self) }

  /// The code for the test that gives this verdict from the library itself: ".combined(threshold:
  /// 0, clusterSize: 7, deltaE: 2.0)".
  ///
  /// nil if the library has no such strategy, or does not accept these parameters.
  package var testLine: String? { kind.rule.testLine(self) }

  /// Remarks on these settings: values that the library would refuse, estimates, and changes that
  /// the rule cannot see.
  package var remarks: [String] {
    kind.rule.remarks(self) + [kind.rule.estimate(self)].compactMap(\.self)
  }

  /// Returns the number of allowed mismatches, rounded as the strategy's library does.
  ///
  /// - Parameter total: The total on which shares of mismatches are based.
  public func allowed(of total: Int) -> Int { kind.rule.allowed(self, total) }
}

extension StrategyRule {
  /// pixelmatch as Playwright and jest-image-snapshot ship it: YIQ distance, with antialiased
  /// pixels excluded by its 3 x 3 rule and translucent pixels laid over white, or over a
  /// checkerboard as pixelmatch itself does since 7.0.
  static let pixelmatch = StrategyRule(
    parameters: [.yiqThreshold, .includeAntialiasing, .checkerboard, .threshold, .runner],
    testLine: { $0.pixelmatchLine },
    allowed: { strategy, total in
      strategy.threshold(of: total) { strategy.runner.count($0, of: total) }
    },
    // The screenshot was masked when it was taken, so masked pixels count as equal ones.
    totalHasIgnored: true,
    find: { overlay, strategy in
      let limit = 35215 * strategy.yiqThreshold * strategy.yiqThreshold
      let mask = overlay.mask(
        withoutEdgesOf: strategy.includeAntialiasing ? nil : .pixelmatch,
        over: strategy.checkerboard ? .checkerboard(width: overlay.sharedWidth) : .white
      ) { first, second, ground in
        YIQ(first, over: ground).squaredDistance(YIQ(second, over: ground)) > limit
      }
      return Findings(mask: mask)
    })
}

extension Strategy.Runner {
  /// Returns the number of pixels that a share allows.
  fileprivate func count(_ share: Double, of total: Int) -> Int {
    switch self {
    // Fails if n > ratio * width * height.
    case .playwright: Int(share * Double(total))
    // Passes if n / total <= failureThreshold.
    case .jest: largestMatch(share: share, of: total)
    // The same in single precision.
    case .regCLI: largestMatch(below: total) { Float($0) / Float(total) <= Float(share) }
    }
  }
}

extension Strategy {
  /// The code for the test. pixelmatch itself only counts; the runner decides how many pixels may
  /// differ.
  fileprivate var pixelmatchLine: String {
    switch runner {
    case .playwright:
      let options = arguments(
        "threshold: \(yiqThreshold)", "includeAA: \(includeAntialiasing)", playwrightAllowance)
      return "{ \(options) }"
    case .jest:
      let allowed =
        switch threshold {
        case .count(let count): "failureThreshold: \(count), failureThresholdType: \"pixel\""
        case .share(let share), .precision(let share, _):
          "failureThreshold: \(share), failureThresholdType: \"percent\""
        }
      return "{ \(allowed), customDiffConfig: "
        + "{ threshold: \(yiqThreshold), includeAA: \(includeAntialiasing) } }"
    case .regCLI:
      let allowed =
        if case .share(let share) = threshold { "-T \(share)" } else { "-S \(threshold.text)" }
      return "reg-cli actual expected diff -M \(yiqThreshold) \(allowed)"
        + (includeAntialiasing ? "" : " -A")
    }
  }

  /// Playwright's option for the number of allowed mismatches; nil for its default, none.
  var playwrightAllowance: String? {
    switch threshold {
    case 0: nil
    case .count(let count): "maxDiffPixels: \(count)"
    case .share(let share): "maxDiffPixelRatio: \(share)"
    case .precision(let precision, _): "maxDiffPixelRatio: \(1 - precision)"
    }
  }
}

extension Strategy {
  /// A parameter, with its name in rules and JSON; the cases are in the order of JSON output.
  ///
  /// A new one needs a property of `Strategy`, a kind that uses it, its entry, and its use in a
  /// comparison; flags, rules, ranges, words, knobs and JSON follow from the entry.
  package enum Parameter: String, CaseIterable, Sendable {
    case threshold, deltaE, formula, clusterSize, precision, perceptualPrecision, platform
    case perPixelTolerance, overallTolerance, yiqThreshold, includeAntialiasing, checkerboard
    case requiredAccuracy, ignoreAntialiasing, runner, tolerance, antialiasingTolerance
    case includeCaret, misMatchThreshold, maxDistance, maxPercentDifference
  }
}

extension Strategy.Parameter {
  /// Everything that the rest of the program knows about a parameter.
  package struct Entry: Sendable {
    package let flag: String
    /// The name of the value in `--help`; empty if the flag takes none.
    package let valueName: String
    package let help: String
    /// The name in a sentence, by default the flag's words: "cluster size".
    package let words: String
    /// The phrase for the status line, with the value; nil if it goes without saying.
    let phrase: @Sendable (Strategy) -> String?
    package let form: Form
    /// The knobs that turn it.
    package let knobs: [Knob]
    /// The values that people use in tests, which tuning tries, strictest first.
    let usual: [Double]

    fileprivate init(
      _ flag: String, _ valueName: String, _ help: String, words: String? = nil, _ form: Form,
      knobs: [Knob] = [], usual: [Double] = [], phrase: @escaping @Sendable (Strategy) -> String?
    ) {
      (self.flag, self.valueName, self.help) = (flag, valueName, help)
      self.words = words ?? String(flag.dropFirst(2).map { $0 == "-" ? " " : $0 })
      (self.phrase, self.form, self.knobs, self.usual) = (phrase, form, knobs, usual)
    }
  }

  /// The form of a parameter's values, and the property of the strategy that stores them.
  package enum Form: Sendable {
    case allowance
    case whole(any WritableKeyPath<Strategy, Int> & Sendable, from: Int)
    case number(any WritableKeyPath<Strategy, Double> & Sendable, to: Int, step: Step)
    /// - isStricter: True if setting the flag accepts less.
    case flag(any WritableKeyPath<Strategy, Bool> & Sendable, isStricter: Bool)
    case choice(
      [ParameterValue], @Sendable (Strategy) -> ParameterValue,
      @Sendable (inout Strategy, ParameterValue) -> Void)

    fileprivate static func words<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
      _ place: any WritableKeyPath<Strategy, Choice> & Sendable
    ) -> Form {
      .choice(
        Choice.allCases.map { .word($0.rawValue) }, { .word($0[keyPath: place].rawValue) },
        { strategy, value in
          guard case .word(let name) = value, let choice = Choice(rawValue: name) else { return }
          strategy[keyPath: place] = choice
        })
    }
  }

  /// The step size of a number, in the direction of more tolerance.
  package enum Step: Sendable {
    /// Up by 0.1 below 2, by 0.5 below 10, then by 1.
    case deltaE
    /// Down by 0.001 from 0.99, by 0.01 below: for a share that must match.
    case share
    /// Up by 0.001 to 0.01, by 0.01 above: for a share that may differ.
    case rest
    /// Up by 0.01.
    case hundredth
    /// Up by 0.01 below 0.1, then like `deltaE`.
    case percent
  }

  /// A pair of keys that turns one parameter of each kind.
  package enum Knob: Sendable {
    /// `(` and `)`: the amount by which a colour may differ.
    case colour
    /// `{` and `}`: which differing pixels count.
    case cluster
    /// `<` and `>`: the number of pixels that may differ.
    case count
  }

  /// The parameter's name in a sentence: "cluster size".
  package var words: String { entry.words }

  package var flag: String { entry.flag }

  package var entry: Entry {
    switch self {
    case .threshold:
      Entry(
        "--threshold", "N", "Mismatches that are still allowed: a count, or a share such as 0.1%.",
        .allowance, knobs: [.count], usual: [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
      ) { "threshold \($0.threshold.text)" }
    case .deltaE:
      Entry(
        "--delta-e", "E", "Largest ΔE that still matches: 0 to 100.", words: "ΔE",
        .number(\.deltaE, to: 100, step: .deltaE), knobs: [.colour],
        usual: [0, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30]
      ) { $0.formula == .ciede2000 ? "ΔE \($0.deltaE)" : "ΔE\($0.formula.rawValue) \($0.deltaE)" }
    case .formula:
      Entry(
        "--formula", "formula", "The ΔE formula of perceptual and combined (default: 2000).",
        .choice(
          Strategy.Formula.allCases.map { .whole($0.rawValue) }, { .whole($0.formula.rawValue) },
          { strategy, value in
            if case .whole(let number) = value {
              strategy.formula = Strategy.Formula(rawValue: number) ?? strategy.formula
            }
          })
      ) { _ in nil }
    case .clusterSize:
      Entry(
        "--cluster-size", "S", "Smallest cluster that counts, in pixels.",
        .whole(\.clusterSize, from: 1), knobs: [.cluster],
        usual: [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50]
      ) { "cluster \($0.clusterSize)" }
    case .precision:
      Entry(
        "--precision", "P", "Share of bytes or pixels that must match: 0 to 1.",
        .number(\.precision, to: 1, step: .share), knobs: [.count],
        usual: [1, 0.9999, 0.9995, 0.999, 0.998, 0.995, 0.99, 0.98, 0.97, 0.95, 0.9, 0.8]
      ) { "precision \($0.precision)" }
    case .perceptualPrecision:
      Entry(
        "--perceptual-precision", "Q", "1 - ΔE / 100 of the library's rule: 0 to 1.",
        .number(\.perceptualPrecision, to: 1, step: .share), knobs: [.colour],
        usual: [1, 0.99, 0.98, 0.97, 0.96, 0.95, 0.93, 0.9, 0.85, 0.8]
      ) { "perceptual \($0.perceptualPrecision)" }
    case .platform:
      Entry(
        "--platform", "platform",
        "Where pointfree's test runs: ios (default), in sRGB, or macos, in each file's own colours.",
        .words(\.platform)
      ) { $0.platform == .ios ? nil : $0.platform.rawValue }
    case .perPixelTolerance:
      Entry(
        "--per-pixel-tolerance", "T", "Share of 256 by which a channel may differ: 0 to 1.",
        words: "per-pixel tolerance", .number(\.perPixelTolerance, to: 1, step: .rest),
        knobs: [.colour], usual: [0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2]
      ) { "per pixel \($0.perPixelTolerance)" }
    case .overallTolerance:
      Entry(
        "--overall-tolerance", "T", "Share of pixels that may differ: 0 to 1.",
        .number(\.overallTolerance, to: 1, step: .rest), knobs: [.count],
        usual: [0, 0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1]
      ) { "overall \($0.overallTolerance)" }
    case .yiqThreshold:
      Entry(
        "--yiq-threshold", "T", "The threshold of pixelmatch and odiff: 0 to 1 (default: 0.1).",
        words: "YIQ threshold", .number(\.yiqThreshold, to: 1, step: .hundredth), knobs: [.colour],
        usual: [0, 0.01, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4]
      ) { "YIQ \($0.yiqThreshold)" }
    case .includeAntialiasing:
      Entry(
        "--include-aa", "",
        "Also count pixels that pixelmatch or looks-same takes for antialiasing.",
        words: "antialiasing", .flag(\.includeAntialiasing, isStricter: true), knobs: [.cluster]
      ) { "antialiasing \($0.includeAntialiasing ? "counted" : "ignored")" }
    case .checkerboard:
      Entry(
        "--checkerboard", "",
        "Lay pixels with alpha over pixelmatch 7's checkerboard (default: white, as before 7).",
        .flag(\.checkerboard, isStricter: true)
      ) { $0.checkerboard ? "over a checkerboard" : nil }
    case .requiredAccuracy:
      Entry(
        "--required-accuracy", "A", "Share of equal pixels that is required: 0 to 1.",
        .number(\.requiredAccuracy, to: 1, step: .share), knobs: [.colour, .count],
        usual: [1, 0.9999, 0.9995, 0.999, 0.998, 0.995, 0.99, 0.98, 0.95]
      ) { "required \($0.requiredAccuracy)" }
    case .ignoreAntialiasing:
      Entry(
        "--ignore-aa", "", "Do not count pixels that odiff or Resemble takes for antialiasing.",
        words: "antialiasing", .flag(\.ignoreAntialiasing, isStricter: false), knobs: [.cluster]
      ) { "antialiasing \($0.ignoreAntialiasing ? "ignored" : "counted")" }
    case .runner:
      Entry(
        "--runner", "runner",
        "The tool that rounds a share to pixels under pixelmatch (default: playwright).",
        .words(\.runner)
      ) { $0.runner == .playwright ? nil : $0.runner.rawValue }
    case .tolerance:
      Entry(
        "--tolerance", "E", "The ΔE at which looks-same tells colours apart (default: 2.3).",
        .number(\.tolerance, to: 100, step: .deltaE), knobs: [.colour],
        usual: [1, 2.3, 3, 4, 5, 7, 10, 15]
      ) { "tolerance \($0.tolerance)" }
    case .antialiasingTolerance:
      Entry(
        "--aa-tolerance", "L", "Luma by which looks-same's even areas may vary (default: 0).",
        words: "antialiasing tolerance", .whole(\.antialiasingTolerance, from: 0)
      ) { $0.antialiasingTolerance == 0 ? nil : "aa tolerance \($0.antialiasingTolerance)" }
    case .includeCaret:
      Entry(
        "--include-caret", "", "Also count pixels that looks-same takes for a text caret.",
        words: "caret",
        .flag(\.includeCaret, isStricter: true)
      ) { $0.includeCaret ? "caret counted" : nil }
    case .misMatchThreshold:
      Entry(
        "--mismatch-threshold", "P",
        "BackstopJS's misMatchThreshold, per cent of the pixels (default: 0.1).",
        words: "misMatchThreshold", .number(\.misMatchThreshold, to: 100, step: .percent),
        knobs: [.count], usual: [0, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
      ) { "misMatchThreshold \($0.misMatchThreshold)%" }
    case .maxDistance:
      Entry(
        "--max-distance", "D",
        "Roborazzi's maxDistance between equal colours, 0 to 2 (default: 0.007).",
        words: "maxDistance", .number(\.maxDistance, to: 2, step: .rest), knobs: [.colour],
        usual: [0.004, 0.007, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2]
      ) { "maxDistance \($0.maxDistance)" }
    case .maxPercentDifference:
      Entry(
        "--max-percent-difference", "P", "Paparazzi's maxPercentDifference (default: 0.01).",
        words: "maxPercentDifference", .number(\.maxPercentDifference, to: 100, step: .percent),
        knobs: [.count], usual: [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
      ) { "maxPercentDifference \($0.maxPercentDifference)%" }
    }
  }
}

extension Strategy.Kind {
  /// Returns the parameter that a knob turns for this kind.
  package func parameter(of knob: Strategy.Parameter.Knob) -> Strategy.Parameter? {
    parameters.first { $0.entry.knobs.contains(knob) }
  }
}

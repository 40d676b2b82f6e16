import Base
import Catalog
import DiffEngine
import Host
import Settings
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private func snapshot(_ id: String, baseline: Baseline? = nil) -> SnapshotCase {
  SnapshotCase(id: id, suite: "S", name: "n", layout: .uber, baseline: baseline)
}

private let sample = """
  # What we agreed on in March.
  [default]
  strategy = "combined"   # ours
  threshold = 0
  clusterSize = 7
  deltaE = 2
  formula = 2000

  # Gradients differ between GPUs.
  [[rule]]
  match = "**/Gradient*"
  deltaE = 7.0

  """

struct RuleBookTests {
  private func strategy(_ kind: Strategy.Kind, _ change: (inout Strategy) -> Void = { _ in })
    -> Strategy
  {
    var strategy = Strategy(kind)
    change(&strategy)
    return strategy
  }

  @Test func `default and rules apply in order, the later the stronger`() throws {
    let text = sample + "[[rule]]\nmatch = \"Charts/**\"\ndeltaE = 3\nstrategy = \"perceptual\"\n"
    let book = try RuleBook(parsing: text, file: "rules.toml")
    let base = strategy(.naive) { $0.precision = 0.5 }
    let plain = book.strategy(for: snapshot("Other/a"), default: base)
    #expect(plain.kind == .combined && plain.clusterSize == 7 && plain.deltaE == 2)
    #expect(plain.precision == 1, "what was set for another strategy does not count for this one")
    #expect(book.strategy(for: snapshot("Other/Gradient1"), default: base).deltaE == 7)
    let both = book.strategy(for: snapshot("Charts/Gradient1"), default: base)
    #expect(both.deltaE == 3 && both.kind == .perceptual && both.clusterSize == 7)
  }

  @Test func `a library's own settings hold until a rule says otherwise`() throws {
    let base = Layout(rawValue: "playwright").strategy
    func found(_ rule: String) throws -> Strategy {
      try RuleBook(parsing: "[default]\n\(rule)\n", file: "r").strategy(
        for: snapshot("a"), default: base)
    }
    #expect(try found("") == base && base.yiqThreshold == 0.2)
    #expect(try found("threshold = 5").yiqThreshold == 0.2)
    #expect(try found("strategy = 'pixelmatch'\nthreshold = 5").yiqThreshold == 0.2)
    #expect(try found("yiqThreshold = 0.3").yiqThreshold == 0.3)
    #expect(try found("strategy = 'odiff'") == Strategy(.odiff))
  }

  @Test func `patterns also stand for the baseline's path`() throws {
    let book = try RuleBook(
      parsing: "[[rule]]\nmatch = \"Tests/__Snapshots__/**\"\nthreshold = 9\n",
      file: "/repo/.snapreview.toml")
    let baseline = Baseline(
      path: "/repo/Tests/__Snapshots__/A/b.png", root: "/repo/Tests/__Snapshots__")
    let found = book.strategy(for: snapshot("A/b", baseline: baseline), default: Strategy(.naive))
    #expect(found.threshold == 9)
    let byRoot = try RuleBook(
      parsing: "[[rule]]\nmatch = \"A/*.png\"\nthreshold = 9\n", file: "/x/r")
    #expect(
      byRoot.strategy(for: snapshot("Q/b", baseline: baseline), default: Strategy(.naive)).threshold
        == 9)
  }

  @Test(
    arguments: [
      ("[default]\ndeltaE = 101\n", "r.toml:2: deltaE = 101 is not a number from 0 to 100."),
      ("[default]\ndeltaE = nan\n", "r.toml:2: deltaE = nan is not a number from 0 to 100."),
      ("[default]\n\nclusterSize = 0\n", "r.toml:3: clusterSize = 0 is not a whole number from 1."),
      ("[default]\nthreshold = 1.5\n", "r.toml:2: threshold = 1.5 is not \(thresholds)."),
      ("[default]\nthreshold = \"1\"\n", "r.toml:2: threshold = \"1\" is not \(thresholds)."),
      ("[default]\nformula = 95\n", "r.toml:2: formula = 95 is not 76, 94, 2000."),
      (
        "[default]\nincludeAntialiasing = 1\n",
        "r.toml:2: includeAntialiasing = 1 is not true or false."
      ),
      ("[default]\nprecision = 1.01\n", "r.toml:2: precision = 1.01 is not a number from 0 to 1."),
      (
        "[default]\nstrategy = \"fuzzy\"\n",
        "r.toml:2: strategy = \"fuzzy\": no such value. Allowed: naive, cluster, perceptual, combined, "
          + "pointfree, uber, pixelmatch, accuracy, average, odiff, looks-same, resemble, roborazzi, paparazzi, "
          + "ssim."
      ),
      (
        "[default]\nstrategy = \"preceptual\"\n",
        "r.toml:2: strategy = \"preceptual\": no such value. Did you mean \"perceptual\"? Allowed: "
          + "naive, cluster, perceptual, combined, pointfree, uber, pixelmatch, accuracy, average, "
          + "odiff, looks-same, resemble, roborazzi, paparazzi, ssim."
      ),
      (
        "[[rule]]\ndeltaE = 1\n",
        "r.toml:1: a rule without \"match\". Give a pattern such as match = \"**/Gradient*\"."
      ),
      (
        "[[rule]]\nmatch = 3\n",
        "r.toml:2: \"match\" must be a pattern in quotes, such as \"**/Gradient*\"."
      ),
      (
        "# x\n[defaults]\n",
        "r.toml:2: unknown key \"defaults\". Did you mean \"default\"? Allowed: actuals, [default], [[rule]], [layout], [axes]."
      ),
      (
        "deltaE = 1\n",
        "r.toml:1: \"deltaE\" must be below [default] or in a [[rule]]."
      ),
      ("[rule]\nmatch = \"a\"\n", "r.toml:1: \"rule\" must be a list of tables: [[rule]]."),
      ("default = 3\n", "r.toml:1: \"default\" must be a table: [default]."),
      ("[default]\n\u{1B} = 1\n", nil),
      ("[default\n", nil),
      ("[default]\ndeltaE = 1\ndeltaE = 2\n", nil),
    ] as [(String, String?)])
  func `what is wrong is told with its line`(_ text: String, _ message: String?) throws {
    let error = try #require(throws: SettingsError.self) {
      try RuleBook(parsing: text, file: "r.toml")
    }
    if let message { #expect(error.description == message) }
    #expect(error.description.hasPrefix("r.toml:"))
    #expect(printable(error.description) == error.description)
  }

  @Test func `a pattern longer than any path is refused`() throws {
    let book = { (count: Int) in
      try RuleBook(
        parsing: "[[rule]]\nmatch = \"\(String(repeating: "[", count: count))\"\n", file: "r.toml")
    }
    _ = try book(4_096)
    let error = try #require(throws: SettingsError.self) { try book(4_000_000) }
    #expect(
      error.description
        == "r.toml:2: \"match\" has 4,000,000 bytes; the most is 4,096. Split it over several "
        + "rules.")
  }

  @Test func `an unknown key names its line, what was meant and what is allowed`() throws {
    let text =
      "[default]\nthreshold = 0\n\n[[rule]]\nmatch = \"a\"\n\n[[rule]]\nmatch = \"b\"\ndelta-e = 1\n"
    let error = try #require(throws: SettingsError.self) {
      try RuleBook(parsing: text, file: "r.toml")
    }
    #expect(
      error.description
        == "r.toml:9: unknown key \"delta-e\". Did you mean \"deltaE\"? Allowed: match, strategy, "
        + "threshold, deltaE, formula, clusterSize, precision, perceptualPrecision, platform, "
        + "perPixelTolerance, overallTolerance, yiqThreshold, includeAntialiasing, checkerboard, requiredAccuracy, "
        + "ignoreAntialiasing, runner, tolerance, antialiasingTolerance, includeCaret, "
        + "misMatchThreshold, maxDistance, maxPercentDifference, ignore, sizeTolerance."
    )
  }

  @Test func `inline and dotted forms are read too`() throws {
    let book = try RuleBook(
      parsing: "default.deltaE = 3\nrule = [{ match = \"a\", deltaE = 4 }]\n", file: "r")
    #expect(book.strategy(for: snapshot("none"), default: Strategy(.naive)).deltaE == 3)
    #expect(book.strategy(for: snapshot("a"), default: Strategy(.naive)).deltaE == 4)
  }

  @Test func `saving changes only the lines it must`() throws {
    let new = try RuleBook.edited(
      sample, setting: strategy(.combined) { ($0.clusterSize, $0.deltaE) = (9, 2) }, match: nil,
      file: "r")
    #expect(new == sample.replacing("clusterSize = 7", with: "clusterSize = 9"))
    let same = try RuleBook.edited(
      sample, setting: strategy(.combined) { ($0.clusterSize, $0.deltaE) = (7, 2) }, match: nil,
      file: "r")
    #expect(same == sample, "2 is 2.0")
  }

  @Test func `saving keeps the comment behind a value`() throws {
    let new = try RuleBook.edited(sample, setting: strategy(.naive), match: nil, file: "r")
    #expect(new == sample.replacing("\"combined\"   # ours", with: "\"naive\"   # ours"))
  }

  @Test func `saving a rule changes the rule that has the pattern`() throws {
    let new = try RuleBook.edited(
      sample, setting: strategy(.perceptual) { $0.deltaE = 5.5 }, match: "**/Gradient*", file: "r")
    #expect(
      new
        == sample.replacing(
          "deltaE = 7.0\n",
          with: "deltaE = 5.5\nstrategy = \"perceptual\"\nthreshold = 0\nformula = 2000\n"))
  }

  @Test func `a new rule goes to the end, a new default before the rules`() throws {
    let rule = try RuleBook.edited(
      sample, setting: strategy(.cluster) { $0.clusterSize = 4 }, match: "A/\"b\"", file: "r")
    #expect(
      rule == sample
        + "\n[[rule]]\nmatch = \"A/\\\"b\\\"\"\nstrategy = \"cluster\"\nthreshold = 0\nclusterSize = 4\n"
    )
    let text = "# Top.\n\n# Why.\n[[rule]]\nmatch = \"a\"\ndeltaE = 1\n"
    let withDefault = try RuleBook.edited(text, setting: strategy(.naive), match: nil, file: "r")
    #expect(
      withDefault
        == "# Top.\n\n[default]\nstrategy = \"naive\"\nthreshold = 0\n\n# Why.\n[[rule]]\n"
        + "match = \"a\"\ndeltaE = 1\n")
  }

  @Test func `a form that cannot be edited by lines is refused`() {
    let text = "default = { strategy = \"naive\" }\n"
    #expect(throws: SettingsError.self) {
      try RuleBook.edited(text, setting: strategy(.cluster), match: nil, file: "r")
    }
  }

  @Test func `a threshold may be a share, and a platform a word`() throws {
    let text = """
      [default]
      strategy = "pointfree"
      platform = "macos"
      threshold = "0.1%"
      """
    let strategy = try RuleBook(parsing: text, file: "r").strategy(
      for: snapshot("a"), default: Strategy(.naive))
    #expect(strategy.platform == .macos)
    #expect(strategy.threshold == .share(0.001))
    for (line, reason) in [
      ("threshold = \"0.1\"", "\"0.1\" is not a whole number from 0 or a percentage"),
      ("threshold = \"101%\"", "\"101%\" is not a whole number from 0 or a percentage"),
      ("platform = \"linux\"", "\"linux\" is not \"ios\", \"macos\""),
    ] {
      let error = #expect(throws: SettingsError.self) {
        try RuleBook(parsing: "[default]\n" + line, file: "r")
      }
      #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }
  }

  @Test func `what is saved is read back, for every kind`() throws {
    var random = SplitMix(seed: 5)
    var text = ""
    for round in 0..<300 {
      var wanted = Strategy(Strategy.Kind.allCases.randomElement(using: &random)!)
      wanted.threshold = .count(Int.random(in: 0...9, using: &random))
      wanted.clusterSize = Int.random(in: 1...64, using: &random)
      wanted.deltaE = Double(Int.random(in: 0...1000, using: &random)) / 10
      wanted.formula = Strategy.Formula.allCases.randomElement(using: &random)!
      wanted.precision = Double.random(in: 0...1, using: &random)
      wanted.includeAntialiasing = Bool.random(using: &random)
      wanted.checkerboard = Bool.random(using: &random)
      let match =
        round % 3 == 0 ? nil : ["Charts/*", "**/Dark*", "C#d"].randomElement(using: &random)
      text = try RuleBook.edited(text, setting: wanted, match: match, file: "r")
      if match != nil, !text.hasSuffix("# end\n") { text += round % 7 == 0 ? "# end\n" : "" }
      let book = try RuleBook(parsing: text, file: "r")
      let read =
        match == nil
        ? book.strategy(for: snapshot("none"), default: Strategy(.naive))
        : try RuleBook(parsing: only(text, match!), file: "r").strategy(
          for: snapshot(match!), default: Strategy(.naive))
      #expect(read.kind == wanted.kind)
      for parameter in wanted.kind.parameters where parameter == .deltaE || parameter == .threshold
      {
        #expect(read.deltaE == wanted.deltaE || parameter != .deltaE)
        #expect(read.threshold == wanted.threshold || parameter != .threshold)
      }
    }
    #expect(text.components(separatedBy: "[default]").count == 2)
    #expect(text.components(separatedBy: "[[rule]]").count == 4)
  }

  @Test func `what is saved counts whatever other rules or the library say`() throws {
    let jest = Layout(rawValue: "jest-image-snapshot").strategy
    #expect(jest.kind == .pixelmatch && jest.runner == .jest)
    for wanted in [strategy(.pixelmatch), strategy(.perceptual), strategy(.pointfree)] {
      let others = "[default]\nformula = 76\nplatform = \"macos\"\nrunner = \"reg-cli\"\n"
      for text in ["", others] {
        let saved = try RuleBook.edited(text, setting: wanted, match: "a", file: "r")
        let book = try RuleBook(parsing: saved, file: "r")
        let read = book.strategy(for: snapshot("a"), default: jest)
        #expect(read.settings.map(\.value) == wanted.settings.map(\.value))
        for (key, value) in wanted.settings { #expect(saved.contains("\(key) = \(value)")) }
      }
    }
  }

  /// The rule of one pattern alone, its pattern made one that matches itself.
  private func only(_ text: String, _ match: String) -> String {
    let quoted = "match = \"\(match)\""
    let part = text.components(separatedBy: "[[rule]]\n").first { $0.hasPrefix(quoted) }!
    return "[[rule]]\nmatch = \"**\"" + part.dropFirst(quoted.count)
  }

  @Test func `the nearest file above the failures is read, and saved to`() throws {
    let folder = TestFolder()
    folder.write(".snapreview.toml", "[default]\nthreshold = 1\n")
    folder.write("a/.snapreview.toml", sample)
    folder.folder("a/b/c")
    folder.folder(".git")
    let book = try RuleBook.load(RulesFileSearch(opened: folder["a/b/c"]))
    #expect(book.file == folder["a/.snapreview.toml"])
    let saved = try book.saving(strategy(.naive), on: .real)
    #expect(saved.strategy(for: snapshot("none"), default: Strategy(.cluster)).kind == .naive)
    #expect(
      folder.bytes("a/.snapreview.toml").map { String(decoding: $0, as: UTF8.self) }
        == sample.replacing("\"combined\"   # ours", with: "\"naive\"   # ours"))
    #expect(folder.names(in: "a") == [".snapreview.toml", "b"])
  }

  @Test func `without a file the book is empty and is saved at the top of the repository`() throws {
    let folder = TestFolder()
    folder.folder("repo/.git")
    folder.folder("repo/build/failures")
    let book = try RuleBook.load(RulesFileSearch(opened: folder["repo/build/failures"]))
    #expect(book.file == nil)
    _ = try book.saving(strategy(.cluster) { $0.clusterSize = 3 }, match: "A/**", on: .real)
    let again = try RuleBook.load(RulesFileSearch(opened: folder["repo/build/failures"]))
    #expect(again.file == folder["repo/.snapreview.toml"])
    #expect(again.strategy(for: snapshot("A/b"), default: Strategy(.naive)).clusterSize == 3)
  }

  /// Matching and saving took minutes when each rule cost as much as all before it.
  @Test func `tens of thousands of rules are read, matched and saved`() throws {
    let rules = (0..<30_000).map { "[[rule]]\nmatch = \"**/Case\($0)*\"\nthreshold = \($0)\n" }
    let text = rules.joined(separator: "\n")
    let book = try RuleBook(parsing: text, file: "r.toml")
    for index in stride(from: 0, to: 30_000, by: 3_000) {
      let strategy = book.strategy(for: snapshot("Suite/Case\(index)x"), default: Strategy(.naive))
      #expect(strategy.threshold == .count(index))
    }
    let saved = try RuleBook.edited(
      text, setting: strategy(.naive) { $0.threshold = 7 }, match: "**/Case29999*", file: "r.toml")
    #expect(saved.hasSuffix("threshold = 7\n") || saved.contains("threshold = 7\nstrategy"))
  }

  @Test func `a file that is no text is an error, not a crash`() throws {
    let folder = TestFolder()
    folder.write(".snapreview.toml", [0xFF, 0xFE, 0x00])
    #expect(throws: SettingsError.self) { try RuleBook.load(RulesFileSearch(opened: folder["x"])) }
    folder.remove(".snapreview.toml")
    folder.folder(".snapreview.toml")
    let error = try #require(throws: SettingsError.self) {
      try RuleBook.load(RulesFileSearch(opened: folder["x"]))
    }
    #expect(error.description.hasSuffix("cannot be read (it is a folder)."))
  }
}

/// The allowed values of a threshold, in the words of an error.
private let thresholds = "a whole number from 0 or a percentage such as \"0.1%\""

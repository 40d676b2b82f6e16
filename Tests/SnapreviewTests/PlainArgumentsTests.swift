import DiffEngine
import TestSupport
import Testing
import snapreview

/// The short way of reading a command line against ArgumentParser's.
@Suite struct PlainArgumentsTests {
  @Test func `two files and flags in full are plain`() throws {
    let words = [
      "compare", "--strategy", "combined", "a.png", "--delta-e", "2.5", "b c.png",
      "--cluster-size", "7", "--format", "json", "--diff-output", "d.png", "--diff-style", "heat",
    ]
    let comparison = try #require(FileComparison.plain(words))
    #expect(comparison.reference == "a.png")
    #expect(comparison.actual == "b c.png")
    #expect(comparison.format == .json)
    #expect(comparison.diffOutput == "d.png")
    #expect(comparison.diffStyle == .heat)
    var strategy = Strategy(.combined)
    (strategy.deltaE, strategy.clusterSize) = (2.5, 7)
    #expect(comparison.override.applied(to: Strategy(.naive)) == strategy)
  }

  @Test(arguments: [
    "compare a", "compare a b c", "compare a b --help", "compare a b --delta-e",
    "compare a b --delta-e=2", "compare a b --delta-e two", "compare a b --delta-e -2",
    "compare a b --strategy none", "compare a b --formula 1", "compare a b --threshold 1.5",
    "compare a b --format json --format text", "compare -- a b", "compare a b --verbose 1",
    "list a b", "a b", "",
  ])
  func `all else is left to ArgumentParser`(_ line: String) {
    #expect(FileComparison.plain(line.split(separator: " ").map(String.init)) == nil)
  }

  @Test func `whatever is plain means the same to ArgumentParser`() throws {
    var random = SplitMix(seed: 41)
    var plain = 0
    for _ in 0..<2_000 {
      let words = Self.words(&random)
      guard let short = FileComparison.plain(["compare"] + words) else { continue }
      plain += 1
      let long = try FileComparison(parsing: words)
      #expect(Self.content(short) == Self.content(long), "\(words)")
    }
    #expect(plain > 200)
  }

  /// Everything that a comparison says, as one text.
  private static func content(_ comparison: FileComparison) -> String {
    let override = comparison.override
    let parts: [Any] = [
      comparison.reference, comparison.actual, comparison.format, comparison.diffOutput as Any,
      comparison.diffStyle, override.kind as Any, override.parameters,
      override.literal(over: Strategy(.naive)),
    ]
    return "\(parts)"
  }

  /// Two files and up to four flags in any order, some of them wrong.
  private static func words(_ random: inout some RandomNumberGenerator) -> [String] {
    var groups = [["a.png"], ["b.txt"]]
    for flag in flags.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
      groups.append(
        flag.values.randomElement(using: &random).map { [flag.name, $0] } ?? [flag.name])
    }
    if Int.random(in: 0..<10, using: &random) == 0 { groups.append([""]) }
    return groups.shuffled(using: &random).flatMap { $0 }
  }

  private static let flags: [(name: String, values: [String])] = [
    ("--format", ["text", "json", "xml"]), ("--diff-output", ["d.png", "a.png", ""]),
    ("--diff-style", DifferenceStyle.allCases.map(\.rawValue) + ["none"]),
    ("--strategy", Strategy.Kind.allCases.map(\.rawValue) + ["Naive"]),
    ("--threshold", ["0", "12", "+3", "1e3", "99999999999999999999", "0.1%", "%"]),
    ("--cluster-size", ["1", "007", " 7"]),
    ("--delta-e", ["2", "0.5", "1e-3", "inf", "nan", ".5"]),
    ("--formula", ["76", "94", "2000", "2001"]), ("--precision", ["0.99", "1"]),
    ("--perceptual-precision", ["0.98"]), ("--per-pixel-tolerance", ["0x1p-4"]),
    ("--overall-tolerance", ["1"]), ("--yiq-threshold", ["0.2"]), ("--include-aa", []),
    ("--checkerboard", []), ("--platform", ["ios", "macos", "linux"]),
    ("--required-accuracy", ["0.9"]), ("--nonsense", ["1"]),
  ]
}

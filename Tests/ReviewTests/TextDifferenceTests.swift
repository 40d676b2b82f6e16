import Base
import Review
import TestSupport
import Testing

/// "-old [word]" for a removed line, "+" for an added one, " " for the rest; changed parts in
/// brackets.
private func drawn(_ difference: TextDifference) -> [String] {
  difference.lines.map { line in
    let sign = line.kind == .same ? " " : line.kind == .removed ? "-" : "+"
    return sign + line.pieces.map { $0.changed ? "[\($0.text)]" : $0.text }.joined()
  }
}

struct TextDifferenceTests {
  @Test func `the sizes of files that cannot be shown say how they differ`() throws {
    let folder = TestFolder()
    let (old, new) = (folder.write("a.gif", [0, 1]), folder.write("b.gif", [0, 1, 2]))
    let difference = try TextDifference(ofBytes: old, new)
    #expect(difference.sizes?.sentence == "differs, 3 bytes against 2")
    #expect(try TextDifference(ofBytes: old, old).isEmpty)
  }

  @Test func `equal texts have no difference`() {
    let difference = TextDifference(reference: "a\nb\n", actual: "a\nb\n")
    #expect(difference.isEmpty)
    #expect(drawn(difference) == [" a", " b"])
    #expect(TextDifference(reference: "", actual: "").lines.isEmpty)
  }

  /// Words in a changed line; of several removed lines the most alike is the one that changed.
  @Test(arguments: [
    (
      "<UILabel; frame = (0 0; 100 20); text = 'Hi'>\n",
      "<UILabel; frame = (0 8; 100 24); text = 'Hi'>\n",
      [
        "-<UILabel; frame = (0 [0]; 100 [20]); text = 'Hi'>",
        "+<UILabel; frame = (0 [8]; 100 [24]); text = 'Hi'>",
      ]
    ),
    (
      "one thing\nlabel text is old\nlast\n", "label text is new\nlast\n",
      ["-[one thing]", "-label text is [old]", "+label text is [new]", " last"]
    ),
    ("alpha beta\n", "gamma delta\n", ["-[alpha beta]", "+[gamma delta]"]),
    (
      "keep the old red one\n", "keep the new blue one\n",
      ["-keep the [old red] one", "+keep the [new blue] one"]
    ),
  ])
  func `changed lines show the words that changed, and the spaces between them`(
    _ reference: String, _ actual: String, _ lines: [String]
  ) {
    let difference = TextDifference(reference: reference, actual: actual)
    #expect(drawn(difference) == lines)
    let sides = ["-", "+"].map { sign in lines.count { $0.hasPrefix(sign) } }
    #expect(difference.changedLines == sides.max())
  }

  @Test func `lines carry their numbers on both sides`() {
    let difference = TextDifference(reference: "a\nb\nc\n", actual: "a\nc\nd\n")
    #expect(difference.lines.map(\.kind) == [.same, .removed, .same, .added])
    #expect(difference.lines.map(\.referenceNumber) == [1, 2, 3, nil])
    #expect(difference.lines.map(\.actualNumber) == [1, nil, 2, 3])
  }

  @Test func `a missing last newline is a difference that is seen`() {
    let difference = TextDifference(reference: "a\nb\n", actual: "a\nb")
    #expect(drawn(difference) == [" a", "-b", "+b[ (no newline at the end)]"])
    #expect(TextDifference(reference: "a", actual: "a").isEmpty)
    #expect(!TextDifference(reference: "", actual: "\n").isEmpty)
  }

  @Test func `letters that only look equal are a difference`() {
    #expect(!TextDifference(reference: "caf\u{E9}\n", actual: "cafe\u{301}\n").isEmpty)
    #expect(!TextDifference(reference: "a\r\n", actual: "a\n").isEmpty)
  }

  /// Each would take minutes where the work had no bound.
  @Test(arguments: SlowTexts.all)
  func `texts made to be slow are compared coarsely instead`(_ texts: SlowTexts) {
    let difference = TextDifference(reference: texts.reference, actual: texts.actual)
    #expect(difference.changedLines > 0)
    let removed = difference.lines.filter { $0.kind != .added }.map(\.text)
    #expect(removed.joined(separator: "\n") + "\n" == texts.reference)
  }

  /// Applied to the reference, the difference gives the actual; whatever the texts.
  @Test func `both texts can be read back from the lines`() {
    var random = SplitMix(seed: 7)
    for round in 0..<400 {
      let words = ["", "a", "b", "a b", "view hidden", "view shown", "é", "{", "}"]
      let text = { (random: inout SplitMix) in
        let count = Int.random(in: 0..<(round % 40 + 1), using: &random)
        return (0..<count).map { _ in words.randomElement(using: &random)! + "\n" }.joined()
      }
      let (reference, actual) = (text(&random), text(&random))
      let difference = TextDifference(reference: reference, actual: actual)
      let read = { (kind: TextDifference.Line.Change) in
        difference.lines.filter { $0.kind == .same || $0.kind == kind }
          .map { $0.text + "\n" }.joined()
      }
      #expect(read(.removed) == reference)
      #expect(read(.added) == actual)
      #expect(difference.isEmpty == (reference == actual))
    }
  }

  @Test func `ten thousand lines without one in common come out as replaced`() {
    let reference = (0..<10_000).map { "old \($0)\n" }.joined()
    let actual = (0..<10_000).map { "new \($0)\n" }.joined()
    #expect(TextDifference(reference: reference, actual: actual).changedLines == 10_000)
  }

  @Test func `ten thousand shuffled lines still come out right`() {
    var random = SplitMix(seed: 11)
    let lines = (0..<10_000).map { "line \($0 % 50)\n" }
    let difference = TextDifference(
      reference: lines.joined(), actual: lines.shuffled(using: &random).joined())
    #expect(difference.lines.count { $0.kind != .added } == 10_000)
    #expect(difference.lines.count { $0.kind != .removed } == 10_000)
  }

  @Test func `one change in ten thousand equal-looking lines is one change`() {
    var lines = Array(repeating: "  }\n", count: 10_000)
    let reference = lines.joined()
    lines[5_000] = "  )\n"
    #expect(TextDifference(reference: reference, actual: lines.joined()).changedLines == 1)
  }

  @Test func `a single line of a million signs is compared`() {
    let long = String(repeating: "{\"a\":1},", count: 125_000)
    let difference = TextDifference(reference: long, actual: "é" + long.dropLast() + "ü")
    #expect(difference.changedLines == 1)
    #expect(
      difference.lines[1].text == "é" + long.dropLast() + "ü " + TextDifference.noNewline
        || difference.lines[1].text == "é" + long.dropLast() + "ü")
  }
}

struct SequenceMatchTests {
  /// The slow way: the table of longest common subsequences.
  private func longest(_ a: [Int], _ b: [Int]) -> Int {
    var best = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        best[i][j] = a[i] == b[j] ? best[i + 1][j + 1] + 1 : max(best[i + 1][j], best[i][j + 1])
      }
    }
    return best[0][0]
  }

  @Test func `the common subsequence is as long as the table says`() throws {
    var random = SplitMix(seed: 3)
    for _ in 0..<2_000 {
      let numbers = { (random: inout SplitMix) in
        (0..<Int.random(in: 0..<14, using: &random)).map { _ in
          Int.random(in: 0..<4, using: &random)
        }
      }
      let (a, b) = (numbers(&random), numbers(&random))
      var effort = Effort()
      let pairs = try #require(commonSubsequence(a[...], b[...], limit: 100, effort: &effort))
      #expect(pairs.count == longest(a, b))
      #expect(pairs.allSatisfy { a[$0.0] == b[$0.1] })
      #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 < $1.1 })
      let quick = matches(a, b, effort: &effort)
      #expect(quick.allSatisfy { a[$0.0] == b[$0.1] })
      #expect(zip(quick, quick.dropFirst()).allSatisfy { $0.0 < $1.0 && $0.1 < $1.1 })
    }
  }

  @Test func `more differences than the limit are not looked for`() {
    let (a, b) = ([1, 2, 3][...], [4, 5, 6][...])
    var effort = Effort()
    #expect(commonSubsequence(a, b, limit: 5, effort: &effort) == nil)
    #expect(commonSubsequence(a, b, limit: 6, effort: &effort)?.isEmpty == true)
    effort = Effort(10)
    #expect(commonSubsequence(a, b, limit: 6, effort: &effort) == nil)
  }
}

/// Pairs of texts that make a search for differences slow.
struct SlowTexts: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var reference: String
  var actual: String

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  static let all = [
    SlowTexts(
      testDescription: "anchors that come to light one by one",
      reference: lines(80_000) { $0 % 2 == 0 ? "\($0 / 2)" : "\($0 / 2 - 1)" },
      actual: lines(80_000) { $0 % 2 == 0 ? "\($0 / 2 + 3)" : "\($0 / 2 + 1)" }),
    SlowTexts(
      testDescription: "two kinds of line by chance",
      reference: chance(1), actual: chance(2)),
    SlowTexts(
      testDescription: "long runs of one line",
      reference: lines(120_000) { $0 % 1_009 == 0 ? "x" : "" },
      actual: lines(120_000) { $0 % 1_013 == 0 ? "x" : "" }),
    SlowTexts(
      testDescription: "a few lines of a million words",
      reference: lines(20) { row in words(50_000, row) },
      actual: lines(20) { row in words(50_000, row + 1) }),
    SlowTexts(
      testDescription: "many lines of two thousand words",
      reference: lines(1_000) { row in words(1_900, row) },
      actual: lines(1_000) { row in words(1_900, row + 7_000) }),
  ]

  private static func chance(_ seed: UInt64) -> String {
    var random = SplitMix(seed: seed)
    return lines(120_000) { _ in Bool.random(using: &random) ? "a" : "b" }
  }

  private static func words(_ count: Int, _ seed: Int) -> String {
    var random = SplitMix(seed: UInt64(seed))
    return (0..<count).map { _ in ["a", "b", "c", "d"].randomElement(using: &random)! }
      .joined(separator: " ")
  }
}

import DiffEngine
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Pictures of which one has a row more, as a height that is no whole number of points gives it.
struct SizeToleranceTests {
  private let scratch = TestFolder()

  private func run(_ rule: String, _ command: String, changes: Int = 0) throws -> Program.Result {
    scratch.addFailure("testRow")
    for name in ["ReferenceImages_64/AppTests/testRow", "FailureDiffs/AppTests/reference_testRow"] {
      scratch.write("\(name).png", PixelImage.plain(32, 32))
    }
    scratch.write(
      "FailureDiffs/AppTests/failed_testRow.png", PixelImage.plain(32, 33, changes: changes))
    scratch.write("rules.toml", "[default]\nstrategy = \"cluster\"\n\(rule)\n")
    return try Program.run(
      command, scratch.failures, "--format", "json", "--rules", scratch["rules.toml"])
  }

  @Test func `a row by rounding is called so, and fails where no rule allows it`() throws {
    let list = try run("", "list")
    #expect(list.texts("verdict") == ["sizeMismatch"] && list.numbers("mismatched") == [32])
    let cause = list.cases[0]["cause"] as? [String: Any]
    #expect(cause?["text"] as? String == "1 row added at the bottom, likely rounding")
    #expect(try run("", "check").status == 1)
  }

  @Test func `a rule lets it pass where the rest is within the rule`() throws {
    #expect(try run("sizeTolerance = 1", "check").status == 0)
    let more = try run("sizeTolerance = 1", "list", changes: 3)
    #expect(more.texts("verdict") == ["mismatch"] && more.numbers("mismatched") == [3])
    #expect(try run("sizeTolerance = 1\nthreshold = 3", "check", changes: 3).status == 0)
    let none = try run("sizeTolerance = 0", "list")
    #expect(none.texts("verdict") == ["sizeMismatch"])
    let wrong = try run("sizeTolerance = -1", "list")
    #expect(wrong.status != 0 && wrong.errors.contains("sizeTolerance = -1 is not a whole number"))
  }

  @Test func `the landscape judges what the comparison does, and the mask has the whole canvas`() {
    let (first, second) = (PixelImage.plain(32, 32), PixelImage.plain(33, 32, changes: 2))
    let strategy = Strategy(.cluster)
    var areas = IgnoredAreas()
    areas.sizeTolerance = 1
    let (comparison, mask) = compare(first, second, strategy: strategy, ignoring: areas)
    #expect(comparison.verdict == .mismatch && comparison.mismatched == 2)
    #expect(mask.width == 33 && mask.count == 2)
    let landscape = Landscape(first, second, formula: .ciede2000, ignoring: areas)
    #expect(landscape.comparison(strategy)?.mismatched == 2)
    #expect(landscape.verdict(strategy) == .mismatch)
  }
}

import Foundation
import TestSupport
import Testing

@Suite struct TuneCommandTests {
  let scratch: TestFolder

  init() throws {
    scratch = TestFolder()
    for count in 1...3 { scratch.addFailure("testNoise\(count)", changes: count) }
    for count in [20, 30] { scratch.addFailure("testBug\(count)", changes: count) }
  }

  private func rules() -> String { String(decoding: scratch.bytes("rules.toml")!, as: UTF8.self) }

  private func decide() throws {
    _ = try Program.run("tolerate", scratch.failures, "--filter", "testNoise*")
    _ = try Program.run("reject", scratch.failures, "--filter", "testBug*")
  }

  @Test func `the setting that parts what was decided is told with its figures`() throws {
    try decide()
    let result = try Program.run("tune", scratch.failures, "--strategy", "naive")
    #expect(result.status == 0)
    #expect(result.lines.first == "Learnt from 3 of noise and 2 of change.")
    #expect(result.output.contains("naive  threshold 11\n"))
    #expect(result.output.contains("passes 3 of 3 of noise, fails 2 of 2 of change: 100 % right"))
    #expect(result.output.contains("threshold from 3, below 20"))
    #expect(result.output.contains("in the test: .naive(threshold: 11)"))
    #expect(result.output.contains("pixelmatch"))
  }

  @Test func `the same as JSON`() throws {
    try decide()
    let result = try Program.run(
      "tune", scratch.failures, "--strategy", "naive", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let best = try #require(object["recommended"] as? [String: Any])
    #expect((best["strategy"] as? [String: Any])?["threshold"] as? Int == 11)
    #expect(best["rightShare"] as? Double == 1)
    #expect((object["strategies"] as? [[String: Any]])?.count ?? 0 > 4)
  }

  @Test func `two folders teach without a decision`() throws {
    let bugs = TestFolder()
    bugs.addFailure("testBug", changes: 50)
    let noise = TestFolder()
    noise.addFailure("testNoise", changes: 2)
    let result = try Program.run(
      "tune", "--noise", noise.failures, "--change", bugs.failures, "--strategy", "naive")
    #expect(result.output.contains("naive  threshold 26\n"))
  }

  @Test func `--write changes the default rule and nothing else`() throws {
    try decide()
    let rules = scratch.write("rules.toml", "# ours\n[default]\nthreshold = 1 # strict\n")
    let shown = try Program.run(
      "tune", scratch.failures, "--rules", rules, "--strategy", "naive", "--write", "--dry-run")
    #expect(shown.errors.contains("would write [default]"))
    #expect(self.rules().contains("threshold = 1 # strict"))
    let result = try Program.run(
      "tune", scratch.failures, "--rules", rules, "--strategy", "naive", "--write")
    #expect(result.status == 0)
    let text = self.rules()
    #expect(text.hasPrefix("# ours\n[default]\n"))
    #expect(text.contains("threshold = 11 # strict"))
  }

  @Test func `without anything tolerated it says what to do`() throws {
    let result = try Program.run("tune", scratch.failures)
    #expect(result.status == 2)
    #expect(result.errors.contains("Nothing is tolerated yet."))
    let other = try Program.run("tune", scratch.failures, "--strategy", "uber")
    #expect(other.errors.contains("Give one of naive, cluster, perceptual, combined."))
    #expect(try Program.run("tune", "--noise", scratch.failures).status == 2)
  }
}

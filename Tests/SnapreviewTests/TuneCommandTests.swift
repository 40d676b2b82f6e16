import DiffEngine
import Foundation
import PNGCodec
import TestSupport
import Testing

@Suite struct TuneCommandTests {
  private let scratch = TestFolder()

  init() {
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
    // The folder is iOSSnapshotTestCase's, whose tests know nothing of this.
    #expect(
      result.output.contains(
        "no line for the test: iOSSnapshotTestCase has no naive; its own: uber"))
    #expect(result.output.contains("pixelmatch"))
  }

  @Test func `the same as JSON`() throws {
    try decide()
    let result = try Program.run(
      "tune", scratch.failures, "--strategy", "naive", "--format", "json")
    #expect(result.json["schema"] as? Int == 1)
    let best = try #require(result.json["recommended"] as? [String: Any])
    #expect((best["strategy"] as? [String: Any])?["threshold"] as? Int == 11)
    #expect(best["rightShare"] as? Double == 1)
    #expect((result.json["strategies"] as? [[String: Any]])?.count ?? 0 > 4)
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

  private func addFaintFailure(_ name: String, _ count: Int) {
    let reference = Picture.plain(8, 8)
    var actual = reference
    actual.changePixels { pixels in
      for index in 0..<count { pixels[index] = Pixel(202, 202, 202, 255) }
    }
    scratch.write("ReferenceImages_64/AppTests/\(name).png", reference)
    scratch.write("FailureDiffs/AppTests/reference_\(name).png", reference)
    scratch.write("FailureDiffs/AppTests/failed_\(name).png", actual)
  }

  @Test func `what it recommends is never worse than a row of its own table`() throws {
    // Noise of many pixels beside a bug of few: no count parts them, a distance of colours does.
    for (index, count) in [40, 50, 60].enumerated() {
      addFaintFailure("testFaint\(index)", count)
    }
    try decide()
    _ = try Program.run("tolerate", scratch.failures, "--filter", "testFaint*")
    for flags in [[], ["--strategy", "naive"]] {
      let result = try Program.run(["tune", scratch.failures, "--format", "json"] + flags)
      let recommended = try #require(result.json["recommended"] as? [String: Any])
      let rows = try #require(result.json["strategies"] as? [[String: Any]])
      let shares = rows.compactMap { $0["rightShare"] as? Double }
      let kind = (recommended["strategy"] as? [String: Any])?["name"] as? String
      #expect(flags.isEmpty == (recommended["rightShare"] as? Double == shares.max()))
      #expect(flags.isEmpty == (kind != "naive"))
    }
  }

  @Test func `it proposes what p proposes on the screen`() throws {
    _ = try Program.run("tolerate", scratch.failures, "--filter", "testNoise*")
    let result = try Program.run("tune", scratch.failures)
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 200, rows: 40)
    try terminal.waitUntilMeasured("of 5")
    terminal.send("p")
    try terminal.wait("the proposal") { $0.text.contains("forgive the fewest pixels") }
    #expect(terminal.screen.text.contains("naive  threshold 3: passes the 3 tolerated"))
    #expect(result.output.contains("naive  threshold 3\n"))
  }

  /// A screen with an edge whose antialiasing has a level, and as much of a box.
  private func screen(edge: UInt8, box: Int) throws -> [UInt8] {
    let pixels = (0..<3600).map { index in
      let (x, y) = (index % 60, index / 60)
      let isBox = (30..<30 + box).contains(x) && (10..<10 + box).contains(y)
      let level: UInt8 = isBox ? 60 : x < 20 ? 0 : x == 20 ? edge : 255
      return Pixel(level, level, level, 255)
    }
    return try PNG.encode(PixelImage(width: 60, height: 60, pixels: pixels))
  }

  @Test func `the history of a repository teaches, and it says which commits it took for what`()
    throws
  {
    let repository = TestRepository()
    func record(_ message: String, edge: UInt8, box: Int) throws {
      for name in ["a", "b"] {
        repository.folder.write("__Snapshots__/\(name).png", try screen(edge: edge, box: box))
      }
      repository.folder.write("notes.txt", message)
      repository.commit(message)
    }
    try record("First recording", edge: 128, box: 0)
    try record("Render\u{1B}[31m elsewhere", edge: 136, box: 0)
    try record("Add a box", edge: 136, box: 9)
    repository.folder.write("notes.txt", "only a text")
    repository.commit("No recording")
    let result = try Program.run("tune", "--git", "HEAD", repository.folder.path)
    #expect(result.status == 0)
    #expect(result.lines.first == "Learnt from 2 commits: 2 of noise and 2 of change.")
    let rows = result.lines.dropFirst().prefix(3).map {
      // A hash is another one each time.
      $0.split(separator: " ").filter { $0.count != 10 }.joined(separator: " ")
    }
    #expect(
      rows == [
        "TAKEN FOR COMMIT CASES LEFT OUT SUBJECT", "change 2 0 Add a box",
        "noise 2 0 Render\\e[31m elsewhere",
      ])
    #expect(result.output.contains("passes 2 of 2 of noise, fails 2 of 2 of change: 100 % right"))

    let one = try Program.run("tune", "--git", "HEAD~2..HEAD", repository.folder.path)
    #expect(one.status == 2)
    #expect(one.errors.contains("Of 1 commit that recorded images again none is rendering noise"))
    let none = try Program.run("tune", "--git", "HEAD~1..HEAD", repository.folder.path)
    #expect(none.status == 0)
    #expect(none.errors.contains("changed an image that was there before it"))
  }
}

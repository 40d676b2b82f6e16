import DiffEngine
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

struct TuneCommandTests {
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
    #expect(result.lines.first == "Based on 3 pairs of noise and 2 of change.")
    #expect(result.output.contains("naive  threshold 5\n"))
    #expect(result.output.contains("passes 3 of 3 pairs of noise, fails 2 of 2 of change\n"))
    #expect(result.output.contains("  threshold 5 to 10\n"))
    #expect(
      result.output.contains(
        "how it does on others is not known: that takes 10 pairs of noise and 10 of change, "
          + "and there are 3 and 2"
      ))
    #expect(result.output.contains("\n       ?        3 of 3        2 of 2  "))
    // The folder is iOSSnapshotTestCase's, whose tests know nothing of this.
    #expect(
      result.output.contains(
        "no line for the test: iOSSnapshotTestCase has no \"naive\" strategy; use \"uber\""))
    #expect(result.output.contains("pixelmatch"))
  }

  @Test func `the same as JSON`() throws {
    try decide()
    let result = try Program.run(
      "tune", scratch.failures, "--strategy", "naive", "--format", "json")
    let object = result.json
    #expect(object["schema"] as? Int == 1)
    let best = try #require(object["recommended"] as? [String: Any])
    #expect((best["strategy"] as? [String: Any])?["threshold"] as? Int == 5)
    #expect(best["rightShare"] as? Double == 1 && best["heldOut"] is NSNull)
    #expect(best["separates"] as? Bool == true)
    let margin = try #require((object["margins"] as? [[String: Any]])?.first)
    #expect(margin["from"] as? Int == 5 && margin["to"] as? Int == 10)
    #expect((object["strategies"] as? [[String: Any]])?.count ?? 0 > 4)
  }

  @Test func `two folders teach without a decision`() throws {
    let bugs = TestFolder()
    bugs.addFailure("testBug", changes: 50)
    let noise = TestFolder()
    noise.addFailure("testNoise", changes: 2)
    let result = try Program.run(
      "tune", "--noise", noise.failures, "--change", bugs.failures, "--strategy", "naive")
    #expect(result.output.contains("naive  threshold 5\n"))
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
    #expect(text.contains("threshold = 5 # strict"))
  }

  @Test func `--write makes the rules file that --rules names, if there is none`() throws {
    try decide()
    let arguments = [
      "tune", scratch.failures, "--rules", scratch.path + "/rules.toml", "--strategy", "naive",
    ]
    #expect(try Program.run(arguments).status == 2)
    let shown = try Program.run(arguments + ["--write", "--dry-run"])
    #expect(shown.status == 0 && shown.errors.contains("rules.toml: naive  threshold 5"))
    #expect(scratch.bytes("rules.toml") == nil)
    #expect(try Program.run(arguments + ["--write"]).status == 0)
    #expect(rules() == "[default]\nstrategy = \"naive\"\nthreshold = 5\n")
    #expect(try Program.run(arguments).status == 0)
  }

  @Test func `of decisions that contradict each other it recommends and writes nothing`() throws {
    let scratch = TestFolder()
    for number in 0..<12 { scratch.addFailure("testNoise\(number)", changes: 20 + number) }
    for number in 0..<12 { scratch.addFailure("testBug\(number)", changes: 20 + number) }
    _ = try Program.run("tolerate", scratch.failures, "--filter", "testNoise*")
    _ = try Program.run("reject", scratch.failures, "--filter", "testBug*")
    let rules = scratch.write("rules.toml", "# ours\n")
    let result = try Program.run("tune", scratch.failures, "--rules", rules, "--write")
    #expect(result.status == 1)
    #expect(result.output.contains("No setting separates them. To pass everything"))
    #expect(result.output.contains("give the test a rule of its own"))
    #expect(!result.output.contains("in the test:"))
    #expect(result.errors.contains("nothing was saved."))
    #expect(scratch.bytes("rules.toml").map { $0 == Array("# ours\n".utf8) } == true)
    let json = try Program.run("tune", scratch.failures, "--format", "json").json
    #expect(json["separates"] as? Bool == false)
    #expect(json["recommended"] is NSNull && json["pair"] is NSNull)
  }

  @Test func `without anything tolerated it says what to do`() throws {
    let result = try Program.run("tune", scratch.failures)
    #expect(result.status == 2)
    #expect(result.errors.contains("Nothing is tolerated yet."))
    #expect(try Program.run("tune", "--noise", scratch.failures).status == 2)
    #expect(try Program.run("tune", scratch.failures, "--without", "HEAD").status == 2)
  }

  @Test func `the library's own strategy is tuned, and the best of the others stand beside it`()
    throws
  {
    try decide()
    let result = try Program.run("tune", scratch.failures)
    #expect(result.output.contains("\nuber  per pixel "))
    #expect(
      result.output.contains("in the test: FBSnapshotVerifyViewWithPixelOptions(view, identifier, ")
    )
    for kind in ["pointfree", "pixelmatch", "combined", "odiff", "roborazzi"] {
      #expect(result.output.contains("  \(kind)  "))
    }
  }

  @Test func `it proposes what p proposes on the screen`() throws {
    _ = try Program.run("tolerate", scratch.failures, "--filter", "testNoise*")
    let result = try Program.run("tune", scratch.failures)
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 200, rows: 40)
    try terminal.waitUntilMeasured("of 5")
    try terminal.send("p", showing: "forgive the fewest pixels")
    let settings = try #require(result.lines.first { $0.hasPrefix("uber  per pixel") })
    let shown = { (text: String) in
      text.split { $0.isWhitespace }.joined(separator: " ")
    }
    #expect(shown(terminal.screen.text).contains(shown(settings)))
  }

  /// A screen with a band between two edges, the antialiasing of which has a level that the one
  /// gains and the other loses, and with as much of a box far from both.
  private func screen(
    _ name: String, edge: UInt8, box: Int, shade: UInt8 = 60
  ) throws -> [UInt8] {
    let ground = UInt8(250 + name.count)
    let pixels = (0..<7200).map { index in
      let (x, y) = (index % 120, index / 120)
      let isBox = (90..<90 + box).contains(x) && (10..<10 + box).contains(y)
      let level =
        isBox ? shade : x == 20 ? edge : x == 50 ? 255 - edge : (20..<50).contains(x) ? ground : 0
      return Pixel(level, level, level, 255)
    }
    return try PNG.encode(PixelImage(width: 120, height: 60, pixels: pixels))
  }

  private func record(
    _ message: String, in repository: TestRepository, edge: UInt8, box: Int
  ) throws {
    for name in ["a", "bb"] {
      repository.folder.write(
        "UI/__Snapshots__/\(name).png", try screen(name, edge: edge, box: box))
    }
    repository.folder.write("notes.txt", message)
    repository.commit(message)
  }

  /// The rows of the table of commits; a hash is another one each time.
  private func commits(_ result: Program.Result) -> [String] {
    let words = result.lines.map { $0.split(separator: " ") }
    let known: Set = ["TAKEN", "noise", "change", "pointers", "repeated", "unclear"]
    return words.drop { $0.first != "TAKEN" }
      .prefix { words in words.first.map { known.contains(String($0)) } ?? false }
      .map { $0.filter { $0.count != 10 }.joined(separator: " ") }
  }

  @Test func `the history of a repository teaches, and it says which commits it took for what`()
    throws
  {
    let repository = TestRepository()
    try record("First recording", in: repository, edge: 128, box: 0)
    try record("Render\u{1B}[31m elsewhere", in: repository, edge: 136, box: 0)
    try record("Add a box", in: repository, edge: 136, box: 9)
    repository.folder.write("notes.txt", "only a text")
    repository.commit("No recording")
    let result = try Program.run("tune", "--git", "HEAD", repository.folder.path)
    #expect(result.status == 0)
    #expect(result.lines.first == "Based on 2 commits: 2 pairs of noise and 2 of change.")
    #expect(
      commits(result) == [
        "TAKEN FOR COMMIT IMAGES LEARNT FROM SUBJECT", "change 2 2 Add a box",
        "noise 2 2 Render\\e[31m elsewhere",
      ])
    #expect(result.output.contains("passes 2 of 2 pairs of noise, fails 2 of 2 of change\n"))
    // Where its baselines lie tells the library.
    #expect(result.output.contains("in the test: .image(precision: "))

    let one = try Program.run("tune", "--git", "HEAD~2..HEAD", repository.folder.path)
    #expect(one.status == 2)
    #expect(one.errors.contains("Read 1 commit that recorded images again: in none is"))
    let none = try Program.run("tune", "--git", "HEAD~1..HEAD", repository.folder.path)
    #expect(none.status == 0)
    #expect(none.errors.contains("changed an existing image"))
  }

  @Test(arguments: [false, true])
  func `reading the history can be interrupted, shows what is known by then, and saves nothing`(
    _ writes: Bool
  ) throws {
    let repository = TestRepository()
    try record("First recording", in: repository, edge: 128, box: 0)
    try record("Render elsewhere", in: repository, edge: 136, box: 0)
    try record("Add a box", in: repository, edge: 136, box: 9)
    // The first git that it starts presses Ctrl-C, so that it comes while commits are read.
    let tools = TestFolder()
    tools.write(
      "git",
      """
      #!/bin/bash
      mkdir "${0%/*}/pressed" 2>/dev/null && kill -INT $PPID
      PATH=${PATH#*:} exec git "$@"
      """)
    let result = try Program.shell(
      "chmod +x \"$2/git\"; PATH=\"$2:$PATH\" \"$0\" tune --git HEAD \"$1\" $3",
      repository.folder.path, tools.path, writes ? "--write" : "")
    #expect(result.status == (writes ? 1 : 0))
    #expect(tools.exists("pressed") && result.errors.contains("Interrupted: "))
    #expect(result.output.contains("2 pairs of noise and 2 of change"))
    #expect(result.errors.contains("Nothing was saved") == writes)
    #expect(!repository.folder.exists(".snapreview.toml"))
  }

  @Test func `pointers, reverts, renames and merges teach nothing, nor does what is taken out`()
    throws
  {
    let repository = TestRepository()
    let folder = repository.folder
    try record("First recording", in: repository, edge: 128, box: 0)
    try record("Render elsewhere", in: repository, edge: 136, box: 0)
    try record("Add a box", in: repository, edge: 136, box: 9)
    try record("Take it out again", in: repository, edge: 136, box: 0)
    for name in ["a", "bb"] {
      let digest = String(repeating: String(name.prefix(1)), count: 64)
      folder.write(
        "UI/__Snapshots__/\(name).png",
        Array(
          "version https://git-lfs.github.com/spec/v1\noid sha256:\(digest)\nsize 700\n".utf8))
    }
    repository.commit("Into LFS")
    try record("And back", in: repository, edge: 136, box: 0)
    repository.git("mv", "UI/__Snapshots__/a.png", "UI/__Snapshots__/ccc.png")
    repository.commit("Rename")
    let result = try Program.run("tune", "--git", "HEAD", folder.path)
    #expect(
      commits(result).dropFirst() == [
        "pointers 2 0 And back", "repeated 2 0 Into LFS", "change 2 2 Take it out again",
        "repeated 2 0 Add a box", "noise 2 2 Render elsewhere",
      ])
    let without = try Program.run(
      "tune", "--git", "HEAD", folder.path, "--without", "HEAD~3", "--without", "HEAD~5")
    #expect(without.status == 2)
    #expect(without.errors.contains("in none is at least half"))
    let unknown = try Program.run("tune", "--git", "HEAD", folder.path, "--without", "nothing")
    #expect(unknown.errors.contains("--without nothing: no such commit"))
  }

  @Test func `a commit of which half may be noise teaches neither noise nor change`() throws {
    let repository = TestRepository()
    try record("First recording", in: repository, edge: 20, box: 0)
    // What appeared beside the edges is a tenth of what changed.
    try record("Move an edge, or render elsewhere", in: repository, edge: 240, box: 3)
    try record("Render elsewhere", in: repository, edge: 232, box: 3)
    try record("Add a box", in: repository, edge: 232, box: 9)
    let result = try Program.run("tune", "--git", "HEAD", repository.folder.path)
    #expect(
      commits(result).dropFirst() == [
        "change 2 2 Add a box", "noise 2 2 Render elsewhere",
        "unclear 2 0 Move an edge, or render elsewhere",
      ])
  }

  @Test func `of a commit of which half is noise that half is learnt from, if it goes both ways`()
    throws
  {
    let repository = TestRepository()
    let folder = repository.folder
    try record("First recording", in: repository, edge: 128, box: 0)
    folder.write("UI/__Snapshots__/a.png", try screen("a", edge: 136, box: 0))
    folder.write("UI/__Snapshots__/bb.png", try screen("bb", edge: 136, box: 9))
    repository.commit("Render anew, and add a box")
    try record("Box again", in: repository, edge: 136, box: 5)
    for name in ["a", "bb"] {
      folder.write("UI/__Snapshots__/\(name).png", try screen(name, edge: 136, box: 5, shade: 59))
    }
    repository.commit("Darken the boxes a little")
    let result = try Program.run("tune", "--git", "HEAD", folder.path)
    #expect(
      commits(result).dropFirst() == [
        "unclear 2 0 Darken the boxes a little", "change 2 2 Box again",
        "noise 2 1 Render anew, and add a box",
      ])
  }
}

import DiffEngine
import Pixels
import TestSupport
import Testing

struct CauseCommandTests {
  let scratch = TestFolder.twoCauses()

  private func causes() throws -> [[String: Any]] {
    let result = try Program.run("list", scratch.failures, "--by", "cause", "--format", "json")
    return try #require(result.json["causes"] as? [[String: Any]])
  }

  /// The ID of a cause by its place.
  private func id(_ place: Int) throws -> String {
    try #require(try causes()[place]["id"] as? String)
  }

  private func ids(_ cause: [String: Any]) -> [String] {
    (cause["cases"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }

  @Test func `list and check say of each case what caused it`() throws {
    for command in ["list", "check"] {
      let cases = try Program.run(command, scratch.failures, "--format", "json").cases
      let causes = cases.map { $0["cause"] as? [String: Any] }
      let known = try self.causes().map { $0["id"] as? String }
      #expect(causes.map { $0?["id"] as? String } == [known[0], known[0], known[1], nil])
      #expect(causes[0]?["kinds"] as? [String] != nil)
      #expect((causes[0]?["text"] as? String)?.isEmpty == false)
    }
    let words = try #require(try causes()[0]["text"] as? String)
    let table = try Program.run("list", scratch.failures)
    #expect(table.lines.contains { $0.hasSuffix("AppTests/testA     \(try! id(0)) \(words)") })
  }

  @Test func `list by cause has the cases below what happened, the most first`() throws {
    let causes = try causes()
    let names = causes.compactMap { $0["id"] as? String }
    #expect(Set(names).count == 2 && names.allSatisfy { (4...6).contains($0.count) })
    #expect(causes.map(ids) == [["AppTests/testA", "AppTests/testB"], ["AppTests/testC"]])
    let first = try #require((causes[0]["cases"] as? [[String: Any]])?.first)
    let region = try #require((first["regions"] as? [[String: Any]])?.first)
    #expect(region["width"] as? Int == 3 && region["height"] as? Int == 1)
    #expect(region["pixels"] as? Int == 3)
    #expect(
      Set(first.keys) == ["id", "decision", "verdict", "mismatched", "regionCount", "regions"])
    let flags = ["--by", "cause", "--format", "json", "--boxes"]
    let boxes = try Program.run(["list", scratch.failures] + flags).output
    #expect(boxes.contains(#""boxes":[{"x""#) && boxes.contains(#""strategy":{"name":"naive""#))
    #expect(try Program.run("list", scratch.failures, "--boxes").status == 2)
    let text = try Program.run("list", scratch.failures, "--by", "cause")
    // The two causes look alike.
    #expect(text.lines.first?.hasPrefix("Alike") == true)
    #expect(text.output.contains("  in 2 cases, and nothing else in any of them\n"))
    #expect(text.output.contains("  together: pixel for pixel the same change\n"))
    #expect(text.output.contains("No change\n"))
  }

  @Test func `what cannot be compared stands apart from what did not change`() throws {
    let folder = TestFolder()
    folder.addFailure("testSame", changes: 0)
    folder.addFailure("testTorn")
    folder.write("FailureDiffs/AppTests/failed_testTorn.png", "no picture")
    let list = try Program.run("list", folder.failures, "--by", "cause", "--format", "json")
    let names = ["uncompared", "unchanged"].map { key in
      (list.json[key] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    }
    #expect(names == [["AppTests/testTorn"], ["AppTests/testSame"]])
    let text = try Program.run("list", folder.failures, "--by", "cause").lines
    #expect(text.contains("Nothing to compare") && text.contains("No change"))
  }

  @Test func `of very many places the largest are outlined, and how many there are is said`() throws
  {
    let folder = TestFolder()
    folder.addFailure("testDots", changes: 0, size: 240)
    let dots = (0..<240 * 240).map { index in
      index % 24 == 0 && index / 240 % 24 == 0 ? Pixel(0, 0, 0, 255) : Pixel(200, 200, 200, 255)
    }
    folder.write(
      "FailureDiffs/AppTests/failed_testDots.png", PixelImage(width: 240, height: 240, pixels: dots)
    )
    let page = try Program.run("check", folder.failures, "--format", "html").output
    #expect(page.contains("<p class=note>Outlined: the 48 largest of 100 places.</p>"))
    let list = try Program.run("list", folder.failures, "--by", "cause", "--format", "json")
    #expect(list.output.contains(#""regionCount":100"#))
  }

  @Test(arguments: ["json", "junit", "markdown", "html", "github"])
  func `a filter may leave out a cause, and the other keeps its ID`(_ format: String) throws {
    let check = try Program.run("check", scratch.failures, "--filter", "testC", "--format", format)
    #expect(check.status == 1 && check.output.contains("testC"))
    let list = try Program.run(
      "list", scratch.failures, "--filter", "testC", "--by", "cause", "--format", "json")
    let causes = try #require(list.json["causes"] as? [[String: Any]])
    #expect(try causes.map { $0["id"] as? String } == [id(1)])
    #expect(causes.map(ids) == [["AppTests/testC"]])
  }

  @Test func `a decision takes the undecided cases of a cause`() throws {
    _ = try Program.run("reject", scratch.failures, "--filter", "testA")
    let result = try Program.run("tolerate", scratch.failures, "--cause", id(0))
    #expect(result.status == 0)
    let cases = try Program.run("list", scratch.failures, "--format", "json").cases
    #expect(
      cases.map { $0["decision"] as? String } == [
        "rejected", "tolerated", "undecided", "undecided",
      ])
  }

  @Test func `an accepted case keeps its cause and its ID`() throws {
    let name = try id(0)
    _ = try Program.run("accept", scratch.failures, "--cause", name)
    let causes = try causes()
    #expect(causes.map(ids) == [["AppTests/testA", "AppTests/testB"], ["AppTests/testC"]])
    #expect(try id(0) == name)
    _ = try Program.run("undo", scratch.failures)
    #expect(try self.causes().map(ids) == causes.map(ids))
  }

  @Test func `an ID never means another group`() throws {
    let (first, second) = (try id(0), try id(1))
    scratch.addFailure("testAnother", changes: 3)
    let result = try Program.run("accept", scratch.failures, "--cause", first)
    #expect(result.status == 2)
    let now = try #require(try causes().first { ids($0).count == 3 }?["id"] as? String)
    #expect(
      result.errors.contains(
        "Cause \(first) has changed since it was listed: 2 cases then, 3 now, in cause \(now). "
          + "List again: snapreview list --by cause "), "\(result.errors)")
    let anew = try Program.run("accept", scratch.failures, "--cause", first, "--no-cache")
    #expect(anew.status == 2 && anew.errors.contains("No cause \(first) in this list"))
    #expect(try Program.run("list", scratch.failures, "--format", "json").summary["accepted"] == 0)
    #expect(try Program.run("accept", scratch.failures, "--cause", second).status == 0)
    #expect(try Program.run("accept", scratch.failures, "--cause", second, "--all").status == 2)
  }

  @Test func `another picture of the same case is another cause`() throws {
    let first = try id(0)
    scratch.addFailure("testB", changes: 2)
    let result = try Program.run("accept", scratch.failures, "--cause", first)
    #expect(result.status == 2 && result.errors.contains("2 cases then, 2 now, in causes "))
  }

  @Test func `cleaning later removes the differences of what was accepted`() throws {
    let folder = TestFolder()
    folder.write("S/T/a.png", .plain(8, 8))
    folder.write("Actual/T/a.png", .plain(8, 8, changes: 3))
    folder.write("S/Difference/T/a.diff.png", .plain(8, 8, changes: 3))
    let words = ["S", "--actuals", "Actual"]
    #expect(try Program.run(["accept"] + words + ["--all"], in: folder.path).status == 0)
    #expect(folder.exists("S/Difference/T/a.diff.png"))
    let clean = ["accept"] + words + ["--all", "--clean"]
    let trial = try Program.run(clean + ["--dry-run"], in: folder.path)
    let removed = "would remove \(folder["S/Difference/T/a.diff.png"])\n"
    #expect(trial.output.contains(removed) && !trial.output.contains("->"), "\(trial.output)")
    let cleaned = try Program.run(clean, in: folder.path)
    #expect(cleaned.status == 0 && !folder.exists("S/Difference/T/a.diff.png"), "\(cleaned.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// Four runs of the same tests, the first of which passed: testSteady failed alike in the others,
/// testOnce in one of them, and testDrift differently in each.
struct RunsCommandTests {
  private let scratch = TestFolder()
  private let runs = ["1", "2", "3", "4"]

  init() {
    for run in runs { scratch.folder("runs/\(run)/FailureDiffs") }
    for run in 2...4 {
      fail("testSteady", in: "\(run)", changes: 5)
      fail("testDrift", in: "\(run)", changes: 5 + run)
    }
    fail("testOnce", in: "3", changes: 2)
  }

  private func fail(_ name: String, in run: String, changes: Int) {
    scratch.write("runs/\(run)/ReferenceImages/AppTests/\(name).png", .plain(8, 8))
    let place = "runs/\(run)/FailureDiffs/AppTests"
    scratch.write("\(place)/reference_\(name).png", .plain(8, 8))
    scratch.write("\(place)/failed_\(name).png", .plain(8, 8, changes: changes))
  }

  private func run(_ command: String, _ runs: [String], _ more: String...) throws -> Program.Result
  {
    try Program.run([command, "--runs"] + runs.map { scratch["runs/\($0)"] } + more)
  }

  @Test func `what failed in some runs is flaky, what failed differently is said to have`() throws {
    let list = try run("list", ["2", "3", "4"], "--format", "json")
    #expect(list.texts("id") == ["AppTests/testDrift", "AppTests/testOnce", "AppTests/testSteady"])
    let found = list.cases.map { $0["runs"] as? [String: Any] ?? [:] }
    #expect(found.map { $0["failed"] as? Int } == [3, 1, 3])
    #expect(found.map { $0["count"] as? Int } == [3, 3, 3])
    #expect(found.map { $0["flaky"] as? Bool } == [true, true, false])
    let deltaE = found.map { $0["maxDeltaE"] as? Double }
    #expect(deltaE[0] != nil && deltaE[0] == deltaE[1] && deltaE[2] == nil)
    let places = ["4", "3", "4"].map { scratch["runs/\($0)/FailureDiffs/AppTests"] }
    let actuals = list.texts("actual").compactMap(\.self)
    #expect(zip(actuals, places).allSatisfy { $0.hasPrefix($1) } && actuals.count == 3)
  }

  @Test func `an empty folder ends no check of runs`() throws {
    scratch.folder("runs/empty")
    for runs in [["empty", "2"], ["2", "empty"]] {
      #expect(try run("check", runs).output.contains("runs/empty: an empty folder"))
      let allowed = try run("check", runs, "--allow-empty")
      #expect(allowed.status == 1 && !allowed.output.contains("Nothing"), "\(allowed.output)")
    }
    #expect(try run("check", ["empty", "empty"]).status != 0)
  }

  @Test func `a newest run that left nothing but notes has not passed`() throws {
    scratch.write("runs/notes/README.md", Array("Nothing yet.\n".utf8))
    let check = try run("check", ["2", "notes"], "--allow-flaky")
    #expect(check.status == 1, "\(check.output)")
    #expect(check.output.contains("runs/notes: nothing in it could be a snapshot."))
    #expect(try run("check", ["2", "notes"], "--allow-flaky", "--allow-empty").status == 0)
  }

  @Test func `a run without failures passed every test`() throws {
    let list = try run("list", runs)
    #expect(list.errors.contains("runs/1 holds no failures, so every test counts as passed in it."))
    #expect(list.output.contains("  Flaky: failed in 3 of 4 runs, ΔE ≤ "))
    #expect(list.output.contains("  Flaky: failed in 1 of 4 runs, ΔE ≤ "))
    let causes = try run("list", runs, "--by", "cause").output
    #expect(causes.contains(" flaky: passed in another run  3 cases\n"))
    let json = try run("list", runs, "--by", "cause", "--format", "json").json
    let cause = try #require((json["causes"] as? [[String: Any]])?.first)
    #expect(cause["noise"] as? Bool == true && cause["kinds"] as? [String] == ["flaky"])
    #expect(
      try run("check", runs, "--format", "markdown").output
        .contains("Flaky: failed in 1 of 4 runs"))
  }

  @Test(arguments: ["txt", "pdf", "data"])
  func `a file of any type that failed before and passed last is flaky`(_ type: String) throws {
    for (run, bytes) in [("5", [1]), ("6", [0])] as [(String, [UInt8])] {
      let place = "runs/\(run)/FailureDiffs/AppTests"
      scratch.write("runs/\(run)/ReferenceImages/AppTests/testFile.\(type)", [0])
      scratch.write("\(place)/reference_testFile.\(type)", [0])
      scratch.write("\(place)/failed_testFile.\(type)", bytes)
    }
    let check = try run("check", ["5", "6"])
    #expect(check.status == 1 && check.output.contains("1 case: 1 mismatch; 1 flaky"))
    #expect(check.output.contains("Flaky: failed in 1 of 2 runs."))
    #expect(try run("check", ["5", "6"], "--allow-flaky").status == 0)
  }

  @Test func `two packages with the same test are told apart in every run`() throws {
    for (run, packages) in [("5", ["One", "Two"]), ("6", ["Two"])] {
      for package in packages { fail("testSame", in: "\(run)/\(package)", changes: 4) }
    }
    let list = try run("list", ["5", "6"], "--format", "json")
    let failed = list.cases.map { ($0["runs"] as? [String: Any])?["failed"] as? Int }
    #expect(
      zip(list.texts("actual"), failed).map { "\($0!.contains("/One/")) \($1 ?? 0)" }.sorted()
        == ["false 2", "true 1"])
  }

  @Test func `accepting writes what the newest run rendered`() throws {
    #expect(try run("accept", runs, "--all").status == 0)
    for (name, last) in [("testDrift", "4"), ("testOnce", "3")] {
      let folder = "runs/\(last)"
      #expect(
        scratch.bytes("\(folder)/ReferenceImages/AppTests/\(name).png")
          == scratch.bytes("\(folder)/FailureDiffs/AppTests/failed_\(name).png"))
    }
    #expect(try run("undo", runs, "--all").status == 0)
    #expect(
      scratch.bytes("runs/4/ReferenceImages/AppTests/testDrift.png")
        == scratch.bytes("runs/4/FailureDiffs/AppTests/reference_testDrift.png"))
  }

  @Test func `tune takes what differs between runs as noise`() throws {
    let tune = try run("tune", ["2", "3", "4"], "--format", "json")
    #expect(tune.status == 0, "\(tune.errors)")
    #expect(tune.json["noise"] as? Int == 2, "\(tune.output)")
  }

  /// Leaves a pair that says what it is, as a run whose files stay when a test passes.
  private func pair(in run: Character, fails: Bool) {
    scratch.write("runs/\(run)/login.reference.png", .plain(8, 8))
    scratch.write("runs/\(run)/login.actual.png", .plain(8, 8, changes: fails ? 6 : 0))
  }

  @Test(arguments: ["!==", "=!=", "==!", "!!=", "!!!", "==="])
  func `a failure in one run is counted as often as it was, and fails the check`(
    _ pattern: String
  ) throws {
    for (run, sign) in zip("567", pattern) { pair(in: run, fails: sign == "!") }
    let check = try run("check", ["5", "6", "7"], "--format", "json")
    let failed = pattern.count { $0 == "!" }
    let runs = try #require(check.cases.first?["runs"] as? [String: Any])
    #expect(runs["failed"] as? Int == failed && runs["count"] as? Int == 3)
    #expect(check.status == (failed > 0 ? 1 : 0))
    let isFlaky = failed > 0 && pattern.last == "="
    #expect(check.summary["flaky"] == (isFlaky ? 1 : nil))
    #expect(
      try run("check", ["5", "6", "7"], "--allow-flaky").status == (pattern.last == "!" ? 1 : 0))
  }

  @Test func `one run is no comparison of runs`() throws {
    let one = try run("list", ["4"])
    #expect(
      one.status == 2 && one.errors.contains("--runs takes two or more runs of the same tests"))
  }
}

import Base
import Foundation
import Host
import TestSupport
import Testing

/// Decisions and undo outlive the failures, which libraries empty before each run.
struct KeptForGoodTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  struct Layout: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var failures: String
    var baseline: String
    var actual: String
    var others: [String] = []
    var flags: [String] = []

    static let all = [
      Layout(
        testDescription: "swift-snapshot-testing", failures: "Artifacts",
        baseline: "Tests/__Snapshots__/T/test.1.png", actual: "Artifacts/T/test.1.png",
        flags: ["--references", "Tests"]),
      Layout(
        testDescription: "iOSSnapshotTestCase", failures: "FailureDiffs",
        baseline: "ReferenceImages_64/T/test@2x.png", actual: "FailureDiffs/T/failed_test@2x.png",
        others: ["FailureDiffs/T/reference_test@2x.png"]),
      Layout(
        testDescription: "AFSnapshotTesting", failures: "App",
        baseline: "App/T/test.png", actual: "Actual/T/test.png",
        flags: ["--actuals", "Actual"]),
      Layout(
        testDescription: "Playwright", failures: "test-results",
        baseline: "tests/a.spec.ts-snapshots/a-chromium-linux.png",
        actual: "test-results/a-chromium/a-actual.png",
        others: ["test-results/a-chromium/a-expected.png"]),
    ]
  }

  @Test(arguments: Layout.all)
  func `undo brings a baseline back after its failures are gone`(_ layout: Layout) throws {
    for name in [layout.baseline] + layout.others { folder.write(name, .plain(8, 8)) }
    repository.commit()
    let old = folder.bytes(layout.baseline)
    for isNamed in [true, false] {
      folder.write(layout.actual, .plain(8, 8, changes: 3))
      let accepted = try Program.run(
        ["accept", layout.failures, "--all"] + layout.flags, in: folder.path)
      #expect(accepted.status == 0 && folder.bytes(layout.baseline) != old, "\(accepted.errors)")
      folder.remove(String(layout.actual.prefix { $0 != "/" }))
      let undone = try Program.run(
        ["undo"] + (isNamed ? [layout.failures] + layout.flags : []), in: folder.path)
      #expect(undone.status == 0 && folder.bytes(layout.baseline) == old, "\(undone.errors)")
      #expect(undone.output.hasPrefix("Undid: accepted "))
      let again = try Program.run(["undo", layout.failures] + layout.flags, in: folder.path)
      #expect(again.status == 0 && again.output == "Nothing to undo.\n", "\(again.errors)")
      repository.git("checkout", "--quiet", "--", ".")
    }
    #expect(!folder.exists(layout.failures + "/.snapreview"))
  }

  @Test func `undo lists the last steps, says what it would do, and takes back a session`() throws {
    folder.addFailure("testA")
    folder.addFailure("testB")
    for name in ["testA", "testB"] {
      #expect(try folder.run("reject", "FailureDiffs", "--filter", name).status == 0)
    }
    let list = try folder.run("undo", "--list")
    #expect(list.lines.count == 2 && list.lines[0].hasSuffix("rejected AppTests/testB"))
    #expect(list.lines[0].contains("from FailureDiffs"))
    let trial = try folder.run("undo", "--dry-run")
    #expect(trial.output.hasPrefix("Would undo: rejected AppTests/testB (just now, from Fail"))
    #expect(try folder.run("undo", "--all", "--since", "2999-01-01").output == "Nothing to undo.\n")
    #expect(try folder.run("undo", "--since", "2026-01-01").status == 2)
    #expect(try folder.run("undo", "--list", "--dry-run").status == 2)
    for date in ["monday", "2026-02-30"] {
      #expect(try folder.run("undo", "--all", "--since", date).status == 2)
    }
    #expect(try folder.run("undo", "--all").output.hasSuffix("2 steps undone.\n"))
    #expect(try folder.run("undo").output == "Nothing to undo.\n")
    #expect(try folder.run("undo", "--list").lines.allSatisfy { $0.contains("undone") })
    #expect(try folder.run("accept", "FailureDiffs", "--all").status == 0)
    let bulk = try folder.run("undo", "--list").lines
    #expect(bulk.count == 3 && bulk[0].hasSuffix("accepted 2 cases, AppTests/testA and others"))
  }

  @Test func `replaced baselines are removed after asking`() throws {
    folder.addFailure("testA")
    #expect(try folder.run("accept", "FailureDiffs", "--all").status == 0)
    let store = ".git/snapreview/store"
    let count = folder.names(in: store).count
    #expect(count == 2)
    func forget(_ answer: String) throws -> Program.Result {
      try Program.shell("cd \"$1\" && echo \(answer) | \"$0\" undo --forget", folder.path)
    }
    let trial = try folder.run("undo", "--forget", "--dry-run")
    #expect(trial.output.hasPrefix("Would remove ") && trial.status == 0)
    #expect(try forget("n").output == "Nothing was removed.\n")
    #expect(folder.names(in: store).count == count)
    #expect(try forget("y").output.hasSuffix(" removed.\n"))
    #expect(folder.names(in: store).isEmpty)
    let undone = try folder.run("undo")
    #expect(undone.status == 3 && undone.errors.contains("baseline is gone"))
  }

  @Test func `a git folder that cannot be written is a reason to only look`() throws {
    folder.addFailure("testA")
    // As root writes anywhere, the store's place is taken.
    folder.write(".git/snapreview", "in the way")
    let result = try folder.run("accept", "FailureDiffs", "--all")
    #expect(result.status == 3 && result.errors.contains("/.git/snapreview is not a folder."))
    #expect(try folder.run("list", "FailureDiffs").status == 1)
  }
}

extension TestFolder {
  fileprivate func names(in folder: String) -> [String] { FolderNames.all(in: self[folder]) }
}

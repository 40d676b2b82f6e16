import Catalog
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The files that AFSnapshotTesting leaves, a reference and a difference, read by the program
/// itself.
struct DifferenceMaskTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  init() {
    for name in ["testDark", "testLight"] { fail(name, changes: 5) }
    fail("testOther", changes: 20)
    repository.git("add", "AppTests/LoginTests")
    repository.git("commit", "--quiet", "--message", "references")
  }

  /// The picture that the library draws of the first `changes` pixels.
  private func drawn(_ changes: Int) -> PixelImage {
    PixelImage(
      width: 10, height: 10,
      pixels: (0..<100).map { $0 < changes ? Pixel(0, 255, 0, 255) : Pixel(200, 200, 200, 255) })
  }

  private func fail(_ name: String, changes: Int) {
    folder.write("AppTests/LoginTests/\(name).png", .plain(10, 10))
    folder.write("AppTests/Difference/LoginTests/\(name).diff.png", drawn(changes))
  }

  private func actual(_ name: String, in place: String, changes: Int) {
    folder.write("\(place)/LoginTests/\(name).png", .plain(10, 10, changes: changes))
  }

  private func only(_ name: String, _ more: String...) throws -> [String: Any] {
    let arguments = ["list", ".", "--filter", "*\(name)", "--format", "json"] + more
    return try #require(try Program.run(arguments, in: folder.path).cases.first)
  }

  @Test func `a case has the test's own mismatches, and the run that gives its actual`() throws {
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.status == 1)
    #expect(listed.summary["mismatch"] == 3 && listed.summary["failing"] == 3)
    #expect(listed.cases.allSatisfy { $0["basis"] as? String == "mask" })
    let page = try folder.run("check", ".", "--format", "html").output
    #expect(page.contains("<figcaption>after <small>striped where it is not known"))
    #expect(listed.numbers("mismatched") == [5, 5, 20])
    let text = try folder.run("list", ".")
    #expect(
      text.output.contains(
        "  TEST_RUNNER_SNAPSHOT_ARTIFACTS=$PWD/Actuals xcodebuild test … "
          + "-only-testing:AppTests/LoginTests/testDark -only-testing:AppTests/LoginTests/testLight "
          + "-only-testing:AppTests/LoginTests/testOther\n"))
    let causes = try folder.run("list", ".", "--by", "cause")
    #expect(causes.output.contains(" 5 px in 1 cluster, as the test saw it  2 cases"))
  }

  @Test func `threshold and cluster size decide, ΔE and other libraries say what they need`() throws
  {
    #expect(try folder.run("check", ".", "--threshold", "5").status == 1)
    #expect(try folder.run("check", ".", "--threshold", "20").status == 0)
    #expect(
      try folder.run("check", ".", "--strategy", "cluster", "--cluster-size", "21").status == 0)
    let tuned = try folder.run("list", ".", "--strategy", "combined", "--delta-e", "50")
    #expect(tuned.output.contains("ΔE needs the actual"))
    #expect(tuned.output.contains("3 failing"))
    let other = try folder.run("list", ".", "--strategy", "pixelmatch")
    #expect(other.output.contains("pixelmatch needs the actual"))
    #expect(other.output.contains("3 failing"))
  }

  @Test func `it cannot be accepted, and is rejected`() throws {
    let refused = try folder.run("accept", ".", "--all")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("AFSnapshotTesting does not write it"))
    #expect(try folder.run("reject", ".", "--filter", "*testDark").status == 0)
    #expect(try only("testDark")["decision"] as? String == "rejected")
  }

  @Test(arguments: ["Actuals", "build/Actuals"])
  func `a second run completes the case`(_ place: String) throws {
    for name in ["testDark", "testLight"] { actual(name, in: place, changes: 5) }
    let flags = place == "Actuals" ? [] : ["--actuals", place]
    let accepted = try Program.run(
      ["accept", ".", "--filter", "*testDark"] + flags, in: folder.path)
    #expect(accepted.status == 0)
    #expect(
      folder.bytes("AppTests/LoginTests/testDark.png")
        == folder.bytes("\(place)/LoginTests/testDark.png"))
    let listed = try Program.run(["list", ".", "--format", "json"] + flags, in: folder.path)
    #expect(listed.texts("decision") == ["accepted", "undecided", "undecided"])
    #expect(listed.texts("basis") == [nil, nil, "mask"])
  }

  @Test
  func `the folder of actuals may be named by the environment or the rules, before it is there`()
    throws
  {
    let early = try folder.run("list", ".", "--actuals", "later")
    #expect(early.status == 1)
    #expect(early.errors.contains("--actuals later: no such folder yet"))
    actual("testDark", in: "out/Recorded", changes: 5)
    let given = try Program.run(
      ["list", ".", "--format", "json"], in: folder.path,
      environment: ["SNAPSHOT_ARTIFACTS": folder["out/Recorded"]])
    #expect(given.cases.first?["basis"] == nil)
    folder.write(".snapreview.toml", "actuals = \"out/Recorded\"\n")
    #expect(
      try only("testDark")["actual"] as? String == folder["out/Recorded/LoginTests/testDark.png"])
  }

  @Test func `the difference of what is accepted can be removed, and comes back`() throws {
    let files = [
      "AppTests/Difference/LoginTests/testDark.diff.png", "AppTests/LoginTests/testDark.png",
    ]
    let before = files.map { folder.bytes($0) }
    actual("testDark", in: "Actuals", changes: 5)
    let dry = try folder.run("accept", ".", "--filter", "*testDark", "--clean", "--dry-run")
    #expect(dry.status == 0 && files.map { folder.bytes($0) } == before)
    #expect(try folder.run("accept", ".", "--filter", "*testDark", "--clean").status == 0)
    #expect(!folder.exists(files[0]))
    #expect(try folder.run("list", ".", "--format", "json").cases.count == 2)
    #expect(try folder.run("undo", ".").status == 0)
    #expect(files.map { folder.bytes($0) } == before)
  }

  @Test func `a screen that is open follows as actuals arrive`() throws {
    let terminal = try PseudoTerminal(
      Program.path, [folder["AppTests/Difference"], "--actuals", folder["later"]], columns: 120,
      rows: 40)
    try terminal.wait("the mask") { $0.text.contains("as the test saw it") }
    actual("testDark", in: "later", changes: 5)
    try terminal.wait("the actual") { $0.text.contains("1 case has an actual now") }
    try terminal.quit()
  }

  @Test func `an actual of another run says where, and is not accepted unseen`() throws {
    actual("testDark", in: "Actuals", changes: 5)
    actual("testLight", in: "Actuals", changes: 7)
    let listed = try folder.run("list", ".")
    #expect(
      listed.output.contains(
        "The actual is another run's: 2 pixels differ where the difference says equal, "
          + "at x 5, y 0 to x 6, y 0."))
    let all = try folder.run("accept", ".", "--filter", "*test[DL]*")
    #expect(all.status == 1)
    #expect(all.output.contains("1 case accepted"))
    #expect(all.errors.contains("testLight was left alone: The actual is another run's"))
    #expect(try folder.run("accept", ".", "--filter", "*testLight").status == 0)
  }

  @Test func `what a run has recorded over the reference is compared with what git holds`() throws {
    let name = "AppTests/LoginTests/testDark.png"
    let (old, new) = (PixelImage.plain(10, 10), PixelImage.plain(10, 10, changes: 5))
    folder.write(name, new)
    let found = try only("testDark")
    #expect(found["basis"] == nil && found["mismatched"] as? Int == 5)
    #expect((found["remarks"] as? [String])?.first?.contains("(failureRecord: true)") == true)
    #expect(found["actual"] as? String == folder[name])
    #expect(try folder.run("reject", ".", "--filter", "*testDark").status == 0)
    #expect(folder.bytes(name) == (try PNG.encode(old)))
    #expect(try folder.run("undo", ".").status == 0)
    #expect(folder.bytes(name) == (try PNG.encode(new)))
    #expect(try folder.run("accept", ".", "--filter", "*testDark").status == 0)
    #expect(try only("testDark")["decision"] as? String == "accepted")
    #expect(try folder.run("check", ".", "--filter", "*testDark").status == 0)
    repository.commit()
    // Git has replaced what the difference was drawn against.
    #expect(try folder.run("list", ".", "--format", "json").summary["stale"] == 1)
    #expect(try folder.run("check", ".", "--filter", "*testDark").status == 0)
    // The next failure is another one.
    folder.write("AppTests/Difference/LoginTests/testDark.diff.png", drawn(9))
    #expect(try only("testDark")["decision"] as? String == "undecided")
  }

  @Test func `a reference that git holds differently, but not as the difference shows, stays`()
    throws
  {
    folder.write("AppTests/LoginTests/testDark.png", .plain(10, 10, changes: 3))
    #expect(try only("testDark")["basis"] as? String == "mask")
  }

  /// Commits all as of a day that is long ago.
  private func commitLongAgo() {
    repository.git("add", "AppTests/LoginTests")
    let date = "2001-01-01T00:00:00"
    _ = repository.run(
      ["commit", "--quiet", "--message", "recorded", "--date", date],
      environment: ["GIT_COMMITTER_DATE": date])
  }

  @Test func `a difference whose actual was committed since is apart and fails nothing`() throws {
    folder.age("AppTests/Difference/LoginTests/testDark.diff.png", -7200)
    folder.write("AppTests/LoginTests/testDark.png", .plain(10, 10, changes: 5))
    repository.commit()
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.cases.count == 2 && listed.summary["stale"] == 1)
    let stale = try #require((listed.json["stale"] as? [[String: Any]])?.first)
    #expect(stale["id"] as? String == "LoginTests/testDark")
    let text = try folder.run("list", ".").output
    #expect(text.contains("1 difference is left from earlier runs and fails nothing"))
    for format in ["text", "markdown", "html", "junit", "github"] {
      let report = try folder.run("check", ".", "--format", format)
      #expect((report.output + report.errors).contains("left from earlier runs"), "\(format)")
    }
  }

  @Test func `a date that an archive makes up, or ahead of now, proves nothing`() throws {
    let dates: [TimeInterval] = [315_532_800, Date().timeIntervalSince1970 + 86_400]
    for (name, date) in zip(["testDark", "testLight"], dates) {
      folder.age(
        "AppTests/Difference/LoginTests/\(name).diff.png", date - Date().timeIntervalSince1970)
      folder.write("AppTests/LoginTests/\(name).png", .plain(10, 10, changes: 5))
    }
    repository.commit()
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.summary["stale"] == 0 && listed.summary["failing"] == 3)
  }

  /// A picture drawn against what is the reference again: nothing says that it is an old one.
  @Test func `a recording that was taken back leaves the failure a failure`() throws {
    folder.age("AppTests/Difference/LoginTests/testDark.diff.png", -7200)
    folder.write("AppTests/LoginTests/testDark.png", .plain(10, 10, changes: 5))
    repository.commit()
    folder.write("AppTests/LoginTests/testDark.png", .plain(10, 10))
    repository.commit()
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.summary["stale"] == 0 && listed.summary["failing"] == 3)
  }

  @Test func `an actual of another size than its difference is another run's`() throws {
    folder.write("Actuals/LoginTests/testDark.png", .plain(12, 10, changes: 5))
    let all = try folder.run("accept", ".", "--all")
    #expect(all.errors.contains("The actual is another run's: it is 12 × 10"), "\(all.errors)")
    #expect(folder.bytes("AppTests/LoginTests/testDark.png") == (try PNG.encode(.plain(10, 10))))
  }

  @Test func `where all differences are from earlier runs the summary has no empty parts`() throws {
    for (name, changes) in [("testDark", 5), ("testLight", 5), ("testOther", 20)] {
      folder.write("AppTests/LoginTests/\(name).png", .plain(10, 10, changes: changes))
    }
    repository.commit()
    let checked = try folder.run("check", ".")
    #expect(checked.status == 0)
    #expect(checked.output.hasPrefix("0 cases: 0 failing."), "\(checked.output)")
  }

  @Test func `one that does not fit its reference is apart once that is committed`() throws {
    folder.write("AppTests/LoginTests/testDark.png", .plain(10, 10, changes: 40))
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.summary["stale"] == 0 && listed.summary["failing"] == 3)
    #expect(try folder.run("list", ".").output.contains("does not fit its reference"))
    repository.commit()
    #expect(try folder.run("list", ".", "--format", "json").summary["stale"] == 1)
  }

  @Test func `a change that was taken back looks alike, and its younger difference fails`() throws {
    folder.write("AppTests/LoginTests/testDark.png", .plain(10, 10, changes: 5))
    commitLongAgo()
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.summary["stale"] == 0 && listed.summary["failing"] == 3)
  }

  @Test func `no age of files makes a difference one of an earlier run`() throws {
    for name in ["testDark", "testLight", "testOther"] {
      folder.age("AppTests/Difference/LoginTests/\(name).diff.png", -7200)
    }
    let listed = try folder.run("list", ".", "--format", "json")
    #expect(listed.summary["stale"] == 0 && listed.summary["failing"] == 3)
  }

  @Test func `an actual that equals its reference clears no difference`() throws {
    actual("testDark", in: "Actuals", changes: 0)
    #expect(try folder.run("check", ".", "--filter", "*testDark").status == 1)
    let refused = try folder.run("accept", ".", "--filter", "*testDark")
    #expect(refused.status == 1 && refused.errors.contains("another run's"))
  }

  @Test func `an actual that is older than its difference is accepted by itself alone`() throws {
    for name in ["testDark", "testLight"] { actual(name, in: "Actuals", changes: 5) }
    folder.age("Actuals/LoginTests/testDark.png", -7200)
    let all = try folder.run("accept", ".", "--all")
    #expect(all.errors.contains("testDark was left alone: The actual is older"))
    #expect(all.output.contains("1 case accepted"))
    #expect(try folder.run("accept", ".", "--filter", "*testDark").status == 0)
  }

  @Test func `failures of size are cases where nothing was drawn at all`() throws {
    folder.remove("AppTests/Difference")
    actual("testOther", in: "Actuals", changes: 0)
    folder.write("Actuals/LoginTests/testDark.png", .plain(10, 12))
    for path in ["AppTests", "AppTests/Difference"] {
      let checked = try folder.run("check", path, "--allow-empty")
      #expect(checked.status == 1 && checked.output.contains("testDark"), "\(path)")
    }
    let found = try folder.run("list", "--format", "json")
    #expect(found.texts("id").map { $0?.hasSuffix("testDark") } == [true])
    #expect(try folder.run("accept", "AppTests", "--all").status == 0)
    #expect(try folder.run("check", "AppTests").status == 0)
  }

  @Test func `one folder with differences and actuals is one run`() throws {
    for name in ["testDark", "testLight"] { actual(name, in: "out/Actuals", changes: 5) }
    folder.folder("out/AppTests")
    try FileManager.default.moveItem(
      atPath: folder["AppTests/Difference"], toPath: folder["out/AppTests/Difference"])
    let listed = try folder.run("list", "out", "--references", "AppTests", "--format", "json")
    #expect(listed.cases.count == 3)
    #expect(listed.texts("basis") == [nil, nil, "mask"])
  }

  @Test func `what was decided on a difference holds when its actual arrives`() throws {
    #expect(
      try folder.run("reject", ".", "--filter", "*testDark", "--note", "a bug").status == 0)
    actual("testDark", in: "Actuals", changes: 5)
    let found = try only("testDark")
    #expect(found["decision"] as? String == "rejected" && found["note"] as? String == "a bug")
    #expect(found["actual"] as? String == folder["Actuals/LoginTests/testDark.png"])
  }

  @Test func `what was decided on a difference says nothing of an actual of another size`() throws {
    #expect(try folder.run("tolerate", ".", "--filter", "*testDark").status == 0)
    #expect(try only("testDark")["decision"] as? String == "tolerated")
    folder.write("Actuals/LoginTests/testDark.png", .plain(10, 12))
    #expect(try only("testDark")["decision"] as? String == "undecided")
  }

  @Test func `bad pictures say what is wrong with them, and fail`() throws {
    folder.write("AppTests/Difference/LoginTests/testDark.diff.png", .plain(10, 11))
    folder.write("AppTests/Difference/LoginTests/testLight.diff.png", .plain(10, 10))
    folder.remove("AppTests/LoginTests/testOther.png")
    let listed = try folder.run("list", ".")
    #expect(listed.status == 1)
    #expect(listed.output.contains("testDark.diff.png is 10 × 11, its reference 10 × 10"))
    #expect(listed.output.contains("testLight.diff.png marks no mismatch with its reference"))
    #expect(listed.output.contains("no actual"))
    #expect(listed.output.contains("3 failing"))
  }
}

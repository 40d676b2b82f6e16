import Base
import Catalog
import TestSupport
import Testing

struct UberTests {
  private let folder = TestFolder()

  private func fail(_ path: String) {
    for part in ["reference_", "failed_", "diff_"] {
      var parts = path.split(separator: "/").map(String.init)
      parts[parts.count - 1] = part + parts[parts.count - 1]
      folder.png(parts.joined(separator: "/"), part)
    }
  }

  @Test func `three files are one case with its baseline beside the folder`() throws {
    fail("FailureDiffs/App.LoginTests/testDark@2x.png")
    folder.png("ReferenceImages_64/App.LoginTests/testDark@2x.png")
    let found = try catalog(folder["FailureDiffs"])
    let place = folder["FailureDiffs/App.LoginTests"]
    #expect(
      found.cases == [
        SnapshotCase(
          id: "App.LoginTests/testDark@2x", suite: "App.LoginTests", name: "testDark@2x",
          layout: .uber, reference: place + "/reference_testDark@2x.png",
          actual: place + "/failed_testDark@2x.png", difference: place + "/diff_testDark@2x.png",
          baseline: Baseline(
            path: folder["ReferenceImages_64/App.LoginTests/testDark@2x.png"],
            root: folder["ReferenceImages_64"]),
          failures: folder["FailureDiffs"], key: "App.LoginTests/testDark@2x.png")
      ])
    #expect(found.root == folder["FailureDiffs"])
  }

  @Test(arguments: ["FailureDiffs", "", "FailureDiffs/C", "FailureDiffs/C/diff_t@2x.png"])
  func `a parent, the class folder and a single file find the same case`(_ given: String) throws {
    fail("FailureDiffs/C/t@2x.png")
    folder.png("ReferenceImages/C/t@2x.png")
    let found = try catalog(folder[given])
    #expect(found.cases.map(\.id) == ["C/t@2x"])
    #expect(found.cases[0].baseline?.path == folder["ReferenceImages/C/t@2x.png"])
    #expect(found.cases[0].failures == folder["FailureDiffs"])
    #expect(found.cases[0].key == "uber:C/t@2x.png")
    #expect(found.root == (given.isEmpty ? folder.path : folder["FailureDiffs"]))
  }

  @Test(arguments: [
    (["_64", "_32", "", "_iOS17"], "_64"), (["_32", "", "_iOS17"], "_32"), (["", "_iOS17"], ""),
    (["_iOS17"], "_iOS17"),
  ])
  func `of several suffixes the one that the library tries first counts`(
    _ suffixes: [String], _ chosen: String
  ) throws {
    fail("FailureDiffs/C/t@2x.png")
    for suffix in suffixes { folder.png("ReferenceImages\(suffix)/C/t@2x.png", "reference_") }
    let found = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(found.baseline?.root == folder["ReferenceImages\(chosen)"])
    #expect(found.obstacle == nil)
  }

  @Test(arguments: ["_32", "", "_iOS17_64"])
  func `of several folders the one whose picture the run has copied was compared`(
    _ compared: String
  ) throws {
    fail("FailureDiffs/C/t@2x.png")
    folder.write("FailureDiffs/C/reference_t@2x.png", picture(3, 3, 7))
    folder.write("ReferenceImages_64/C/t@2x.png", picture(3, 3, 8))
    // The library writes its copy anew: only the pixels are the same.
    folder.write("ReferenceImages\(compared)/C/t@2x.png", rgba(3, 3, 7))
    let found = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(found.baseline?.root == folder["ReferenceImages\(compared)"])
    folder.write("ReferenceImages\(compared)/C/t@2x.png", rgba(3, 3, 9))
    let recorded = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(recorded.baseline == nil)
    #expect(recorded.obstacle?.hasPrefix("2 baselines could be meant: ") == true)
    folder.png("ReferenceImages\(compared)/C/t@2x.png", "failed_")
    let accepted = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(accepted.baseline?.root == folder["ReferenceImages\(compared)"])
  }

  @Test(arguments: ["Example/ReferenceImages/_64", "goldens/goldens_32", "ReferenceImages/_64"])
  func `a folder that is called by a suffix holds references`(_ place: String) throws {
    fail("FailureDiffs/C/t@2x.png")
    folder.png("\(place)/C/t@2x.png", "reference_")
    folder.png("x86_64/C/t@2x.png", "reference_")
    folder.folder(".git")
    for references in [[], [place], [Paths.parent(place)]] {
      let found = try catalog(folder["FailureDiffs"], references: references.map { folder[$0] })
      #expect(found.cases[0].baseline?.path == folder["\(place)/C/t@2x.png"], "\(references)")
    }
  }

  @Test func `two suffixes of one's own are named, not guessed at`() throws {
    fail("FailureDiffs/C/t@2x.png")
    for suffix in ["_iOS17", "_iOS18"] { folder.png("ReferenceImages\(suffix)/C/t@2x.png") }
    let found = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(found.baseline == nil)
    let obstacle = try #require(found.obstacle)
    #expect(obstacle.hasPrefix("2 baselines could be meant: "))
    #expect(obstacle.contains(folder["ReferenceImages_iOS17/C/t@2x.png"]))
    #expect(obstacle.hasSuffix("Give --references with the folder that holds the right one."))
    let settled = try catalog(
      folder["FailureDiffs"], references: [folder["ReferenceImages_iOS18"]]
    ).cases[0]
    #expect(settled.baseline?.path == folder["ReferenceImages_iOS18/C/t@2x.png"])
    #expect(settled.obstacle == nil)
  }

  @Test func `references elsewhere are found by flag, by their parent, and up to the repository`()
    throws
  {
    fail("out/x/FailureDiffs/C/t@2x.png")
    folder.png("App/AppTests/ReferenceImages_64/C/t@2x.png")
    let lone = try catalog(folder["out/x/FailureDiffs/C/failed_t@2x.png"])
    #expect(lone.cases[0].baseline == nil, "nothing says that App is the same project")
    for root in ["App", "App/AppTests", "App/AppTests/ReferenceImages_64"] {
      let found = try catalog(folder["out/x/FailureDiffs"], references: [folder[root]])
      #expect(found.cases[0].baseline?.path == folder["App/AppTests/ReferenceImages_64/C/t@2x.png"])
    }
    folder.folder(".git")
    let found = try catalog(folder["out/x/FailureDiffs"])
    #expect(found.cases[0].baseline?.root == folder["App/AppTests/ReferenceImages_64"])
  }

  @Test func `the search upwards ends at the repository`() throws {
    fail("repo/FailureDiffs/C/t@2x.png")
    folder.folder("repo/.git")
    folder.png("ReferenceImages_64/C/t@2x.png", "someone else's")
    let found = try catalog(folder["repo/FailureDiffs"]).cases[0]
    #expect(found.baseline == nil)
    #expect(
      found.obstacle
        == "No baseline found: no ReferenceImages*/C/t@2x.png beside "
        + "\(folder["repo/FailureDiffs"]) or in the repository \(folder["repo"]). Give --references DIR."
    )
  }

  @Test func `a class that has references but not this one gets its first`() throws {
    folder.png("FailureDiffs/C/failed_new@2x.png")
    folder.png("ReferenceImages_64/C/old@2x.png")
    let found = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(found.baseline?.path == folder["ReferenceImages_64/C/new@2x.png"])
    #expect(found.sentences == ["There is no baseline yet: accepting writes the first."])
    #expect(found.obstacle == nil)
    // What was compared had one, which lies elsewhere.
    fail("FailureDiffs/C/new@2x.png")
    let compared = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(compared.baseline == nil && compared.obstacle?.hasPrefix("No baseline found") == true)
  }

  @Test func `without the failed image a case can be looked at only`() throws {
    folder.png("FailureDiffs/C/reference_t@2x.png")
    folder.png("FailureDiffs/C/diff_t@2x.png")
    folder.png("ReferenceImages_64/C/t@2x.png")
    let found = try catalog(folder["FailureDiffs"]).cases[0]
    #expect(found.actual == nil && found.difference != nil)
    #expect(found.obstacle == "No actual: failed_t@2x.png is missing. Run the test again.")
  }

  @Test func `a baseline that is newer than the failure is remarked on`() throws {
    fail("FailureDiffs/C/t@2x.png")
    folder.png("ReferenceImages_64/C/t@2x.png")
    for part in ["reference_", "failed_", "diff_"] {
      folder.age("FailureDiffs/C/\(part)t@2x.png", 0)
    }
    folder.age("ReferenceImages_64/C/t@2x.png", 3_600)
    #expect(
      try catalog(folder["FailureDiffs"]).cases[0].sentences
        == ["The baseline is newer than this failure: it may have been recorded since."])
  }
}

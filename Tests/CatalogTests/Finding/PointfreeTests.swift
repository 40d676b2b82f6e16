import Catalog
import Foundation
import TestSupport
import Testing

struct PointfreeTests {
  private let folder = TestFolder()

  @Test func `an artifact is a case with the reference of the same name`() throws {
    folder.png("Artifacts/LoginTests/testDark.1.png", "new")
    folder.png("Tests/__Snapshots__/LoginTests/testDark.1.png", "old")
    let reference = folder["Tests/__Snapshots__/LoginTests/testDark.1.png"]
    let expected = [
      SnapshotCase(
        id: "LoginTests/testDark.1", suite: "LoginTests", name: "testDark.1", layout: .pointfree,
        reference: reference, actual: folder["Artifacts/LoginTests/testDark.1.png"],
        baseline: Baseline(path: reference, root: folder["Tests/__Snapshots__"]),
        failures: folder["Artifacts"], key: "LoginTests/testDark.1.png")
    ]
    #expect(try catalog(folder["Artifacts"], references: [folder["Tests"]]).cases == expected)
    #expect(try catalog(folder.path).cases == expected, "found among the failures")
    folder.folder(".git")
    #expect(try catalog(folder["Artifacts"]).cases == expected, "found in the repository")
    #expect(try catalog(folder["Artifacts/LoginTests"]).cases == expected)
    #expect(try catalog(folder["Artifacts/LoginTests"]).root == folder["Artifacts"])
    #expect(try catalog(folder["Artifacts/LoginTests/testDark.1.png"]).cases == expected)
  }

  @Test(arguments: ["txt", "md", "json", "html", "css", "strings"])
  func `a text keeps its ending, beside an image of the same name`(_ ending: String) throws {
    for root in ["A", "Tests/__Snapshots__"] {
      folder.png("\(root)/ViewTests/test.1.png")
      folder.write("\(root)/ViewTests/test.1.\(ending)", root)
    }
    folder.folder(".git")
    let cases = try catalog(folder["A"]).cases
    #expect(cases.map(\.id) == ["ViewTests/test.1", "ViewTests/test.1.\(ending)"])
    #expect(cases.map(\.content) == [.image, .text])
    #expect(cases.map(\.name) == ["test.1", "test.1.\(ending)"])
  }

  @Test(arguments: ["Tests/__Snapshots__x86__/F/t.1.png", "Tests/F/t.1.png", "Tests/t.1.png"])
  func `references under other names are found where the user names them`(_ path: String) throws {
    folder.png("Artifacts/F/t.1.png", "new")
    folder.png(path, "old")
    let found = try catalog(folder["Artifacts"], references: [folder["Tests"]]).cases
    #expect(found.map(\.baseline?.path) == [folder[path]])
    #expect(found[0].obstacle == nil)
  }

  @Test(arguments: [
    "Diffs", "diff", "Tests/Difference", "Tests/__Snapshots__/Failures",
    "Tests/__Snapshots__/Diffs",
    "Tests/__Snapshots__/Artifacts", "Tests/__Snapshots__/iPad",
  ])
  func `artifacts in a folder of any name are failures, also among the references`(
    _ artifacts: String
  ) throws {
    folder.png("Tests/__Snapshots__/LoginTests/testDark.1.png", "old")
    folder.png("\(artifacts)/LoginTests/testDark.1.png", "new")
    folder.folder(".git")
    let found = try catalog(folder[artifacts]).cases
    #expect(found.map(\.actual) == [folder["\(artifacts)/LoginTests/testDark.1.png"]])
    #expect(
      found.first?.baseline?.path == folder["Tests/__Snapshots__/LoginTests/testDark.1.png"])
    // References are never failures of each other.
    let references = try? catalog(folder["Tests/__Snapshots__/LoginTests"]).cases
    #expect(references == nil)
  }

  @Test(arguments: ["failures", "bitmaps_test", "__diff_output__", "test-results"])
  func `a suite that is called as another library's folder of failures is read`(_ suite: String)
    throws
  {
    for suite in [suite, "LoginTests"] {
      folder.png("Tests/__Snapshots__/\(suite)/testDark.1.png", "old")
      folder.png("Artifacts/\(suite)/testDark.1.png", "new")
    }
    folder.folder(".git")
    let catalog = try catalog(folder["Artifacts"])
    #expect(catalog.cases.map(\.suite).contains(suite) || !catalog.skipped.isEmpty)
  }

  @Test func `references of a device among the references are no failures`() throws {
    for place in ["LoginTests", "LoginTests/iPad", "iPad/LoginTests"] {
      folder.png("Tests/__Snapshots__/\(place)/testDark.1.png", place)
    }
    folder.folder(".git")
    #expect((try? catalog(folder.path).cases) == nil)
    #expect((try? catalog(folder["Tests/__Snapshots__/LoginTests"]).cases) == nil)
  }

  @Test func `two test targets with a file of one name are not confused`() throws {
    folder.png("Artifacts/ViewTests/test.1.png")
    for target in ["AppTests", "KitTests"] {
      folder.png("\(target)/__Snapshots__/ViewTests/test.1.png", target)
    }
    folder.folder(".git")
    let found = try catalog(folder["Artifacts"]).cases[0]
    #expect(found.baseline == nil)
    #expect(
      found.obstacle
        == "2 baselines could be meant: "
        + folder["AppTests/__Snapshots__/ViewTests/test.1.png"] + ", "
        + folder["KitTests/__Snapshots__/ViewTests/test.1.png"]
        + ". Give --references with the folder that holds the right one.")
    let settled = try catalog(folder["Artifacts"], references: [folder["KitTests"]]).cases[0]
    #expect(settled.baseline?.root == folder["KitTests/__Snapshots__"])
  }

  @Test func `one test target's references are the other's too where only one has the file`() throws
  {
    folder.png("Artifacts/ViewTests/test.2.png")
    folder.png("AppTests/__Snapshots__/ViewTests/test.1.png")
    folder.png("KitTests/__Snapshots__/ViewTests/test.2.png")
    folder.folder(".git")
    #expect(
      try catalog(folder["Artifacts"]).cases[0].baseline?.root == folder["KitTests/__Snapshots__"])
  }

  @Test func `without any reference the failures are listed and say what to give`() throws {
    folder.png("Artifacts/ViewTests/testA.1.png")
    let found = try catalog(folder["Artifacts"]).cases[0]
    #expect(found.actual != nil && found.reference == nil && found.baseline == nil)
    #expect(
      found.obstacle
        == "No baseline found: no __Snapshots__/ViewTests/testA.1.png in "
        + "\(folder["Artifacts"]). Give --references DIR.")
  }

  @Test func `pictures and texts that are no snapshots are not listed beside real ones`() throws {
    folder.png("Artifacts/ViewTests/test.1.png")
    folder.png("Tests/__Snapshots__/ViewTests/test.1.png")
    folder.png("docs/images/logo.dark.png")
    folder.write("docs/README.de.md", "Hallo")
    folder.png("node_modules/x/test.1.png")
    folder.png(".hidden/ViewTests/test.1.png")
    let cases = try catalog(folder.path).cases
    #expect(cases.map(\.id) == ["ViewTests/test.1"])
    folder.folder(".git")
    folder.png("Artifacts/ViewTests/orphan.1.png")
    folder.remove("Tests/__Snapshots__/ViewTests/test.1.png")
    folder.png("Tests/__Snapshots__/OtherTests/test.1.png")
    folder.png("Artifacts/OtherTests/test.1.png")
    #expect(
      try catalog(folder["Artifacts"]).cases.map(\.id)
        == ["OtherTests/test.1", "ViewTests/orphan.1", "ViewTests/test.1"],
      "beside a proven one, the unproven are failures too")
  }

  @Test func `a namesake deeper or elsewhere is asked for, and never a first baseline`() throws {
    folder.folder(".git")
    folder.png("Artifacts/F/test.1.png")
    folder.png("Tests/__Snapshots__/F/other.1.png")
    folder.png("Tests/__Snapshots__/G/test.1.png")
    let first = try catalog(folder["Artifacts"]).cases[0]
    #expect(first.baseline?.path == folder["Tests/__Snapshots__/F/test.1.png"])
    folder.png("Tests/References/F/test.1.png")
    let elsewhere = try catalog(folder["Artifacts"]).cases[0]
    #expect(elsewhere.baseline == nil)
    #expect(
      elsewhere.obstacle
        == "One file by its name lies elsewhere, and nothing proves that it is meant: "
        + folder["Tests/References/F/test.1.png"]
        + ". Give --references with the folder that holds the right one.")
    folder.png("Tests/__Snapshots__/F/iPhone/test.1.png")
    let deeper = try catalog(folder["Artifacts"]).cases[0]
    #expect(deeper.baseline?.path == folder["Tests/__Snapshots__/F/iPhone/test.1.png"])
    #expect(deeper.reference == deeper.baseline?.path)
    folder.png("Tests/__Snapshots__/F/iPad/test.1.png")
    let several = try catalog(folder["Artifacts"]).cases[0]
    #expect(several.obstacle?.hasPrefix("2 baselines could be meant: ") == true)
    folder.png("Tests/__Snapshots__/F/test.1.png")
    let usual = try catalog(folder["Artifacts"]).cases[0]
    #expect(usual.baseline?.path == folder["Tests/__Snapshots__/F/test.1.png"])
  }

  @Test(arguments: [
    "F/test.1.jpg", "F/test.1.HEIC", "F/test.1.txt", "F/iPad/test.1.PNG", "F/test.1",
  ])
  func `a namesake of another type is asked for too`(_ namesake: String) throws {
    folder.folder(".git")
    folder.png("Artifacts/F/test.1.png")
    folder.png("Tests/__Snapshots__/F/other.1.png")
    folder.write("Tests/__Snapshots__/\(namesake)", "old")
    let found = try catalog(folder["Artifacts"]).cases[0]
    #expect(found.baseline?.path != folder["Tests/__Snapshots__/F/test.1.png"])
  }

  @Test func `the same file in two folders of artifacts gives two cases that know of each other`()
    throws
  {
    for root in ["Run1", "Run2"] { folder.png("\(root)/F/test.1.png", root) }
    folder.png("Tests/__Snapshots__/F/test.1.png")
    let cases = try catalog(folder.path).cases
    #expect(cases.map(\.id) == ["Run1/F/test.1", "Run2/F/test.1"])
    #expect(
      cases.allSatisfy {
        $0.sentences == [
          "One other case has the same baseline: only one of the two can be accepted."
        ] && $0.rivals == 1
      })
  }

  @Test func `a reference that Git LFS has not fetched is remarked on, an actual refused`() throws {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    folder.png("Artifacts/F/test.1.png")
    folder.write("Tests/__Snapshots__/F/test.1.png", pointer)
    folder.write("Artifacts/F/test.2.png", pointer)
    folder.png("Tests/__Snapshots__/F/test.2.png")
    folder.folder(".git")
    let cases = try catalog(folder["Artifacts"]).cases
    #expect(
      cases[0].sentences == ["The reference is a Git LFS pointer, not an image. Run: git lfs pull."]
    )
    #expect(
      cases[1].obstacle == "The actual is a Git LFS pointer, not an image. Run: git lfs pull.")
  }

  @Test func `an artifact from before the last recording is remarked on`() throws {
    folder.png("Artifacts/F/test.1.png")
    folder.png("Tests/__Snapshots__/F/test.1.png")
    folder.folder(".git")
    folder.age("Artifacts/F/test.1.png", 0)
    folder.age("Tests/__Snapshots__/F/test.1.png", 60)
    #expect(
      try catalog(folder["Artifacts"]).cases[0].sentences
        == ["The baseline is newer than this failure: it may have been recorded since."])
    folder.age("Tests/__Snapshots__/F/test.1.png", 20)
    #expect(try catalog(folder["Artifacts"]).cases[0].remarks.isEmpty, "a slow copy says nothing")
  }

}

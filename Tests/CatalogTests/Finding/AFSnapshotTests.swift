import Catalog
import TestSupport
import Testing

struct AFSnapshotTests {
  private let folder = TestFolder()

  private func fail(_ name: String = "testDark", className: String = "LoginTests") {
    folder.png("Snapshots/\(className)/\(name).png", "old")
    folder.png("Snapshots/Difference/\(className)/\(name).diff.png", "diff")
  }

  @Test func `a difference is a case with the reference beside its folder`() throws {
    fail()
    folder.png("Actual/LoginTests/testDark.png", "new")
    let found = try catalog(folder["Snapshots/Difference"], actuals: [folder["Actual"]])
    let reference = folder["Snapshots/LoginTests/testDark.png"]
    #expect(
      found.cases == [
        SnapshotCase(
          id: "LoginTests/testDark", suite: "LoginTests", name: "testDark", layout: .afsnapshot,
          reference: reference, actual: folder["Actual/LoginTests/testDark.png"],
          difference: folder["Snapshots/Difference/LoginTests/testDark.diff.png"],
          baseline: Baseline(path: reference, root: folder["Snapshots"]),
          failures: folder["Snapshots/Difference"], key: "LoginTests/testDark")
      ])
    #expect(found.root == folder["Snapshots/Difference"])
  }

  @Test(arguments: [("golden", "current"), ("baseline", "latest"), ("reference", "failed")])
  func `a run's folder next to the references proves no pass`(_ golden: String, _ current: String)
    throws
  {
    folder.png("shots/\(golden)/x.png", "old")
    for place in ["shots", "artifact"] { folder.png("\(place)/\(current)/x.png", "new") }
    let error = #expect(throws: CatalogError.self) {
      try catalog(folder["artifact"], references: [folder["shots"]])
    }
    #expect(error?.reason != .unchanged)
  }

  @Test func `an artifact with a copy of the references belongs to the project's own`() throws {
    for root in ["App", "artifact/App"] {
      folder.png("\(root)/LoginTests/testDark.png", "old")
      folder.png("\(root)/LoginTests/testLight.png", "old light")
    }
    folder.png("artifact/App/Difference/LoginTests/testDark.diff.png", "diff")
    folder.png("artifact/Actuals/LoginTests/testDark.png", "new")
    folder.png("artifact/Actuals/LoginTests/testLight.png", "of another size")
    let found = try catalog(folder["artifact"], references: [folder["App"]]).cases
    #expect(Set(found.map(\.layout)) == [.afsnapshot])
    #expect(
      found.map(\.baseline?.path) == [
        folder["App/LoginTests/testDark.png"], folder["App/LoginTests/testLight.png"],
      ])
  }

  @Test func `actuals in a folder of any name are its own, by the place of the reference`() throws {
    for name in ["dark", "light", "testSmall.1"] {
      folder.png("App/LoginTests/\(name).png", "old \(name)")
      folder.png("artifact/shots/LoginTests/\(name).png", "new")
    }
    folder.png("artifact/Difference/LoginTests/dark.diff.png", "diff")
    let found = try catalog(folder["artifact"], references: [folder["App"]])
    #expect(found.cases.map(\.layout) == [.afsnapshot, .afsnapshot, .afsnapshot])
    #expect(found.cases.map(\.actual).first == .some(nil))
    #expect(
      found.skipped.map(\.sentence) == [
        folder["artifact/shots/LoginTests/dark.png"]
          + ": may be the actual of LoginTests/dark. If it is, open its folder with --actuals DIR."
      ])
    folder.remove("artifact/Difference")
    let rest = try catalog(folder["artifact"], references: [folder["App"]]).cases
    #expect(
      rest.map { "\($0.layout.rawValue) \($0.name)" } == [
        "afsnapshot dark", "afsnapshot light", "pointfree testSmall.1",
      ])
  }

  @Test(arguments: [
    "", "Snapshots", "Snapshots/Difference", "Snapshots/Difference/LoginTests",
    "Snapshots/Difference/LoginTests/testDark.diff.png",
  ])
  func `without an actual a case can be looked at and says what to give`(_ given: String) throws {
    fail()
    let found = try catalog(folder[given])
    #expect(found.cases.map(\.id) == ["LoginTests/testDark"])
    let only = found.cases[0]
    #expect(only.actual == nil && only.reference != nil && only.difference != nil)
    #expect(
      only.obstacle
        == "No actual: AFSnapshotTesting does not write it. Set TEST_RUNNER_SNAPSHOT_ARTIFACTS to an "
        + "empty folder, rerun the test, then open with --actuals FOLDER.")
    #expect(only.isMasked && only.key == "afsnapshot:LoginTests/testDark")
    #expect(only.failures == folder["Snapshots/Difference"])
  }

  @Test(arguments: ["Difference", "Difference/", "Difference/LoginTests"])
  func `where only sizes differ, a missing folder of differences shows the actuals`(_ given: String)
    throws
  {
    folder.png("Snapshots/LoginTests/testDark.png", "old")
    folder.png("Actuals/LoginTests/testDark.png", "of another size")
    var options = folder.options()
    options.workingFolder = folder.path
    let found = try Catalog(paths: [folder["Snapshots"] + "/" + given], options: options)
    #expect(found.cases.map(\.id) == ["LoginTests/testDark"])
  }

  @Test func `an actual beside the difference needs no flag`() throws {
    fail()
    folder.png("Snapshots/Difference/LoginTests/testDark.actual.png", "new")
    let found = try catalog(folder["Snapshots"]).cases
    #expect(found.count == 1)
    #expect(found[0].actual == folder["Snapshots/Difference/LoginTests/testDark.actual.png"])
    #expect(found[0].obstacle == nil)
  }

  @Test(arguments: ["Exported", "Exported/run", "Exported/run/LoginTests", ""])
  func `actuals are found anywhere below the folder that was given`(_ given: String) throws {
    fail()
    folder.png("Exported/run/LoginTests/testDark.png", "new")
    let found = try catalog(folder["Snapshots/Difference"], actuals: [folder[given]])
    #expect(found.cases.map(\.actual) == [folder["Exported/run/LoginTests/testDark.png"]])
    #expect(found.remarks.isEmpty)
  }

  @Test func `a folder of actuals that holds none of them is remarked on`() throws {
    fail()
    folder.folder("Empty")
    let found = try catalog(folder["Snapshots/Difference"], actuals: [folder["Empty"]])
    #expect(found.remarks == ["--actuals \(folder["Empty"]): holds no actual of these cases."])
    #expect(
      found.cases[0].obstacle
        == "No actual yet: no LoginTests/testDark.png under --actuals. Set "
        + "TEST_RUNNER_SNAPSHOT_ARTIFACTS to that folder and rerun the test.")
  }

  @Test(arguments: ["jpg", "jpeg", "heic"])
  func `a lossy actual is shown and never accepted`(_ ending: String) throws {
    fail()
    folder.write("Actual/LoginTests/testDark.\(ending)", [0xFF, 0xD8, 0xFF, 0xE0])
    let found = try catalog(folder["Snapshots"], actuals: [folder["Actual"]]).cases[0]
    #expect(found.actual == folder["Actual/LoginTests/testDark.\(ending)"])
    #expect(found.obstacle?.hasPrefix("The actual is a lossy picture (testDark.\(ending))") == true)
  }

  @Test func `a slash in a name makes folders, and stays in the name`() throws {
    fail("forms/empty.state")
    folder.png("Actual/LoginTests/forms/empty.state.png", "new")
    let found = try catalog(folder["Snapshots/Difference"], actuals: [folder["Actual"]]).cases[0]
    #expect(found.id == "LoginTests/forms/empty.state")
    #expect(found.suite == "LoginTests" && found.name == "forms/empty.state")
    #expect(found.baseline?.path == folder["Snapshots/LoginTests/forms/empty.state.png"])
    #expect(found.obstacle == nil)
  }

  @Test func `two targets with a test of one name are two failures, though one actual is there`()
    throws
  {
    for target in ["App", "Widget"] {
      folder.png("\(target)/LoginTests/testDark.png", target)
      folder.png("\(target)/Difference/LoginTests/testDark.diff.png", "diff \(target)")
    }
    folder.png("Actual/LoginTests/testDark.png", "new")
    let found = try catalog(folder.path, actuals: [folder["Actual"]]).cases
    #expect(found.compactMap(\.difference).count == 2)
    #expect(
      found.compactMap(\.baseline?.path).sorted() == [
        folder["App/LoginTests/testDark.png"], folder["Widget/LoginTests/testDark.png"],
      ])
    // Two tests that write to one place leave the file of the later one.
    #expect(found.allSatisfy { $0.doubt == .sharedActual })
  }

  @Test func `references that were moved away are found under --references`() throws {
    folder.png("out/Difference/LoginTests/testDark.diff.png")
    folder.png("refs/LoginTests/testDark.png")
    let found = try catalog(folder["out"], references: [folder["refs"]]).cases[0]
    #expect(
      found.baseline == Baseline(path: folder["refs/LoginTests/testDark.png"], root: folder["refs"])
    )
  }

  @Test func `a failure without a difference shows in an actual that is not its reference`() throws
  {
    fail("drawn")
    for name in ["drawn", "cluster", "same"] {
      folder.png("Snapshots/LoginTests/\(name).png", "old")
      folder.png("Actual/LoginTests/\(name).png", name == "same" ? "old" : "new")
    }
    folder.png("Actual/Unknown/test.png")
    for given in ["Snapshots", "Snapshots/Difference", ""] {
      let found = try catalog(folder[given], actuals: [folder["Actual"]])
      #expect(found.cases.map(\.id) == ["LoginTests/cluster", "LoginTests/drawn"])
      #expect(found.cases[0].difference == nil)
      #expect(found.cases[0].baseline?.path == folder["Snapshots/LoginTests/cluster.png"])
    }
  }
}

import Base
import Catalog
import TestSupport
import Testing

/// Logs whose files lie outside the project, are gone, or are on another machine.
struct LogPlaceTests {
  private let scene = LogScene()
  private var folder: TestFolder { scene.folder }
  private var log: String { folder["run.log"] }

  // MARK: Outside

  @Test func `a reference outside of the project is shown and never written`() throws {
    scene.pointfree("testFoo.1.png")
    folder.folder("Other/.git")
    let other = folder.png("Other/__Snapshots__/ChartTests/testFoo.1.png", "theirs")
    let message = scene.message("testFoo.1.png")
      .replacing(scene.reference("testFoo.1.png"), with: other)
    let catalog = try scene.open(message)
    #expect(catalog.cases.map(\.reference) == [other])
    #expect(
      catalog.cases[0].obstacle
        == "Its reference \(other) is not among the snapshots in \(scene.home), so nothing is "
        + "written there. Give --references DIR.")
    #expect(catalog.writableRoots == [scene.home])
    #expect(try scene.accepted(catalog) == [])
    let named = try scene.open(message, references: [folder["Other"]])
    #expect(try scene.accepted(named) == ["Other/__Snapshots__/ChartTests/testFoo.1.png"])
  }

  @Test func `references that lie beside failures elsewhere are not written either`() throws {
    folder.png("Other/Difference/BarTests/a.diff.png", "difference")
    folder.png("Other/Difference/BarTests/a.actual.png", "new")
    folder.png("Other/BarTests/a.png", "old")
    for part in ["reference_", "failed_"] {
      folder.png("Other/FailureDiffs/App.CellTests/\(part)b@2x.png", part)
    }
    folder.png("Other/ReferenceImages_64/App.CellTests/b@2x.png", "reference_")
    let place = folder["Other/FailureDiffs/App.CellTests"]
    let catalog = try scene.open(
      """
      Difference image save to file://\(folder["Other"])/Difference/BarTests/a.diff.png
      ksdiff "\(place)/reference_b@2x.png" "\(place)/failed_b@2x.png"
      """)
    #expect(catalog.cases.count == 2)
    #expect(catalog.cases.allSatisfy { $0.baseline == nil && $0.obstacle != nil })
    #expect(try scene.accepted(catalog) == [])
  }

  @Test func `a reference counts only where the library keeps references`() throws {
    scene.pointfree("testFoo.1.png")
    for place in ["App/Pictures/ChartTests/testFoo.1.png", "App/__Snapshots__/Cell/testFoo.1.png"] {
      folder.png(place, "mine")
      let catalog = try scene.open(
        scene.message("testFoo.1.png")
          .replacing(scene.reference("testFoo.1.png"), with: folder[place]))
      #expect(catalog.cases.map(\.reference) == [folder[place]])
      #expect(catalog.cases.map(\.baseline) == [nil])
      #expect(try scene.accepted(catalog) == [])
    }
  }

  @Test func `a reference behind a link out of the project is not written`() throws {
    folder.png("Devices/1/tmp/ChartTests/testFoo.1.png", "new")
    folder.png("Elsewhere/ChartTests/testFoo.1.png", "old")
    folder.link("App/Tests/__Snapshots__", to: folder["Elsewhere"])
    let catalog = try scene.open(scene.message("testFoo.1.png"))
    #expect(catalog.cases.map(\.baseline) == [nil])
    #expect(catalog.cases[0].obstacle != nil)
    #expect(try scene.accepted(catalog) == [])
  }

  @Test func `the project is around the working folder or around the log`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
    let inside = try scene.open(message, from: folder["App/Tests"])
    #expect(inside.cases[0].obstacle == nil)
    let beside = try scene.open(message, named: "App/logs/run.log", from: folder["Devices"])
    #expect(beside.cases[0].obstacle == nil)
    let elsewhere = try scene.open(message, from: folder["Devices"])
    #expect(elsewhere.cases[0].obstacle != nil)
  }

  @Test func `without a repository the working folder is the project`() throws {
    let scene = LogScene(isRepository: false)
    scene.pointfree("testFoo.1.png")
    let catalog = try scene.open(scene.message("testFoo.1.png"))
    #expect(catalog.cases[0].obstacle == nil && catalog.writableRoots == [scene.home])
    let home = try scene.open(scene.message("testFoo.1.png"), from: "/")
    #expect(home.cases[0].obstacle?.contains("a project around the working folder") == true)
    #expect(home.writableRoots == [])
  }

  @Test func `paths that climb lead where they lead`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png")
      .replacing("/App/Tests/", with: "/App/../App/./Tests/")
    #expect(try scene.open(message).cases[0].obstacle == nil)
    let up = scene.message("testFoo.1.png").replacing("/App/Tests/", with: "/App/../Other/")
    #expect(try scene.open(up).cases[0].obstacle != nil)
  }

  // MARK: Gone

  @Test func `files that are gone are counted, and the first is named`() throws {
    scene.pointfree("testFoo.1.png")
    let messages = ["testFoo.1.png", "gone.1.png", "gone.2.png"].map { scene.message($0) }
    let catalog = try scene.open(messages.joined())
    #expect(catalog.cases.count == 1)
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(log): 2 of the 3 failures that it names are gone, first \(scene.failure("gone.1.png"))."
      ])
    let refusal = scene.refusal(scene.message("gone.1.png"))
    // `check --allow-empty` must not pass for it.
    #expect(refusal?.reason == .missing)
    #expect(
      refusal?.description
        == "\(log): names 1 failure whose files are not on this machine, such as "
        + "\(scene.failure("gone.1.png")). If another machine ran the tests, name the folder with "
        + "their files beside the log.")
  }

  @Test func `a reference that is gone is not made anew`() throws {
    scene.pointfree("testFoo.1.png")
    folder.remove("App/Tests/__Snapshots__/ChartTests/testFoo.1.png")
    let catalog = try scene.open(scene.message("testFoo.1.png"))
    #expect(
      catalog.cases[0].obstacle
        == "The reference that the log names is gone: \(scene.reference("testFoo.1.png")). Give "
        + "--references DIR.")
    #expect(try scene.accepted(catalog) == [])
  }

  // MARK: Another machine

  private func elsewhere(_ message: String) -> String {
    message.replacing(folder.path, with: "/Users/ci/work")
  }

  @Test func `another machine's failures are looked for below a named folder alone`() throws {
    scene.pointfree("testFoo.1.png")
    folder.png("App/Other/__Snapshots__/ChartTests/testFoo.1.png", "other")
    folder.png("Artifacts/1/tmp/ChartTests/testFoo.1.png", "new")
    folder.png("Artifacts/1/tmp/ChartTests/testStale.1.png", "new")
    folder.png("Artifacts/1/old/ChartTests/testFoo.1.png", "old")
    let message = elsewhere(scene.message("testFoo.1.png"))
    #expect(scene.refusal(message)?.reason == .missing)
    let catalog = try scene.open(
      message + elsewhere(scene.message("gone.1.png")), beside: [folder["Artifacts"]],
      references: [scene.home])
    #expect(
      catalog.cases.map { scene.folder.short($0.actual) }
        == ["Artifacts/1/tmp/ChartTests/testFoo.1.png"])
    #expect(catalog.cases.map(\.baseline?.path) == [scene.reference("testFoo.1.png")])
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(log): 1 of the 2 failures that it names does not lie below \(folder["Artifacts"]): "
          + "/Users/ci/work/Devices/1/tmp/ChartTests/gone.1.png."
      ])
    let others = scene.refusal(message, beside: [folder["App"]])
    #expect(others?.description.contains("none of the 1 failure that it names lies below") == true)
  }

  @Test func `a failure that could be any of several files is refused`() throws {
    scene.pointfree("testFoo.1.png")
    scene.pointfree("testBar.1.png")
    for place in ["a", "b"] { folder.png("Artifacts/\(place)/ChartTests/testFoo.1.png", "new") }
    folder.png("Artifacts/a/ChartTests/testBar.1.png", "new")
    let catalog = try scene.open(
      elsewhere(scene.message("testFoo.1.png") + scene.message("testBar.1.png")),
      beside: [folder["Artifacts"]], references: [scene.home])
    #expect(catalog.cases.map(\.id) == ["ChartTests/testBar.1"])
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(log): 1 of the 2 failures that it names is not listed, because several files could be meant: "
          + "/Users/ci/work/Devices/1/tmp/ChartTests/testFoo.1.png."
      ])
  }
}

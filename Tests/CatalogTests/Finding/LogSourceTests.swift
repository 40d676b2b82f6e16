import Catalog
import TestSupport
import Testing

/// The log of a run as the source of its failures.
struct LogSourceTests {
  private let scene = LogScene()
  private var folder: TestFolder { scene.folder }

  @Test func `just the failures of the run are listed, with their baseline, test and line`() throws
  {
    scene.pointfree("testFoo.1.png")
    scene.pointfree("testStale.1.png")
    scene.pointfree("testBar.1.txt", in: "TextTests")
    let catalog = try scene.open(
      scene.message("testFoo.1.png")
        + scene.message("testBar.1.txt", in: "TextTests", test: "testBar", line: 7))
    #expect(catalog.cases.map(\.id) == ["ChartTests/testFoo.1", "TextTests/testBar.1.txt"])
    #expect(catalog.cases.map(\.content) == [.image, .text])
    #expect(catalog.cases.map(\.reference) == catalog.cases.map(\.baseline?.path))
    #expect(catalog.cases.allSatisfy { $0.obstacle == nil })
    #expect(
      catalog.cases.map(\.sentences) == [
        ["Failed in ChartTests.testFoo, ChartTests.swift:42."],
        ["Failed in TextTests.testBar, TextTests.swift:7."],
      ])
    #expect(catalog.skipped == [] && catalog.remarks == [] && catalog.root == scene.home)
    #expect(
      try scene.accepted(catalog) == [
        "App/Tests/__Snapshots__/ChartTests/testFoo.1.png",
        "App/Tests/__Snapshots__/TextTests/testBar.1.txt",
      ])
  }

  @Test func `a case is the same as in its opened folder, so decisions follow it`() throws {
    scene.pointfree("testFoo.1.png")
    let opened = try scene.open([scene.simulator], references: [scene.home])
    var logged = try scene.open(scene.message("testFoo.1.png"))
    #expect(logged.cases[0].remarks.removeFirst().sentence.hasPrefix("Failed in"))
    #expect(logged.cases[0].source != nil && opened.cases[0].source == nil)
    logged.cases[0].source = nil
    #expect(logged.cases == opened.cases)
  }

  private func quoted(_ tool: String) -> String {
    "\(tool) \"\(scene.reference("test a.1.png"))\" \"\(scene.failure("test a.1.png"))\""
  }

  /// The files' lines as tools and versions print them.
  private var messages: [String] {
    let (reference, failure) = (scene.reference("test a.1.png"), scene.failure("test a.1.png"))
    let minus = LogScene.minus
    let escaped = { (path: String) in path.replacing(" ", with: "%20") }
    return [
      "@\(minus)\n\"\(reference)\"\n@+\n\"\(failure)\"",
      "@\(minus)\n\"file://\(reference)\"\n@+\n\"file://\(failure)\"",
      "@\(minus)\r\n\"file://\(escaped(reference))\"\r\n@+\r\n\"file://localhost\(escaped(failure))\"",
      "↳ @\(minus)\n↳ \"file://\(reference)\"\n↳ @+\n↳ \"file://\(failure)\"",
      "\u{1B}[31m    @\(minus)\n \"file://\(reference)\"\n @+\u{1B}[0m\n    \"file://\(failure)\" ",
      "job\tTest\t2026-01-02T03:04:05Z @\(minus)\njob\tTest\tT \"file://\(reference)\"\n"
        + "job\tTest\tT @+\njob\tTest\tT \"file://\(failure)\"",
      quoted("ksdiff"), quoted("snapreview"), quoted("▸ /usr/local/bin/opendiff"),
      "ksdiff \(reference) \(failure)", "    /usr/bin/tool file://\(reference) file://\(failure)",
    ]
  }

  @Test func `the files are read from whatever way they are printed`() throws {
    scene.pointfree("test a.1.png")
    for message in messages {
      let log = "failed - Snapshot does not match reference.\n\n\(message)\n"
      let found = try scene.open(log).cases
      #expect(found.map(\.baseline?.path) == [scene.reference("test a.1.png")], "\(message)")
      #expect(found.map(\.actual) == [scene.failure("test a.1.png")])
    }
  }

  @Test(arguments: [
    ("error: -[AppTests.ChartTests testFoo] : failed - X", "ChartTests.testFoo, A b.swift:12"),
    ("error: ChartTests.testFoo : failed - X", "ChartTests.testFoo, A b.swift:12"),
    ("testFoo, failed - X", "testFoo, A b.swift:12"),
  ])
  func `the test is told by every runner's words`(_ words: String, _ expected: String) throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png").split(separator: "\n").dropFirst(2).dropLast()
    let log = "❌ /x/A b.swift:12: \(words)\n" + message.joined(separator: "\n")
    let shown = expected.replacing("A b", with: "b")
    #expect(try scene.open(log).cases.first?.sentences == ["Failed in \(shown)."])
  }

  @Test func `Swift Testing and parallel runs name the test in their own way`() throws {
    scene.pointfree("testFoo.1.png")
    let message = scene.message("testFoo.1.png").split(separator: "\n").dropFirst(2).dropLast()
    let files = message.joined(separator: "\n")
    let lines = [
      "✘ Test foo() recorded an issue at ChartTests.swift:42:5: Issue recorded":
        "foo, ChartTests.swift:42",
      "Test Run\t✘ Test \"A chart\" recorded an issue at C.swift:4:5: Issue":
        "\"A chart\", C.swift:4",
      "Test case 'ChartTests.testFoo()' failed on 'iPhone 15'": "ChartTests.testFoo",
    ]
    for (line, expected) in lines {
      let found = try scene.open(line + "\n" + files).cases
      #expect(found.map(\.sentences) == [["Failed in \(expected)."]])
    }
  }

  @Test func `of two targets with a test file by one name, the log says whose reference is meant`()
    throws
  {
    scene.pointfree("testFoo.1.png")
    folder.png("App/Other/__Snapshots__/ChartTests/testFoo.1.png", "other")
    let opened = try scene.open([scene.simulator], references: [scene.home])
    #expect(opened.cases[0].obstacle?.contains("baselines could be meant") == true)
    let log = scene.message("testFoo.1.png")
    #expect(try scene.open(log).cases[0].baseline?.path == scene.reference("testFoo.1.png"))
    let named = try scene.open(log, references: [scene.home])
    #expect(named.cases[0].baseline?.path == scene.reference("testFoo.1.png"))
  }

  @Test func `a file that a later test has overwritten is that test's alone`() throws {
    scene.pointfree("testFoo.1.png")
    let other = folder.png("App/Other/__Snapshots__/ChartTests/testFoo.1.png", "other")
    let log = scene.message("testFoo.1.png")
    let catalog = try scene.open(
      log + log + log.replacing("/App/Tests/__Snap", with: "/App/Other/__Snap"))
    #expect(catalog.cases.map(\.baseline?.path) == [other])
    #expect(
      catalog.skipped.map(\.sentence) == [
        "\(folder["run.log"]): 1 failure cannot be shown, because a later test wrote to the same "
          + "file: compared with \(scene.reference("testFoo.1.png"))."
      ])
  }

  @Test func `AFSnapshotTesting's differences are found by its address`() throws {
    folder.png("App/Tests/Difference/BarTests/a b.diff.png", "difference")
    folder.png("App/Tests/Difference/BarTests/stale.diff.png", "difference")
    let reference = folder.png("App/Tests/BarTests/a b.png", "old")
    let catalog = try scene.open(
      """
      \(scene.home)/Tests/BarTests.swift:9: error: -[T.BarTests testA] : failed - Threshold exceeded: \
      current difference (40) is greater than the specified threshold (0). Difference image save to \
      file://\(scene.home)/Tests/Difference/BarTests/a%20b.diff.png
      """)
    #expect(catalog.cases.map(\.id) == ["BarTests/a b"])
    #expect(catalog.cases[0].layout == .afsnapshot && catalog.cases[0].baseline?.path == reference)
    #expect(catalog.cases[0].sentences.contains("Failed in BarTests.testA, BarTests.swift:9."))
  }

  @Test(arguments: ["App/FailureDiffs", "Devices/1/tmp"])
  func `iOSSnapshotTestCase's failures are found by its command`(_ failures: String) throws {
    for name in ["test_a b@2x.png", "stale@2x.png"] {
      for part in ["reference_", "failed_", "diff_"] {
        folder.png("\(failures)/App.CellTests/\(part)\(name)", part)
      }
      folder.png("App/ReferenceImages_64/App.CellTests/\(name)", "reference_")
    }
    let place = folder["\(failures)/App.CellTests"]
    let catalog = try scene.open(
      """
      Test Case '-[App.CellTests test]' started.
      2026-01-02 App[1:2] If you have Kaleidoscope installed you can run this command to see an image diff:
      ksdiff "\(place)/reference_test_a b@2x.png" "\(place)/failed_test_a b@2x.png"
      /x/CellTests.swift:5: error: -[App.CellTests test] : failed - Snapshot comparison failed
      """)
    #expect(catalog.cases.map(\.name) == ["test_a b@2x"])
    #expect(
      scene.folder.short(catalog.cases[0].baseline?.path)
        == "App/ReferenceImages_64/App.CellTests/test_a b@2x.png")
    #expect(catalog.cases[0].sentences.contains("Failed in CellTests.test, CellTests.swift:5."))
    #expect(catalog.cases[0].obstacle == nil)
    // The log breaks off where the command of another failure would follow.
    let cut = try scene.open(
      """
      2026-01-02 App[1:2] If you have Kaleidoscope installed you can run this command to see an image diff:
      ksdiff "\(place)/reference_test_a b@2x.png" "\(place)/failed_test_a b@2x.png"
      Test Case '-[App.CellTests second]' started.
      2026-01-02 App[1:2] If you have Kaleidoscope installed you can run this command to see an image diff:
      """)
    #expect(cut.cases.count == 1)
    #expect(cut.skipped.contains { $0.sentence.contains("CellTests.second") }, "\(cut.skipped)")
  }

  @Test(arguments: [
    "No reference was found on disk. Automatically recorded snapshot: …\n\nopen \"file://PATH\"\n",
    "No reference was found on disk. Automatically recorded snapshot: file://PATH\n",
  ])
  func `a snapshot that the run has recorded is a case until it is committed`(
    _ words: String
  ) throws {
    let repository = TestRepository()
    repository.folder.png("Tests/__Snapshots__/ChartTests/testOld.1.png", "old")
    repository.commit()
    let new = repository.folder.png("Tests/__Snapshots__/ChartTests/testNew.1.png", "new")
    let log = repository.folder.write(
      "run.log",
      "/x/C.swift:3: error: -[T.ChartTests testNew] : failed - "
        + words.replacing("PATH", with: new))
    var options = CatalogOptions()
    (options.workingFolder, options.stateFolder) = (
      repository.folder.path, repository.folder.stateFolder
    )
    let catalog = try Catalog(paths: [log], options: options)
    #expect(catalog.cases.map(\.baseline?.path) == [new] && catalog.cases[0].layout == .git)
    #expect(catalog.cases[0].sentences.contains("Failed in ChartTests.testNew, C.swift:3."))
    #expect(catalog.skipped == [])
    repository.git("add", "Tests")
    repository.git("commit", "--quiet", "--message", "looked at")
    #expect(throws: CatalogError.self) { _ = try Catalog(paths: [log], options: options) }
  }

  @Test func `several logs are one, and two other texts are still compared`() throws {
    scene.pointfree("testFoo.1.png")
    scene.pointfree("testBar.1.png")
    let first = folder.write("one.txt", scene.message("testFoo.1.png"))
    let second = folder.write("two.txt", scene.message("testBar.1.png"))
    #expect(try scene.open([first, second]).cases.count == 2)
    #expect(try scene.open([first]).cases.count == 1)
    let green = folder.write("green.log", "Test Case '-[A.B c]' passed (0.1 seconds).")
    #expect(try scene.open([green, first]).cases.map(\.layout) == [.pair])
  }
}

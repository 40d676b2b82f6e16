import Base
import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// Reports that name what is no baseline: whatever is accepted, nothing of the project changes.
struct ProvenanceTests {
  /// Reports that name other files as baselines: whatever is accepted, nothing of the project
  /// changes.
  static let project = [
    "Makefile", "package.json", "docs/logo.png", "docs/screenshots/logo.png", "Sources/main.swift",
    "README.txt", "src/main/res/drawable/logo.png", ".git/hooks/pre-commit", "tests/home.spec.ts",
    "linked.png", "DOCS/Logo.png", "docs/new.png",
  ]

  private static let backstop = "art/backstop_data/bitmaps_test/20261102-101010"

  /// A report that says a file of the project is the baseline of a failure.
  struct Attack: CustomTestStringConvertible {
    let name: String
    /// The report's place, and its text for a target: as it is reached from the report's folder.
    let report: String
    let text: @Sendable (_ target: String, _ ending: String) -> String
    /// The actual's place beside the report, without its ending.
    let actual: String
    /// The folder that the report's paths start from.
    let home: String

    var testDescription: String { name }
  }

  static let attacks = [
    Attack(
      name: "reg", report: "art/reg.json",
      text: { target, _ in regReport(failed: [target], expected: "..") },
      actual: "", home: "art/actual"),
    Attack(
      name: "BackstopJS", report: "\(backstop)/report.json", text: pair, actual: "\(backstop)/x",
      home: ""),
    Attack(
      name: "BackstopJS's own", report: "art/backstop_data/json_report/jsonReport.json", text: pair,
      actual: "\(backstop)/x", home: ""),
    Attack(
      name: "Roborazzi", report: "art/build/test-results/roborazzi/results-summary.json",
      text: { target, ending in
        """
        {"summary":{},"results":[{"type":"changed","golden_file_path":"ROOT/\(target)",
         "actual_file_path":"ROOT/art/x_actual\(ending)"}]}
        """
      }, actual: "art/x_actual", home: ""),
    Attack(
      name: "Playwright", report: "art/results.json",
      text: { target, ending in
        """
        {"config":{},"suites":[{"file":"home.spec.ts","specs":[{"tests":[{"projectName":"c",
         "results":[{"retry":0,"attachments":[
          {"name":"x-expected\(ending)","path":"ROOT/\(target)"},
          {"name":"x-actual\(ending)","path":"ROOT/art/test-results/x/x-actual\(ending)"}]}]}]}]}]}
        """
      }, actual: "art/test-results/x/x-actual", home: ""),
  ]

  @Sendable private static func pair(_ target: String, _ ending: String) -> String {
    """
    {"testSuite":"b","tests":[{"pair":{"reference":"../../../\(target)",
     "test":"../bitmaps_test/20261102-101010/x\(ending)"},"status":"fail"}]}
    """
  }

  /// A repository with an artifact of a stranger's in it.
  private func scene(_ attack: Attack, target: String, ending: String) -> Scene {
    let scene = Scene(["docs/logo.png": "logo", "docs/screenshots/logo.png": "logo"])
    for name in Self.project where !name.hasSuffix(".png") && name != ".git/hooks/pre-commit" {
      scene.folder.write(name, "all:\n\ttrue\n")
    }
    scene.folder.write(".git/hooks/pre-commit", "true\n")
    scene.folder.png("src/main/res/drawable/logo.png", "logo")
    scene.folder.link("linked.png", to: "Makefile")
    let actual = attack.home.isEmpty ? attack.actual + ending : Paths.join(attack.home, target)
    scene.folder.write(actual, ending == ".png" ? fakePNG("evil") : Array("evil".utf8))
    scene.folder.write(
      attack.report,
      attack.text(target, ending).replacingOccurrences(of: "ROOT", with: scene.folder.path))
    return scene
  }

  @Test(arguments: attacks, project)
  func `no file of a project is a baseline because a report says so`(
    _ attack: Attack, _ target: String
  ) throws {
    let own = (target as NSString).pathExtension
    for ending in Set([".png", ".txt", own.isEmpty ? "" : "." + own]) {
      let scene = scene(attack, target: target, ending: ending)
      let before = scene.folder.everything()
      for given in ["", "art"] {
        guard let found = try? scene.open(given) else { continue }
        if target == "docs/logo.png", ending == ".png" {
          #expect(found.cases.contains { $0.obstacle?.hasPrefix("Only the report says") == true })
        }
        let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
        for snapshot in found.cases {
          #expect(snapshot.baseline == nil || snapshot.obstacle != nil, "\(snapshot)")
          try? store.accept(snapshot)
          try? store.clean(snapshot)
          try? store.record(.rejected, for: snapshot)
        }
        _ = try? store.undo(.session)
        store.close()
        #expect(scene.folder.everything() == before)
      }
    }
  }

  @Test(arguments: project)
  func `no file of a project is deleted because a report says so`(_ target: String) throws {
    let scene = scene(Self.attacks[0], target: target, ending: ".png")
    scene.folder.remove("art/actual")
    scene.folder.png("art/actual/other.png", "other")
    scene.folder.write("art/reg.json", regReport(deleted: [target], expected: ".."))
    let before = scene.folder.everything()
    let found = try? scene.open()
    for snapshot in found?.cases ?? [] { #expect(!snapshot.isDeletion && snapshot.obstacle != nil) }
    _ = try found.map { try scene.accepted($0) }
    #expect(scene.folder.everything() == before)
  }

  @Test func `a copy that is a link proves nothing`() throws {
    let scene = scene(Self.attacks[4], target: "docs/logo.png", ending: ".png")
    scene.folder.link("art/test-results/x/x-expected.png", to: scene.folder["docs/logo.png"])
    #expect(try scene.open().cases.allSatisfy { $0.obstacle != nil })
    #expect(try scene.accepted(try scene.open()).isEmpty)
  }

  @Test func `a text is no baseline because a copy of it was put beside the failure`() throws {
    let scene = Scene()
    scene.folder.write("requirements.txt", "old")
    scene.folder.write("test-results/x/requirements-expected.txt", "old")
    scene.folder.write("test-results/x/requirements-actual.txt", "evil")
    #expect(try scene.open().cases.allSatisfy { $0.baseline == nil && $0.obstacle != nil })
    let named = try scene.open("test-results", references: ["."])
    #expect(named.cases.map { scene.folder.short($0.baseline?.path) } == ["requirements.txt"])
  }

  @Test func `a link leads to no file of another kind`() throws {
    let scene = Scene(["actual/a.png": "new", "diff/a.png": "d"])
    scene.folder.write("Makefile", "all:\n")
    scene.folder.folder("expected")
    scene.folder.link("expected/a.png", to: "../Makefile")
    let found = try scene.open()
    let store = try ReviewStore(found, stateFolder: scene.folder.stateFolder)
    for snapshot in found.cases {
      #expect(throws: StoreError.self) { try store.accept(snapshot) }
    }
    #expect(scene.folder.bytes("Makefile") == Array("all:\n".utf8))
  }

  @Test func `a folder that is a link leads to no file of the project`() throws {
    for report in [nil, "art/reg.json"] {
      let scene = Scene([
        "docs/logo.png": "logo", "art/actual/logo.png": "evil", "art/diff/logo.png": "d",
      ])
      scene.folder.link("art/expected", to: "../docs")
      if let report {
        scene.folder.write(report, regReport(failed: ["logo.png"], expected: "expected"))
      }
      #expect(try scene.accepted(try scene.open()).isEmpty)
      #expect(try scene.accepted(try scene.open("art")).isEmpty)
    }
  }

  @Test func `a copy of what was expected proves a baseline of any name and place`() throws {
    let place = "test-results/home-chromium"
    let scene = Scene([
      "e2e/shots/home.png": "old", "\(place)/home-expected.png": "old",
      "\(place)/home-actual.png": "new",
    ])
    scene.folder.write(
      "results.json",
      """
      {"config":{},"suites":[{"file":"home.spec.ts","specs":[{"tests":[{"projectName":"chromium",
       "results":[{"retry":0,"attachments":[
        {"name":"home-expected.png","path":"\(scene.folder["e2e/shots/home.png"])"},
        {"name":"home-actual.png","path":"\(scene.folder["\(place)/home-actual.png"])"}]}]}]}]}]}
      """)
    try scene.check([
      "home-chromium/home": Triple("playwright", "e2e/shots/home.png", "\(place)/home-actual.png")
    ])
  }
}

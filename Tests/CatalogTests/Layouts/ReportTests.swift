import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// Files by which a library says itself what failed.
struct ReportTests {
  @Test(arguments: [("reg-cli", "", "reg.json"), ("reg-suit", ".reg/", "out.json")])
  func `reg's report names what failed, what is new and what was deleted`(
    _ layout: String, _ home: String, _ name: String
  ) throws {
    let scene = Scene([
      "\(home)expected/f.png": "old", "\(home)actual/f.png": "new", "\(home)diff/f.png": "d",
      "\(home)expected/p.png": "p", "\(home)actual/p.png": "almost p",
      "\(home)actual/sub/n.png": "n", "\(home)expected/gone.png": "gone",
    ])
    scene.folder.write(
      "\(home)\(name)",
      regReport(
        failed: ["f.png"], new: ["sub/n.png", "../../etc/x.png"], deleted: ["gone.png"],
        passed: ["p.png"]))
    let found = try scene.open().cases
    #expect(Set(found.map(\.layout.rawValue)) == [layout])
    #expect(Set(found.map(\.name)) == ["f", "n", "gone"])
    let gone = try #require(found.first { $0.name == "gone" })
    #expect(!gone.isDeletion && gone.actual == nil)
    #expect(gone.obstacle?.contains("delete the baseline, or give --references DIR") == true)
    let before = scene.folder.everything()
    let written = try scene.accepted(try scene.open())
    #expect(
      written == [
        "\(home)expected/f.png": fakePNG("new"), "\(home)expected/sub/n.png": fakePNG("n"),
      ])
    // Of the folder that the user names the report is believed.
    let named = try scene.open(references: ["\(home)expected"])
    #expect(named.cases.first { $0.name == "gone" }?.isDeletion == true)
    _ = try scene.accepted(named)
    #expect(scene.folder.bytes("\(home)expected/gone.png") == nil)
    let store = try ReviewStore(named, stateFolder: scene.folder.stateFolder)
    #expect(try store.undo(.session).failures.isEmpty)
    #expect(scene.folder.everything() == before)
  }

  @Test func `what a report calls deleted and is still made is no deletion`() throws {
    let scene = Scene(["expected/a.png": "old", "actual/a.png": "new"])
    scene.folder.write("reg.json", regReport(failed: ["b.png"], deleted: ["a.png"]))
    scene.folder.png("expected/b.png", "b")
    let cases = try scene.open().cases
    #expect(cases.map(\.isDeletion) == [false, false])
    #expect(cases.first { $0.name == "b" }?.obstacle?.contains("delete the baseline") == true)
    #expect(scene.folder.short(cases.first { $0.name == "a" }?.actual) == "actual/a.png")
  }

  @Test func `a report that names a place outside writes nothing there`() throws {
    let scene = Scene(["p/actual/f.png": "new", "secret/f.png": "old"], isRepository: false)
    scene.folder.folder("p/.git")
    scene.folder.write("p/reg.json", regReport(failed: ["f.png"], expected: "../secret"))
    let only = try #require(try scene.open("p").cases.first)
    #expect(only.baseline == nil)
    #expect(only.obstacle?.contains("Give --references DIR") == true)
    let given = try scene.open("p", references: ["secret"])
    #expect(given.cases.first?.baseline?.path == scene.folder["secret/f.png"])
  }

  @Test func `a report that names an actual outside shows nothing of it`() throws {
    let scene = Scene(["secret/f.png": "secret", "p/expected/f.png": "old"], isRepository: false)
    scene.folder.folder("p/.git")
    scene.folder.write("p/reg.json", regReport(failed: ["f.png"], actual: "../secret"))
    #expect(try scene.open("p").cases.allSatisfy { $0.actual == nil && $0.obstacle != nil })
  }

  @Test(arguments: ["bitmaps_test/20261102-101010/report.json", "json_report/jsonReport.json"])
  func `BackstopJS's reports join files of different names`(_ report: String) throws {
    let run = "backstop_data/bitmaps_test/20261102-101010"
    let scene = Scene([
      "backstop_data/bitmaps_reference/home_0.png": "old", "\(run)/home_variant_0.png": "new",
      "\(run)/failed_diff_home_variant_0.png": "d",
      "backstop_data/bitmaps_test/20261101-101010/home_variant_0.png": "an earlier run",
    ])
    let pair = { (run: String) in
      """
      {"pair":{"reference":"../bitmaps_reference/home_0.png",
       "test":"../bitmaps_test/\(run)/home_variant_0.png",
       "diffImage":"../bitmaps_test/\(run)/failed_diff_home_variant_0.png"},"status":"fail"}
      """
    }
    scene.folder.write(
      "backstop_data/\(report)",
      """
      {"testSuite":"b","tests":[\(pair("20261102-101010")),\(pair("20261101-101010"))]}
      """)
    try scene.check([
      "backstop_data/home_0": Triple(
        "backstop", "backstop_data/bitmaps_reference/home_0.png", "\(run)/home_variant_0.png",
        "\(run)/failed_diff_home_variant_0.png")
    ])
  }

  @Test func `Roborazzi's results settle what names cannot, and what is left from before`() throws {
    let place = "app/build/outputs/roborazzi"
    let scene = Scene([
      "app/src/test/screenshots/Home/menu.png": "old",
      "app/src/test/screenshots/List/menu.png": "other",
      "app/src/test/screenshots/List/same.png": "same",
      "\(place)/menu_actual.png": "new", "\(place)/menu_compare.png": "d",
      "\(place)/same_actual.png": "stale", "\(place)/same_compare.png": "d",
    ])
    let path = { (name: String) in scene.folder[name] }
    scene.folder.write(
      "app/build/test-results/roborazzi/debug/results-summary.json",
      """
      {"summary":{},"results":[
       {"type":"changed","golden_file_path":"\(path("app/src/test/screenshots/Home/menu.png"))",
        "actual_file_path":"\(path("\(place)/menu_actual.png"))",
        "compare_file_path":"\(path("\(place)/menu_compare.png"))"},
       {"type":"unchanged","golden_file_path":"\(path("app/src/test/screenshots/List/same.png"))"}]}
      """)
    try scene.check([
      "Home/menu": Triple(
        "roborazzi", "app/src/test/screenshots/Home/menu.png", "\(place)/menu_actual.png",
        "\(place)/menu_compare.png")
    ])
  }

  /// Of one of two failures that the report names the files are gone.
  @Test func `a failure that a report names is told where its files are lost`() throws {
    let place = "app/build/outputs/roborazzi"
    let scene = Scene([
      "app/src/test/screenshots/Home/menu.png": "old", "\(place)/menu_actual.png": "new",
    ])
    let path = { (name: String) in scene.folder[name] }
    let results = ["menu", "lost"].map { name in
      """
      {"type":"changed","golden_file_path":"\(path("app/src/test/screenshots/Home/\(name).png"))",
       "actual_file_path":"\(path("\(place)/\(name)_actual.png"))"}
      """
    }
    scene.folder.write(
      "app/build/test-results/roborazzi/debug/results-summary.json",
      "{\"summary\":{},\"results\":[\(results.joined(separator: ","))]}")
    let catalog = try scene.open()
    #expect(catalog.cases.map(\.id) == ["Home/menu"])
    #expect(catalog.skipped.map(\.path) == ["lost"])
    #expect(catalog.skipped.first?.why.contains("its files are missing") == true)
  }

  @Test(arguments: ["", "{\"summary\":{},\"results\":[{\"type\":"])
  func `a report that breaks off is named`(_ text: String) throws {
    let place = "app/build/outputs/roborazzi"
    let scene = Scene([
      "app/src/test/screenshots/Home/menu.png": "old", "\(place)/menu_actual.png": "new",
    ])
    scene.folder.write("app/build/test-results/roborazzi/debug/results-summary.json", text)
    let catalog = try scene.open()
    #expect(catalog.cases.map(\.id) == ["roborazzi/menu"])
    #expect(catalog.skipped.count == 1)
    #expect(catalog.skipped.first?.why.hasPrefix("a report that breaks off") == true)
  }

  @Test func `a picture that Playwright's page names and has lost is told`() throws {
    let scene = Scene([
      "tests/home.spec.ts-snapshots/menu-chromium-linux.png": "old",
      "playwright-report/data/1.png": "old", "playwright-report/data/2.png": "new",
    ])
    let lost = #"{"name":"lost-actual.png","path":"data/9.png"}"#
    scene.folder.write(
      "playwright-report/index.html",
      page(json.replacing("\"attachments\":[", with: "\"attachments\":[\(lost),")))
    let catalog = try scene.open()
    #expect(catalog.cases.map(\.id) == ["home.spec.ts chromium/menu"])
    #expect(catalog.skipped.map(\.path) == ["lost.png"])
  }

  @Test func `a result for each capture says the same without a summary`() throws {
    let place = "app/build/outputs/roborazzi"
    let scene = Scene([
      "app/src/test/screenshots/Home/menu.png": "old",
      "app/src/test/screenshots/List/menu.png": "other", "\(place)/menu_actual.png": "new",
    ])
    let path = { (name: String) in scene.folder[name] }
    scene.folder.write(
      "app/build/test-results/roborazzi/results/a.json",
      """
      {"type":"changed","golden_file_path":"\(path("app/src/test/screenshots/Home/menu.png"))",
       "actual_file_path":"\(path("\(place)/menu_actual.png"))"}
      """)
    try scene.check([
      "Home/menu": Triple(
        "roborazzi", "app/src/test/screenshots/Home/menu.png", "\(place)/menu_actual.png")
    ])
  }

  @Test func `Playwright's JSON names the baseline, also one that was recorded since`() throws {
    let baseline = "e2e/home.spec.ts-snapshots/home-chromium-linux.png"
    let place = "test-results/home-chromium-retry1"
    let scene = Scene([
      baseline: "recorded since", "\(place)/home-expected.png": "old",
      "\(place)/home-actual.png": "new", "\(place)/home-diff.png": "d",
    ])
    let path = { (name: String) in scene.folder[name] }
    scene.folder.write(
      "results.json",
      """
      {"config":{},"suites":[{"file":"home.spec.ts","suites":[{"specs":[{"tests":[
       {"projectName":"chromium","results":[
        {"retry":0,"attachments":[{"name":"home-actual.png","path":"/gone/home-actual.png"}]},
        {"retry":1,"attachments":[
         {"name":"home-expected.png","contentType":"image/png","path":"\(path(baseline))"},
         {"name":"home-actual.png","contentType":"image/png",
          "path":"\(path("\(place)/home-actual.png"))"},
         {"name":"home-diff.png","contentType":"image/png",
          "path":"\(path("\(place)/home-diff.png"))"}]}]}]}]}]}]}
      """)
    try scene.check([
      "home-chromium/home": Triple(
        "playwright", baseline, "\(place)/home-actual.png", "\(place)/home-diff.png")
    ])
  }

  /// Playwright's page with the zip that a script of it reads.
  private func page(_ zip: [UInt8]) -> String {
    "<html><template id=\"playwrightReportBase64\">data:application/zip;base64,"
      + Data(zip).base64EncodedString() + "</template></html>"
  }

  private func page(_ json: String) -> String {
    page(ArchiveWriter.zip([.init("abc.json", .file(Array(json.utf8)))]))
  }

  private let json = """
    {"fileId":"abc","fileName":"home.spec.ts","tests":[{"title":"t","projectName":"chromium",
     "results":[{"retry":0,"attachments":[
      {"name":"menu-expected.png","contentType":"image/png","path":"data/1.png"},
      {"name":"menu-actual.png","contentType":"image/png","path":"data/2.png"},
      {"name":"menu-diff.png","contentType":"image/png","path":"data/3.png"}]}]}]}
    """

  @Test(arguments: ["", "playwright-report"])
  func `Playwright's HTML report is enough`(_ given: String) throws {
    let baseline = "tests/home.spec.ts-snapshots/menu-chromium-linux.png"
    let scene = Scene([
      baseline: "old", "tests/other.spec.ts-snapshots/menu-chromium-linux.png": "old",
      "playwright-report/data/1.png": "old", "playwright-report/data/2.png": "new",
      "playwright-report/data/3.png": "d",
    ])
    scene.folder.write("playwright-report/index.html", page(json))
    try scene.check(
      given,
      [
        "home.spec.ts chromium/menu": Triple(
          "playwright", baseline, "playwright-report/data/2.png", "playwright-report/data/3.png")
      ])
  }

  @Test func `a failure in the results and in the report is one case`() throws {
    let scene = Scene([
      "tests/home.spec.ts-snapshots/menu-chromium-linux.png": "old",
      "test-results/home-chromium/menu-expected.png": "old",
      "test-results/home-chromium/menu-actual.png": "new",
      "playwright-report/data/1.png": "old", "playwright-report/data/2.png": "new",
    ])
    scene.folder.write("playwright-report/index.html", page(json))
    let found = try scene.open().cases
    #expect(
      found.map { scene.folder.short($0.actual) } == ["test-results/home-chromium/menu-actual.png"])
  }

  @Test func `a page that is no report, or a damaged one, is nothing`() throws {
    for page in ["<html>", "playwrightReportBase64 data:application/zip;base64,UEsDB"] {
      let scene = Scene(["playwright-report/data/1.png": "old"])
      scene.folder.write("playwright-report/index.html", page)
      #expect(throws: CatalogError.self) { _ = try scene.open() }
    }
  }
}

import Catalog
import PNGCodec
import Pixels
import TestSupport
import Testing

/// What Python's libraries leave: `PythonRuns` as they were run, the rest by hand.
struct PythonTests {
  @Test func `of two equal baselines the test's own is written, and what is named freely by bytes`()
    throws
  {
    let scene = Scene([
      "tests/baseline/test_line.png": "old", "tests/baseline/test_in.png": "old",
      "tests/baseline/own_name.png": "other",
      "results/test_plots.test_line/result.png": "new",
      "results/test_plots.test_line/baseline.png": "old",
      "results/test_plots.test_line/result-failed-diff.png": "d",
      "results/test_plots.TestC.test_in/result.png": "new in",
      "results/test_plots.TestC.test_in/baseline.png": "old",
      "results/test_plots.TestC.test_in/result-failed-diff.png": "d",
      "results/test_plots.test_named/result.png": "new other",
      "results/test_plots.test_named/baseline.png": "other",
      "results/test_plots.test_named/result-failed-diff.png": "d",
    ])
    try scene.check([
      "test_plots/test_line": mpl("test_plots.test_line", writes: "test_line"),
      "test_plots.TestC/test_in": mpl("test_plots.TestC.test_in", writes: "test_in"),
      "test_plots/test_named": mpl("test_plots.test_named", writes: "own_name"),
    ])
  }

  private func mpl(_ test: String, writes baseline: String) -> Triple {
    Triple(
      "pytest-mpl", "tests/baseline/\(baseline).png", "results/\(test)/result.png",
      "results/\(test)/result-failed-diff.png")
  }

  @Test func `what the summary calls passed is left out, and a hash library is said`() throws {
    let scene = Scene([
      "results/test_plots.test_same/result.png": "a",
      "results/test_plots.test_same/baseline.png": "b",
      "results/test_plots.test_hash/result.png": "c",
      "results/test_plots.test_odd/result.png": "d",
      "results/test_plots.test_odd/baseline.png": "e",
    ])
    scene.folder.write(
      "results/results.json",
      """
      {"test_plots.test_same": {"status": "passed", "hash_status": null,
         "result_image": "test_plots.test_same/result.png"},
       "test_plots.test_hash": {"status": "failed", "hash_status": "diff",
         "result_image": "test_plots.test_hash/result.png"},
       "test_plots.test_odd": {"status": "error", "hash_status": null,
         "result_image": "test_plots.test_odd/result.png"}}
      """)
    let found = try scene.open("results")
    #expect(found.cases.map(\.id) == ["test_plots/test_hash", "test_plots/test_odd"])
    #expect(found.cases.allSatisfy { $0.obstacle != nil })
    #expect(found.remarks.contains { $0.contains("1 failure by a hash library") })
  }

  @Test(arguments: ["pytest-mpl", "matplotlib", "pytest-playwright-visual"])
  func `accepting what a real run left writes its pictures and vectors to their baselines`(
    _ library: String
  ) throws {
    let files = try #require(PythonRuns.files[library])
    let scene = Scene(files)
    for (name, number) in files where name.hasSuffix(".png") {
      // One of the libraries goes by pixels.
      let pixel = Pixel(try #require(UInt8(number)), 0, 0, 255)
      scene.folder.write(name, try PNG.encode(PixelImage(width: 1, height: 1, pixels: [pixel])))
    }
    let written = try scene.accepted(try scene.open()).keys.sorted()
    #expect(written == Self.written[library])
    for (baseline, actual) in Self.proposed {
      guard written.contains(baseline) else { continue }
      #expect(scene.folder.bytes(baseline) == scene.folder.bytes(actual), "\(baseline)")
    }
  }

  private static let written = [
    "pytest-mpl": [
      "own_name.png", "test_in_class.png", "test_kinds_a.png", "test_kinds_b.png", "test_line.png",
      "test_page.pdf", "test_vector.svg",
    ].map { "tests/baseline/" + $0 },
    "matplotlib": ["pdf", "png", "svg"].map { "lib/tests/baseline_images/test_figures/line." + $0 },
    "pytest-playwright-visual": [
      "tests/snapshots/test_home/test_menu/test_menu[chromium][linux].png",
      "tests/snapshots/test_home/test_own/own.png",
    ],
  ]

  private static let proposed = [
    "tests/baseline/own_name.png": "results/test_plots.test_named/result.png",
    "tests/baseline/test_page.pdf": "results/test_plots.test_page/result.pdf",
    "tests/baseline/test_vector.svg": "results/test_plots.test_vector/result.svg",
    "lib/tests/baseline_images/test_figures/line.pdf": "result_images/test_figures/line.pdf",
    "lib/tests/baseline_images/test_figures/line.svg": "result_images/test_figures/line.svg",
  ]

  @Test func `a stranger's vector replaces no file but the vector baseline of its test`() throws {
    // Whoever made the failures knows what the files hold.
    let others = ["package.json", "ci.yml", "site/logo.svg", "site/manual.pdf"]
    let files = Dictionary(uniqueKeysWithValues: others.map { ($0, "what \($0) holds") })
    for other in others {
      for (ending, vector) in ["svg": "<evil>", "pdf": "%PDF-evil"] {
        let scene = Scene(files.merging(["site/test_menu.\(ending)": "another drawing"]) { $1 })
        failure("results/test_plots.test_menu", ending, vector, in: scene)
        let copy = "results/test_plots.test_menu/baseline.\(ending)"
        scene.folder.write(copy, scene.folder.bytes(other)!)
        #expect(try scene.accepted(scene.open()) == [:], "\(ending) over \(other)")
        scene.folder.remove(copy)
        scene.folder.link(copy, to: scene.folder["site/test_menu.\(ending)"])
        #expect(try scene.accepted(scene.open()) == [:], "\(ending) by a link")
        scene.folder.remove(copy)
        #expect(try scene.accepted(scene.open()) == [:], "\(ending) by its name alone")
      }
      let scene = Scene(files)
      scene.folder.png("results/test_plots.test_menu/result.png", "new")
      scene.folder.write(
        "results/test_plots.test_menu/baseline.png", scene.folder.bytes(other)!)
      #expect(try scene.accepted(scene.open()) == [:], "a picture over \(other)")
    }
  }

  /// A figure whose vector is compared, without the copy of its baseline.
  private func failure(_ results: String, _ ending: String, _ vector: String, in scene: Scene) {
    scene.folder.png("\(results)/result_\(ending).png", "new")
    scene.folder.png("\(results)/baseline_\(ending).png", "old")
    scene.folder.png("\(results)/result_\(ending)-failed-diff.png", "d")
    scene.folder.write("\(results)/result.\(ending)", vector)
  }

  @Test(arguments: [("svg", "#!/bin/sh"), ("svg", ""), ("pdf", "<svg>"), ("pdf", "")])
  func `a vector that is none by its first bytes is not accepted`(
    _ ending: String, _ content: String
  ) throws {
    let scene = try Scene(#require(PythonRuns.files["matplotlib"]))
    scene.folder.write("result_images/test_figures/line.\(ending)", content)
    scene.folder.age("result_images/test_figures/line.\(ending)", 0)
    let found = try scene.open().cases.first { $0.id == "test_figures/line.\(ending)" }
    #expect(try #require(found).obstacle?.contains("does not begin") == true)
  }

  @Test func `a vector is written only where it is as old as its picture, and none of a link`()
    throws
  {
    let scene = try Scene(#require(PythonRuns.files["matplotlib"]))
    let results = "result_images/test_figures"
    scene.folder.age("\(results)/line_pdf.png", 0)
    scene.folder.remove("\(results)/line.svg")
    scene.folder.link("\(results)/line.svg", to: scene.folder["\(results)/line.pdf"])
    let obstacles = try scene.open().cases.map { ($0.id, $0.obstacle ?? "") }
    #expect(
      Dictionary(uniqueKeysWithValues: obstacles).mapValues { $0.contains("is newer than") }
        == [
          "test_figures/line": false, "test_figures/line.pdf": true, "test_figures/line.svg": false,
        ])
    #expect(obstacles.last?.1.contains("is a link") == true)
    scene.folder.remove("\(results)/line.svg")
    let cases = try scene.open().cases
    #expect(cases.last?.obstacle?.contains("line.svg, which this is a picture of") == true)
  }
}

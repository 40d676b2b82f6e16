import Catalog
import TestSupport
import Testing

/// What pytest-mpl 0.19, matplotlib 3.11 and pytest-playwright-visual 2.1 were seen to leave.
@Suite struct PythonTests {
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
    ])
    scene.folder.write(
      "results/results.json",
      """
      {"test_plots.test_same": {"status": "passed", "hash_status": null,
         "result_image": "test_plots.test_same/result.png"},
       "test_plots.test_hash": {"status": "failed", "hash_status": "diff",
         "result_image": "test_plots.test_hash/result.png"}}
      """)
    let found = try scene.open("results")
    #expect(found.cases.map(\.id) == ["test_plots/test_hash"])
    #expect(found.cases.allSatisfy { $0.obstacle != nil })
    #expect(found.remarks.contains { $0.contains("1 failure by a hash library") })
  }

  @Test func `a vector is shown by its picture, which never becomes its baseline`() throws {
    let scene = Scene([
      "lib/tests/baseline_images/test_fig/line.png": "old",
      "result_images/test_fig/line.png": "new",
      "result_images/test_fig/line-expected.png": "old",
      "result_images/test_fig/line-failed-diff.png": "d",
      "result_images/test_fig/line_pdf.png": "new pdf",
      "result_images/test_fig/line-expected_pdf.png": "old pdf",
      "result_images/test_fig/line_pdf-failed-diff.png": "d",
      "results/test_plots.test_vector/result_svg.png": "new svg",
      "results/test_plots.test_vector/baseline_svg.png": "old svg",
      "results/test_plots.test_vector/result_svg-failed-diff.png": "d",
    ])
    let results = "result_images/test_fig"
    try scene.check([
      "test_fig/line": Triple(
        "matplotlib", "lib/tests/baseline_images/test_fig/line.png", "\(results)/line.png",
        "\(results)/line-failed-diff.png"),
      "test_fig/line_pdf": Triple(
        "matplotlib", reference: "\(results)/line-expected_pdf.png",
        actual: "\(results)/line_pdf.png", difference: "\(results)/line_pdf-failed-diff.png",
        writes: nil, isRefused: true),
      "test_plots/test_vector_svg": Triple(
        "pytest-mpl", reference: "results/test_plots.test_vector/baseline_svg.png",
        actual: "results/test_plots.test_vector/result_svg.png",
        difference: "results/test_plots.test_vector/result_svg-failed-diff.png", writes: nil,
        isRefused: true),
    ])
  }

  @Test func `a snapshot of pytest-playwright-visual is its function's`() throws {
    let shots = "tests/snapshot_tests_failures/test_menu"
    let scene = Scene()
    for (name, level): (String, UInt8) in [
      "tests/snapshots/test_menu/test_home/own.png": 0,
      "tests/snapshots/test_menu/test_other/own.png": 1,
      "\(shots)/test_home[chromium][linux]/Actual_own.png": 2,
      "\(shots)/test_home[chromium][linux]/Expected_own.png": 0,
      "\(shots)/test_home[chromium][linux]/Diff_own.png": 2,
    ] {
      let image = PixelImage(width: 1, height: 1, pixels: [Pixel(level, 0, 0, 255)])
      scene.folder.write(name, try PNG.encode(image))
    }
    let found = try scene.open()
    #expect(found.cases.map(\.id) == ["test_menu/own"])
    #expect(
      scene.short(found.cases[0].baseline?.path) == "tests/snapshots/test_menu/test_home/own.png")
  }
}

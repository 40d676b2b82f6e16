/// What runs that failed left, by the names of the files. Written by scripts/python-libraries with
/// pytest-mpl 0.19.0, matplotlib 3.11.2, pytest-playwright-visual 2.1.2, syrupy 7.0.2.
///
/// A number stands for the content of a picture or vector: the same number is the same content.
enum PythonRuns {
  static let files: [String: [String: String]] = [
    "pytest-mpl": [
      "results/results.json": """
      {"test_plots.TestAxes.test_in_class": {"status": "failed", "hash_status": null, "result_image": "test_plots.TestAxes.test_in_class/result.png"},
      "test_plots.test_kinds[a]": {"status": "failed", "hash_status": null, "result_image": "test_plots.test_kinds_a/result.png"},
      "test_plots.test_kinds[b]": {"status": "failed", "hash_status": null, "result_image": "test_plots.test_kinds_b/result.png"},
      "test_plots.test_line": {"status": "failed", "hash_status": null, "result_image": "test_plots.test_line/result.png"},
      "test_plots.test_named": {"status": "failed", "hash_status": null, "result_image": "test_plots.test_named/result.png"},
      "test_plots.test_page": {"status": "failed", "hash_status": null, "result_image": "test_plots.test_page/result_pdf.png"},
      "test_plots.test_same": {"status": "passed", "hash_status": null, "result_image": null},
      "test_plots.test_vector": {"status": "failed", "hash_status": null, "result_image": "test_plots.test_vector/result.svg"}}
      """,
      "results/test_plots.TestAxes.test_in_class/baseline.png": "1",
      "results/test_plots.TestAxes.test_in_class/result-failed-diff.png": "2",
      "results/test_plots.TestAxes.test_in_class/result.png": "3",
      "results/test_plots.test_kinds_a/baseline.png": "4",
      "results/test_plots.test_kinds_a/result-failed-diff.png": "5",
      "results/test_plots.test_kinds_a/result.png": "6",
      "results/test_plots.test_kinds_b/baseline.png": "7",
      "results/test_plots.test_kinds_b/result-failed-diff.png": "8",
      "results/test_plots.test_kinds_b/result.png": "9",
      "results/test_plots.test_line/baseline.png": "4",
      "results/test_plots.test_line/result-failed-diff.png": "5",
      "results/test_plots.test_line/result.png": "6",
      "results/test_plots.test_named/baseline.png": "10",
      "results/test_plots.test_named/result-failed-diff.png": "11",
      "results/test_plots.test_named/result.png": "12",
      "results/test_plots.test_page/baseline.pdf": "13",
      "results/test_plots.test_page/baseline_pdf.png": "14",
      "results/test_plots.test_page/result.pdf": "15",
      "results/test_plots.test_page/result_pdf-failed-diff.png": "16",
      "results/test_plots.test_page/result_pdf.png": "17",
      "results/test_plots.test_vector/baseline.svg": "18",
      "results/test_plots.test_vector/baseline_svg.png": "19",
      "results/test_plots.test_vector/result.svg": "20",
      "results/test_plots.test_vector/result_svg-failed-diff.png": "21",
      "results/test_plots.test_vector/result_svg.png": "22",
      "tests/baseline/own_name.png": "10",
      "tests/baseline/test_in_class.png": "1",
      "tests/baseline/test_kinds_a.png": "4",
      "tests/baseline/test_kinds_b.png": "7",
      "tests/baseline/test_line.png": "4",
      "tests/baseline/test_page.pdf": "13",
      "tests/baseline/test_same.png": "23",
      "tests/baseline/test_vector.svg": "18",
    ],
    "pytest-mpl-hashes": [
      "results/results.json":
        #"{"test_hashed.test_line": {"status": "failed", "hash_status": "diff", "result_image": "test_hashed.test_line/result.png"}}"#,
      "results/test_hashed.test_line/result.png": "1",
    ],
    "matplotlib": [
      "lib/tests/baseline_images/test_figures/line.pdf": "1",
      "lib/tests/baseline_images/test_figures/line.png": "2",
      "lib/tests/baseline_images/test_figures/line.svg": "3",
      "lib/tests/baseline_images/test_figures/same.png": "4",
      "result_images/test_figures/line-expected.pdf": "1",
      "result_images/test_figures/line-expected.png": "2",
      "result_images/test_figures/line-expected.svg": "3",
      "result_images/test_figures/line-expected_pdf.png": "5",
      "result_images/test_figures/line-expected_svg.png": "6",
      "result_images/test_figures/line-failed-diff.png": "7",
      "result_images/test_figures/line.pdf": "8",
      "result_images/test_figures/line.png": "9",
      "result_images/test_figures/line.svg": "10",
      "result_images/test_figures/line_pdf-failed-diff.png": "11",
      "result_images/test_figures/line_pdf.png": "12",
      "result_images/test_figures/line_svg-failed-diff.png": "13",
      "result_images/test_figures/line_svg.png": "14",
      "result_images/test_figures/same-expected.png": "4",
      "result_images/test_figures/same.png": "4",
    ],
    "pytest-playwright-visual": [
      "tests/snapshot_tests_failures/test_home/test_menu[chromium][linux]/Actual_test_menu[chromium][linux].png":
        "1",
      "tests/snapshot_tests_failures/test_home/test_menu[chromium][linux]/Diff_test_menu[chromium][linux].png":
        "2",
      "tests/snapshot_tests_failures/test_home/test_menu[chromium][linux]/Expected_test_menu[chromium][linux].png":
        "3",
      "tests/snapshot_tests_failures/test_home/test_own[chromium][linux]/Actual_own.png": "1",
      "tests/snapshot_tests_failures/test_home/test_own[chromium][linux]/Diff_own.png": "2",
      "tests/snapshot_tests_failures/test_home/test_own[chromium][linux]/Expected_own.png": "3",
      "tests/snapshots/test_home/test_menu/test_menu[chromium][linux].png": "3",
      "tests/snapshots/test_home/test_other/own.png": "4",
      "tests/snapshots/test_home/test_own/own.png": "3",
    ],
    "syrupy": [
      "tests/__snapshots__/test_card/test_card.png": "1"
    ],
  ]
}

import Base

extension LibrarySearch {
  static let backstop = LibrarySearch(
    .backstop,
    reports: ["report.json", "jsonReport.json"].map { name in
      report(name, as: BackstopReport.self) { $0.listBackstop($1, $2, $3) }
    })
}

struct BackstopReport: Decodable {
  struct Test: Decodable {
    struct Pair: Decodable {
      let reference: String
      let test: String
      let diffImage: String?
    }
    let pair: Pair
    let status: String
  }
  let testSuite: String
  let tests: [Test]
}

extension Tree {
  /// - Parameter path: `report.json` of a run, whose paths are relative to the page that shows
  ///   them, or `json_report/jsonReport.json`, whose paths are relative to its own folder.
  fileprivate func listBackstop(
    _ report: BackstopReport, _ path: String, _ source: Source
  ) -> [Sighting] {
    let folder = Paths.parent(path)
    let isOfRun = Paths.name(Paths.parent(folder)) == Self.backstopRuns
    let home = isOfRun ? Paths.parent(Paths.parent(folder)) : Paths.parent(folder)
    let page = isOfRun ? Paths.join(home, "html_report") : folder
    guard let run = newestRun(Paths.join(home, Self.backstopRuns)), !isOfRun || run == folder
    else { return [] }
    return report.tests.filter { $0.status == "fail" }.compactMap { test in
      let actual = Paths.resolve(test.pair.test, from: page)
      guard Paths.isInside(actual, run) else { return nil }
      let difference = test.pair.diffImage.map { Paths.resolve($0, from: page) }
      let drawn = Paths.join(Paths.parent(actual), "failed_diff_" + Paths.name(actual))
      let baseline = Paths.resolve(test.pair.reference, from: page)
      return sighting(
        of: Listing(
          layout: Library.backstop.layout, suite: Paths.name(home), file: Paths.name(baseline),
          failures: Paths.parent(run), key: Paths.name(actual), actual: actual,
          difference: difference ?? drawn, baseline: baseline), from: source)
    }
  }

  private static let backstopRuns = "bitmaps_test"

  private func newestRun(_ runs: String) -> String? {
    baselines.folder(runs)?.folders
      .max { NaturalKey($0) < NaturalKey($1) }
      .map { Paths.join(runs, $0) }
  }
}

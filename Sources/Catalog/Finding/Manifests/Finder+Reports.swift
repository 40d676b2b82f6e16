/// What reg-cli and reg-suit write beside their folders.
struct RegReport: Decodable {
  let failedItems: [String]
  let newItems: [String]
  let deletedItems: [String]
  let passedItems: [String]
  let actualDir: String
  let expectedDir: String
  let diffDir: String
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

struct RoborazziSummary: Decodable {
  struct Result: Decodable {
    let type: String
    let golden: String
    let actual: String?
    let compare: String?

    enum CodingKeys: String, CodingKey {
      case type
      case golden = "golden_file_path"
      case actual = "actual_file_path"
      case compare = "compare_file_path"
    }
  }
  let results: [Result]
}

extension Finder {
  mutating func listReg(
    _ report: RegReport, _ layout: Layout, _ path: String, _ source: Source
  ) {
    let home = Paths.parent(path)
    // With --urlPrefix the folders are addresses of the web.
    let folders = [report.actualDir, report.expectedDir, report.diffDir]
    guard folders.allSatisfy({ !$0.contains("://") }) else { return }
    let (actual, expected, diff) = (
      Paths.resolve(folders[0], from: home), Paths.resolve(folders[1], from: home),
      Paths.resolve(folders[2], from: home)
    )
    guard let tree = baselines.folder(actual) else { return }
    let remark = index.presets.first { $0.layout == layout }?.remark
    for item in report.failedItems + report.newItems + report.deletedItems
    where Self.staysBelow(item) {
      let endings = [item, stem(item) + ".png", stem(item) + ".webp"]
      let difference = endings.map { Paths.join(diff, $0) }.first(where: FileStatus.exists)
      let suite = Paths.parent(item)
      add(
        Listing(
          layout: layout, suite: suite == "." ? Paths.name(home) : suite, file: Paths.name(item),
          failures: actual, key: item,
          actual: Paths.join(actual, item), difference: difference,
          baseline: Paths.join(expected, item), remark: remark,
          isDropped: report.deletedItems.contains(item)), from: source)
    }
    take(tree, source)
  }

  /// A name in a list that cannot lead elsewhere.
  private static func staysBelow(_ item: String) -> Bool {
    !item.hasPrefix("/") && !Paths.components(item).contains("..")
  }

  /// What a manifest has answered for is not guessed at.
  private mutating func take(_ tree: ListedFolder, _ source: Source) {
    for folder in source.folders where Paths.isInside(folder.path, tree.path) {
      answered.insert(folder.path)
      taken.insert(folder.path)
    }
  }

  /// - Parameter path: `report.json` of a run, whose paths are those of the page that shows them, or
  ///   `json_report/jsonReport.json`, whose paths are its own.
  mutating func listBackstop(_ report: BackstopReport, _ path: String, _ source: Source) {
    let folder = Paths.parent(path)
    let isOfRun = Paths.name(Paths.parent(folder)) == Self.backstopRuns
    let home = isOfRun ? Paths.parent(Paths.parent(folder)) : Paths.parent(folder)
    let page = isOfRun ? Paths.join(home, "html_report") : folder
    guard let run = newestRun(Paths.join(home, Self.backstopRuns)), !isOfRun || run == folder
    else { return }
    for test in report.tests where test.status == "fail" {
      let actual = Paths.resolve(test.pair.test, from: page)
      guard Paths.isInside(actual, run) else { continue }
      let difference = test.pair.diffImage.map { Paths.resolve($0, from: page) }
      let drawn = Paths.join(Paths.parent(actual), "failed_diff_" + Paths.name(actual))
      let baseline = Paths.resolve(test.pair.reference, from: page)
      add(
        Listing(
          layout: Layout("backstop"), suite: Paths.name(home), file: Paths.name(baseline),
          failures: Paths.parent(run), key: Paths.name(actual), actual: actual,
          difference: difference ?? drawn, baseline: baseline), from: source)
    }
  }

  private static let backstopRuns = "bitmaps_test"

  private func newestRun(_ runs: String) -> String? {
    baselines.folder(runs)?.folders
      .max { naturalKey($0).lexicographicallyPrecedes(naturalKey($1)) }
      .map { Paths.join(runs, $0) }
  }

  /// Roborazzi's results, a file for each capture, where nothing sums them up.
  mutating func readCaptures(in folder: ListedFolder, _ source: Source) {
    guard folder.name == "results", layouts.contains(Layout("roborazzi")),
      Paths.components(folder.path).contains("roborazzi"),
      baselines.path(of: "results-summary.json", in: Paths.parent(folder.path)) == nil
    else { return }
    let files = folder.files.filter { $0.hasSuffix(".json") }.sorted()
    let results = files.compactMap {
      Manifest.read(RoborazziSummary.Result.self, Paths.join(folder.path, $0))
    }
    listRoborazzi(RoborazziSummary(results: results), folder.path, source)
  }

  mutating func listRoborazzi(_ summary: RoborazziSummary, _ path: String, _ source: Source) {
    let top = baselines.writeScope.repository(around: path) ?? source.top
    for result in summary.results {
      let local = { (path: String?, file: String) in
        path.flatMap { Manifest.local($0, manifest: file, upTo: top) }
      }
      let name = stem(Paths.name(result.golden))
      guard result.type == "changed" || result.type == "added" else {
        // An actual by this name is left from an earlier run.
        passed.insert(name + "_actual.png")
        continue
      }
      guard let actual = local(result.actual, path),
        let baseline = local(result.golden, path)
          ?? local(Paths.parent(result.golden), path).map({
            Paths.join($0, Paths.name(result.golden))
          }), actual != baseline
      else { continue }
      let place = Paths.parent(actual)
      add(
        Listing(
          layout: Layout("roborazzi"), suite: Paths.name(Paths.parent(baseline)),
          file: Paths.name(baseline), failures: place, key: Paths.name(baseline), actual: actual,
          difference: local(result.compare, path), baseline: baseline), from: source)
    }
  }
}

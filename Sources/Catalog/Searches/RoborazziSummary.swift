import Base

extension LibrarySearch {
  static let roborazzi = LibrarySearch(
    .roborazzi,
    reports: [
      report("results-summary.json", as: RoborazziSummary.self) { $0.listRoborazzi($1, $2, $3) },
      { $0.readCaptures(in: $1, $2) },
    ])
}

struct RoborazziSummary: Decodable {
  struct Result: Decodable {
    let type: String
    let goldenFilePath: String
    let actualFilePath: String?
    let compareFilePath: String?
  }
  let results: [Result]
}

extension Tree {
  /// Reads Roborazzi's results, one file for each capture, if there is no summary.
  fileprivate func readCaptures(in folder: ListedFolder, _ source: Source) -> [Sighting] {
    guard folder.name == "results",
      Paths.components(folder.path).contains("roborazzi"),
      baselines.path(of: "results-summary.json", in: Paths.parent(folder.path)) == nil
    else { return [] }
    let files = folder.files.filter { $0.hasSuffix(".json") }.sorted()
    let results = files.compactMap {
      Manifest.read(RoborazziSummary.Result.self, Paths.join(folder.path, $0))
    }
    return listRoborazzi(RoborazziSummary(results: results), folder.path, source)
  }

  fileprivate func listRoborazzi(
    _ summary: RoborazziSummary, _ path: String, _ source: Source
  ) -> [Sighting] {
    let local = local(path, source)
    return summary.results.compactMap { result in
      let name = stem(Paths.name(result.goldenFilePath))
      guard result.type == "changed" || result.type == "added" else {
        // An actual of this name is left from an earlier run.
        return .left(name: name + "_actual.png")
      }
      guard let actual = local(result.actualFilePath),
        let baseline = local(result.goldenFilePath)
          ?? local(Paths.parent(result.goldenFilePath)).map({
            Paths.join($0, Paths.name(result.goldenFilePath))
          }), actual != baseline
      else {
        let isSame = result.actualFilePath != nil && result.actualFilePath == result.goldenFilePath
        return isSame ? nil : .lost(name, in: Library.roborazzi.layout)
      }
      let place = Paths.parent(actual)
      return sighting(
        of: Listing(
          layout: Library.roborazzi.layout, suite: Paths.name(Paths.parent(baseline)),
          file: Paths.name(baseline), failures: place, key: Paths.name(baseline), actual: actual,
          difference: local(result.compareFilePath), baseline: baseline), from: source)
    }
  }
}

import Base
import Host

extension LibrarySearch {
  static let regSuit = reg(.regSuit, "out.json")
  static let regCLI = reg(.regCLI, "reg.json")

  private static func reg(_ library: Library, _ name: String) -> LibrarySearch {
    LibrarySearch(
      library,
      reports: [report(name, as: RegReport.self) { $0.listReg($1, library.layout, $2, $3) }])
  }
}

/// The report that reg-cli and reg-suit write next to their folders.
struct RegReport: Decodable {
  let failedItems: [String]
  let newItems: [String]
  let deletedItems: [String]
  let passedItems: [String]
  let actualDir: String
  let expectedDir: String
  let diffDir: String
}

extension Tree {
  fileprivate func listReg(
    _ report: RegReport, _ layout: Layout, _ path: String, _ source: Source
  ) -> [Sighting] {
    let home = Paths.parent(path)
    // With --urlPrefix, the folders are web addresses.
    let folders = [report.actualDir, report.expectedDir, report.diffDir]
    guard folders.allSatisfy({ !$0.contains("://") }) else { return [] }
    let places = folders.map { Paths.resolve($0, from: home) }
    let (actual, expected, diff) = (places[0], places[1], places[2])
    guard let tree = baselines.folder(actual) else { return [] }
    let items = report.failedItems + report.newItems + report.deletedItems
    let strays = items.filter { !Self.staysBelow($0) }.map { item in
      Sighting.skipped(
        Skipped(path, "it says that \(printable(item)) failed, which lies outside its folders."))
    }
    let failures = items.filter(Self.staysBelow).map { item in
      let endings = [item, stem(item) + ".png", stem(item) + ".webp"]
      let difference = endings.map { Paths.join(diff, $0) }.first(where: FileStatus.exists)
      let suite = Paths.parent(item)
      return sighting(
        of: Listing(
          layout: layout, suite: suite == "." ? Paths.name(home) : suite, file: Paths.name(item),
          failures: actual, key: item,
          actual: Paths.join(actual, item), difference: difference,
          baseline: Paths.join(expected, item),
          isDropped: report.deletedItems.contains(item)), from: source)
    }
    // The report accounts for these folders, so nothing is guessed about them.
    let answered = source.folders.filter { Paths.isInside($0.path, tree.path) }
    return strays + failures + answered.map { .folder($0.path, isAnswered: true) }
  }

  /// True if a listed name cannot lead out of its folder.
  private static func staysBelow(_ item: String) -> Bool {
    !item.hasPrefix("/") && !Paths.components(item).contains("..")
  }
}

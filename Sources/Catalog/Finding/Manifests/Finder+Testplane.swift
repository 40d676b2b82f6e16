/// testplane's report keeps in a database which file is the baseline of which picture, and when each
/// try was made.
extension Finder {
  private static let testplane = Layout("testplane")

  mutating func findTestplane(in source: Source) {
    guard layouts.contains(Self.testplane) else { return }
    for folder in source.folders where folder.folders.contains("images") {
      let database = Paths.join(folder.path, "sqlite.db")
      guard FileStatus.exists(database), let report = TestplaneReport(database) else { continue }
      for image in report.images { list(image, database, source) }
    }
  }

  private mutating func list(
    _ image: TestplaneReport.Image, _ database: String, _ source: Source
  ) {
    let page = Paths.parent(database)
    guard let actual = image.actualImg.map({ Paths.resolve($0.path, from: page) }),
      Paths.isInside(actual, page), let sighting = sighting(of: actual, Self.testplane, source)
    else { return }
    // An earlier try, or one that was accepted in the report.
    guard image.isLast, ["fail", "error"].contains(image.status) else {
      claimed.insert(actual)
      return
    }
    guard let baseline = image.refImg.flatMap({ place(of: $0.path, database, source) }) else {
      return
    }
    add(
      Listing(
        layout: Self.testplane, suite: sighting.suite, file: sighting.fileName,
        failures: sighting.failures, key: Paths.join(sighting.place, sighting.fileName),
        actual: actual,
        difference: image.diffImg.map { Paths.resolve($0.path, from: page) }, baseline: baseline),
      from: source)
  }

  /// Where a baseline is here, or would be the first.
  private func place(of path: String, _ database: String, _ source: Source) -> String? {
    let top = baselines.reach.repository(around: database) ?? source.top
    guard path.hasPrefix("/") else {
      let folders = sequence(first: Paths.parent(database)) { $0 == top ? nil : Paths.parent($0) }
      return folders.lazy.map { Paths.resolve(path, from: $0) }
        .first { FileStatus.exists($0) && Paths.isInside($0, top) }
    }
    return Manifest.local(path, manifest: database, upTo: top)
      ?? (Paths.isInside(path, top) ? Paths.resolve(path, from: "/") : nil)
  }
}

/// What html-reporter's database says of pictures.
private struct TestplaneReport {
  struct Image: Decodable {
    struct File: Decodable { let path: String }

    let status: String
    var actualImg, refImg, diffImg: File?
    /// Whether it is of its test's last try.
    var isLast = false

    private enum CodingKeys: CodingKey { case status, actualImg, refImg, diffImg }
  }

  private(set) var images: [Image] = []

  /// - Returns: nil where the file is something else, or SQLite's library is not installed.
  init?(_ database: String) {
    let query = "SELECT suitePath, name, imagesInfo FROM suites ORDER BY timestamp DESC"
    guard let rows = SQLiteFile.rows(query, columns: 3, in: database) else { return nil }
    var tests: Set<[String?]> = []
    for row in rows {
      let isLast = tests.insert(Array(row[..<2])).inserted
      for var image in Manifest.decode([Image].self, Array((row[2] ?? "").utf8)) ?? [] {
        image.isLast = isLast
        images.append(image)
      }
    }
  }
}

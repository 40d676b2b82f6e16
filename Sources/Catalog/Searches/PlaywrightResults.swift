import Base
import Host

extension LibrarySearch {
  static let playwright = LibrarySearch(
    .playwright,
    reports: [
      "report.json", "results.json", "test-results.json", "playwright-report.json",
    ].map { name in
      report(name, as: PlaywrightReport.self) { $0.listPlaywright($1, $2, $3) }
    },
    apart: { found, sources in
      let listed = Dictionary(
        grouping: found.cases.filter { $0.layout == Library.playwright.layout }
      ) { ExactName($0.baseline?.path ?? "") }
      return sources.flatMap { source in
        found.tree.playwrightPages(in: source, listed: listed)
          + found.tree.playwrightBlobs(in: source) + Tree.passedRun(of: source)
      }
    })
}

extension Tree {
  fileprivate static func passedRun(of source: Source) -> [Sighting] {
    struct LastRun: Decodable { let status: String }
    guard source.onlyFile == nil,
      let run = Manifest.read(LastRun.self, Paths.join(source.top, ".last-run.json")),
      run.status == "passed"
    else { return [] }
    return [.passedRun(below: source.place.path)]
  }

  func listPlaywright(_ report: PlaywrightReport, _ path: String, _ source: Source) -> [Sighting] {
    guard
      let entry = index.entries(file: "-actual.png").first(where: {
        $0.layout == Library.playwright.layout
      })
    else { return [] }
    let local = local(path, source)
    return report.tests.flatMap { test in
      Assertion.all(test.results).flatMap { assertion -> [Sighting] in
        // A file kept among the results is a copy, which the preset joins by its bytes.
        guard let actual = local(assertion.parts["actual"]),
          let baseline = local(assertion.parts["expected"]),
          !stem(baseline).hasSuffix("-expected"), baseline != actual,
          let folder = baselines.folder(Paths.parent(actual))
        else { return assertion.lost(where: local) }
        let ending = String(assertion.ending.dropFirst())
        let placed = PlacedFile(
          site(entry, folder, folder.path, [:], source), file: Paths.name(actual),
          gaps: ["name": assertion.name, "ext": ending])
        let listed = sighting(
          of: Listing(
            layout: Library.playwright.layout, suite: placed.suite, file: placed.fileName,
            failures: placed.failures, key: Paths.join(placed.place, placed.fileName),
            actual: actual, difference: local(assertion.parts["diff"]), baseline: baseline),
          from: source)
        let copy = "\(assertion.name)-expected\(assertion.ending)"
        return [listed, .claim(Paths.join(folder.path, copy), by: .report)]
      }
    }
  }

  /// Returns the cases of HTML reports, whose files are named by their content: the baseline is the
  /// file with the bytes of the expected picture.
  fileprivate func playwrightPages(
    in source: Source, listed: [ExactName: [SnapshotCase]]
  ) -> [Sighting] {
    var seen: [Sighting] = []
    for folder in source.folders
    where folder.folders.contains("data") && folder.files.spelling(of: "index.html") != nil {
      let report = Paths.join(folder.path, "index.html")
      guard let zip = PlaywrightPage.zip(in: report) else { continue }
      if !ArchiveReader.isInstalled {
        let why =
          "a report of Playwright, which cannot be read without libarchive (Debian: libarchive13)."
        seen.append(.skipped(Skipped(report, why)))
      }
      let pages = ArchiveReader.files(
        in: zip, where: { $0.hasSuffix(".json") && $0 != "report.json" },
        { Manifest.decode(PlaywrightPage.self, $0) })
      guard !pages.isEmpty else { continue }
      let tests = pages.flatMap { page in
        page.tests.map { (page.fileName, $0.projectName ?? "", $0.results) }
      }
      seen += sightings(of: tests, in: folder, "data", source, listed: listed)
    }
    return seen
  }

  /// - Parameters:
  ///   - attachments: The folder below `folder` whose files are named by their content.
  ///   - listed: The cases that the folder of results shows, by their baselines.
  func sightings(
    of tests: [(spec: String, project: String, results: [PlaywrightReport.Result])],
    in folder: ListedFolder, _ attachments: String, _ source: Source,
    listed: [ExactName: [SnapshotCase]] = [:]
  ) -> [Sighting] {
    tests.flatMap { spec, project, results in
      Assertion.all(results).flatMap {
        sightings(of: $0, spec, project, in: folder, source, listed)
      }
    } + [.folder(folder.path), .folder(Paths.join(folder.path, attachments))]
  }

  private func sightings(
    of assertion: Assertion, _ spec: String, _ project: String, in folder: ListedFolder,
    _ source: Source, _ listed: [ExactName: [SnapshotCase]]
  ) -> [Sighting] {
    let file = { (mark: String) -> String? in
      guard let path = assertion.parts[mark] else { return nil }
      let place = Paths.resolve(path, from: folder.path)
      return Paths.isInside(place, folder.path) && FileStatus.exists(place) ? place : nil
    }
    guard let actual = file("actual") else { return assertion.lost { _ in nil } }
    let name = assertion.name + assertion.ending
    var snapshot = SnapshotCase(
      suite: spec.isEmpty ? folder.name : project.isEmpty ? spec : "\(spec) \(project)",
      name: SnapshotCase.name(ofFile: name), layout: Library.playwright.layout,
      content: .init(fileNamed: name, at: [actual]), reference: file("expected"), actual: actual,
      difference: file("diff"), failures: realPath(folder.path), key: "\(spec)/\(project)/\(name)")
    guard let expected = snapshot.reference else {
      snapshot.obstacle =
        "There was no baseline, and the report does not say where it belongs. Open the folder of "
        + "test results, or record the test."
      return [.failure(Failure(snapshot, from: source, by: .layout, sharing: .entry))]
    }
    let answer = baselines.equal(
      to: expected, of: snapshot, spec: spec, project: project, in: source)
    switch answer {
    case .found(let baseline, _):
      // The folder of results already shows this failure.
      let others = listed[ExactName(baseline.path)] ?? []
      guard !others.contains(where: { FileBytes.areEqual($0.actual ?? "", actual) }) else {
        return []
      }
      attach(
        Claim(path: baseline.path, actual: actual, copy: expected, isNamed: false), to: &snapshot,
        source)
    case .ambiguous, .behindLink: snapshot.obstacle = answer.obstacle
    case .none:
      snapshot.obstacle =
        "No baseline found: no file \(home(of: snapshot, source)) has the bytes that "
        + "\(printable(spec)) expected as \(printable(name)). Give --references DIR."
    }
    // Files are named by their content, so two failures may share all of their files.
    let failure = Failure(snapshot, from: source, by: .layout, root: folder.path, sharing: .content)
    return [.failure(failure)]
  }
}

extension BaselineSearch {
  /// Finds the one file with the content that a test of a spec expected.
  func equal(
    to expected: String, of snapshot: SnapshotCase, spec: String, project: String, in source: Source
  ) -> BaselineAnswer {
    nearest(around: snapshot.failures, in: source) { index in
      let isOwn = { (path: String) in
        Paths.name(Paths.parent(path)).hasPrefix(Paths.name(spec))
          && (project.isEmpty || stem(path).contains("-" + project))
      }
      var all = index.files(equalTo: expected).filter { !index.isOfRun($0) }
      if !all.contains(where: isOwn), let actual = snapshot.actual {
        // After an accept, the baseline equals the actual; another test's baseline does not count.
        let accepted = index.files(equalTo: actual).filter {
          !index.isOfRun($0) && (isOwn($0) || wasAccepted(snapshot, into: $0, expected))
        }
        if !accepted.isEmpty { all = accepted }
      }
      return (all, own: all.filter(isOwn))
    }
  }
}

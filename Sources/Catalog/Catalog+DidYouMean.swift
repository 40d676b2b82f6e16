import Base
import Host

extension Catalog {
  /// Adds the folder of the project's failures to the error for a folder without any: people open
  /// the references, or a folder next to the right one.
  static func didYouMean(
    _ places: [GivenPath], _ error: CatalogError, _ options: CatalogOptions
  ) -> CatalogError {
    guard [.noCase, .wrongUse, .empty].contains(error.reason), options.isNamed,
      options.runs == .one, places.count == 1, places[0].kind == .folder, places[0].artifact == nil,
      let found = neighbour(of: places[0].path, options)
    else { return error }
    var error = error
    let place = Paths.relative(found.folder, from: options.workingFolder)
    // If the failures are elsewhere, the details of the failed search do not matter.
    if error.reason == .noCase, error.skipped.isEmpty {
      error.description = "\(places[0].shown): no failed snapshot here."
    }
    error.description +=
      " Did you mean \(place.isEmpty ? "." : printable(place)), which "
      + "holds \(Wording.count(found.count, "failure")) of \(found.layout.title)?"
    return error
  }

  /// Returns the folder of failures that a folder belongs to: the one whose baselines it holds,
  /// else the nearest.
  private static func neighbour(
    of folder: String, _ options: CatalogOptions
  ) -> (folder: String, layout: Layout, count: Int)? {
    let scope = Repositories()
    // Folders next to a repository are other projects.
    let around = scope.repository(around: folder) ?? scope.project(around: Paths.parent(folder))
    guard let project = around else { return nil }
    var options = options
    options.isNamed = false
    guard project != folder, let cases = try? Catalog(paths: [project], options: options).cases
    else { return nil }
    let own = cases.filter { $0.baseline.map { Paths.isInside($0.path, folder) } == true }
    let folders = Dictionary(grouping: own.isEmpty ? cases : own, by: \.failures)
      .filter { $0.key != folder }
    let distance = { (other: String) in
      Paths.components(Paths.relative(other, from: folder)).count
    }
    return folders.min { (distance($0.key), $0.key) < (distance($1.key), $1.key) }
      .map { ($0.key, $0.value[0].layout, $0.value.count) }
  }

  /// Returns the folder to open in place of a missing `Difference` or class folder in it: without a
  /// difference, AFSnapshotTesting does not create it, and size mismatches show among the actuals
  /// alone.
  package static func standIn(for path: String, _ options: CatalogOptions) -> String? {
    let path = Paths.realAsFarAsItExists(path)
    guard !FileStatus.exists(path),
      let difference = [path, Paths.parent(path)].first(where: {
        Paths.name($0) == ReferenceFolders.difference
      })
    else { return nil }
    let parent = Paths.parent(difference)
    let ruled = try? options.ruled(opened: parent).actuals
    guard (try? FileStatus(of: parent))?.kind == .folder,
      let actuals = try? ActualFolders(options, opened: parent, ruled: ruled),
      !actuals.present.isEmpty
    else { return nil }
    return parent
  }
}

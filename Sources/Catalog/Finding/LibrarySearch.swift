import Base

/// The searches for a library's failures that no preset describes.
///
/// They only read; `Finder` takes in their results.
struct LibrarySearch: Sendable {
  let layout: Layout
  /// The searches, by the evidence that their files have.
  let searches: [Evidence: Search]
  /// Searches outside the library's layout, such as for attachments, once all layouts are read.
  let apart: Search?
  /// Joins cases that are parts of one.
  let join: Join?

  /// - Parameter found: The results of stronger evidence.
  typealias Search = @Sendable (_ found: Finder, _ sources: [Source]) -> [Sighting]
  /// Lists the failures that a library's own reports in a folder name. Reports come with the failures,
  /// so they are trusted only as far as `Claim` allows.
  typealias Report = @Sendable (Tree, ListedFolder, Source) -> [Sighting]
  typealias Join = @Sendable (Tree, [SnapshotCase]) -> [SnapshotCase]

  init(
    _ library: Library, reports: [Report] = [], searches: [Evidence: Search] = [:],
    apart: Search? = nil, join: Join? = nil
  ) {
    (layout, self.apart, self.join) = (library.layout, apart, join)
    let listed = Self.each { tree, source in
      source.folders.flatMap { folder in reports.flatMap { $0(tree, folder, source) } }
    }
    self.searches = searches.merging(reports.isEmpty ? [:] : [.report: listed]) { $1 }
  }

  /// Reads the file of this name in any folder, if it holds JSON of this type.
  static func report<Content: Decodable & Sendable>(
    _ name: String, as type: Content.Type,
    _ list: @escaping @Sendable (Tree, Content, _ path: String, Source) -> [Sighting]
  ) -> Report {
    { tree, folder, source in
      let path = Paths.join(folder.path, name)
      guard folder.files.spelling(of: name) == name else { return [] }
      guard let content = Manifest.read(type, path) else {
        return Manifest.isBroken(path)
          ? [.skipped(Skipped(path, "a report that breaks off, so its failures are unknown."))] : []
      }
      return list(tree, content, path, source)
    }
  }

  /// Returns a search that examines each source by itself, whatever else has been found.
  static func each(_ search: @escaping @Sendable (Tree, Source) -> [Sighting]) -> Search {
    { found, sources in sources.flatMap { search(found.tree, $0) } }
  }
}

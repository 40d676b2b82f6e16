/// The searches for a library's failures that no preset describes, kept in the library's file.
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
  typealias Join = @Sendable (Tree, [SnapshotCase]) -> [SnapshotCase]

  init(
    _ library: Library, reports: [Report] = [], searches: [Evidence: Search] = [:],
    apart: Search? = nil, join: Join? = nil
  ) {
    (layout, self.apart, self.join) = (library.layout, apart, join)
    let listed = Self.each { tree, source in
      source.folders.flatMap { folder in reports.flatMap { $0.list(tree, folder, source) } }
    }
    self.searches = searches.merging(reports.isEmpty ? [:] : [.report: listed]) { $1 }
  }

  /// Returns a search that examines each source by itself, whatever else has been found.
  static func each(_ search: @escaping @Sendable (Tree, Source) -> [Sighting]) -> Search {
    { found, sources in sources.flatMap { search(found.tree, $0) } }
  }
}

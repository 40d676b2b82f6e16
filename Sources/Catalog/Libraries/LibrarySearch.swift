/// The code that finds what no preset of a library describes, in the library's file.
///
/// It reads and changes nothing: what it returns, `Finder` takes in.
struct LibrarySearch: Sendable {
  let layout: Layout
  /// Searches for files by the evidence that they have.
  let searches: [Evidence: Search]
  /// Searches for what it leaves apart from its layout, such as attachments, when all layouts are read.
  let apart: Search?
  /// Joins cases that are parts of one.
  let join: Join?

  /// - Parameter found: What stronger evidence has told.
  typealias Search = @Sendable (_ found: Finder, _ sources: [Source]) -> [Sighting]
  typealias Join = @Sendable (Tree, [SnapshotCase]) -> [SnapshotCase]

  /// - Parameter reports: The reports in which it lists what failed.
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

  /// Looks into one source after another, whatever else has been found.
  static func each(_ search: @escaping @Sendable (Tree, Source) -> [Sighting]) -> Search {
    { found, sources in sources.flatMap { search(found.tree, $0) } }
  }

  /// In the order of `Library.all`.
  static let all = [
    afsnapshot, pointfree, xcode, attachments, playwright, regSuit, regCLI, backstop,
    roborazzi, insta, pytestMPL,
  ]
}

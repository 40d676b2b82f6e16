/// The code that finds what no preset of a library describes, in the library's file.
struct LibrarySearch: Sendable {
  let layout: Layout
  /// The reports in which it lists what failed.
  let reports: [Report]
  /// Searches for files by the evidence that they have.
  let searches: [Evidence: Search]

  typealias Search = @Sendable (inout Finder, [Source]) -> Void

  init(_ library: Library, reports: [Report] = [], searches: [Evidence: Search] = [:]) {
    (layout, self.reports, self.searches) = (library.layout, reports, searches)
  }

  static func each(_ search: @escaping @Sendable (inout Finder, Source) -> Void) -> Search {
    { finder, sources in for source in sources { search(&finder, source) } }
  }

  /// In the order of `Library.all`.
  static let all = [
    afsnapshot, pointfree, uber, xcode, attachments, playwright, regSuit, regCLI, backstop,
    roborazzi, insta, pytestMPL,
  ]
}

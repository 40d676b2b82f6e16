import Base

struct PlacedFile {
  let site: Site
  let gaps: Template.Gaps
  let file: String
  let path: String
  let reference: String?
  /// The failure's folder below `failures`, the same in every run.
  let place: String

  init(_ site: Site, file: String, gaps: Template.Gaps) {
    (self.site, self.gaps, self.file) = (site, gaps, file)
    path = site.folder.path(of: file) ?? Paths.join(site.folder.path, file)
    reference = site.hasNameOfReference ? file : site.preset.reference[0].file(gaps)
    place =
      site.place
      ?? site.preset.place(of: site.folder.path, gaps, site.home, below: site.failures)
  }

  /// The gaps without the first of the actual's folders, without its first two, and so on, if the
  /// preset's other files can be there.
  var shorterGaps: [Template.Gaps] {
    guard preset.saysMore else { return [] }
    let parts = Paths.components(gaps["dir"] ?? "")
    return parts.indices.dropFirst().map { place in
      gaps.merging(["dir": parts[place...].joined(separator: "/")]) { $1 }
    }
  }

  var preset: Preset { site.preset }
  var isStrip: Bool { site.entry.role == .strip }
  var isActual: Bool { site.entry.role == .actual }
  var home: String { site.home }
  var folder: ListedFolder { site.folder }
  var failures: String { site.failures }
  var suite: String { site.suite(place: place, gaps: gaps) }

  /// True if its names point to a baseline among several; nil if they do not help.
  func isMeant(_ baseline: Spot) -> Bool? { preset.isMeant(baseline.path, place, gaps) }

  /// The position of the file's run in the order of runs; a later run replaces an earlier one.
  private var run: (Int, NaturalKey) {
    if preset.results != nil {
      let retries = Paths.components(folder.path).compactMap { Preset.retry($0)?.number }
      return (retries.last ?? 0, NaturalKey(""))
    }
    return (0, NaturalKey(preset.newest.flatMap { gaps[$0] } ?? ""))
  }

  /// True if the library ran the test again after another file was written.
  func isRetry(of other: PlacedFile) -> Bool { preset.results != nil && run.0 > other.run.0 }

  /// A key shared by all files that may stand for the same case; nil if only one can.
  var sharedCaseKey: String? {
    preset.hasSeveral ? "\(site.layout.rawValue)\0\(failures)\0\(place)\0\(fileName)" : nil
  }

  func replaces(_ other: PlacedFile) -> Bool {
    guard run == other.run else { return run > other.run }
    return (isStrip ? 1 : 0, site.entry.rank) < (other.isStrip ? 1 : 0, other.site.entry.rank)
  }

  var fileName: String {
    let file = reference ?? file
    // A figure may be saved as a picture too.
    if preset.vector != nil { return file + ".png" }
    guard site.isOneEach, let name = gaps["name"] else { return file }
    if gaps["file"] != nil { return name + "/" + file }
    let isAlike = preset.reference[0].fileGaps.allSatisfy { $0 == "ext" }
    return isAlike ? name + ending(of: file) : file
  }
}

import Libc
import PNGCodec

/// Finds folders of failures where none was named: by the names that the libraries give them, and
/// by the marks in the names of files.
///
/// Reads folders only, and those that git ignores no further than the known places within: a
/// repository of a hundred thousand files takes a fraction of a second.
package struct FailureSearch {
  /// Absolute, links resolved, each once.
  package private(set) var found: [String] = []
  private let top: String
  private var ignored = GitIgnore()
  private var seen: Set<ExactName> = []

  /// Environment variables by which libraries are told where failures go.
  package static let variables = ["SNAPSHOT_ARTIFACTS", "IMAGE_DIFF_DIR", "INSTA_PENDING_DIR"]

  /// What libraries call the folder of a run's failures.
  private static let names: Set<String> = [
    "Difference", "FailureDiffs", "test-results", "playwright-report", "__diff_output__",
    "__received_output__", ".vitest-attachments", ".reg", "backstop_data", ".loki", ".lostpixel",
    "cypress-image-diff-screenshots", "failures",
  ]

  /// Failures in folders that hold much else, by the folder's name and the way from there.
  private static let places: [String: [String]] = [
    "build": [
      "paparazzi/failures", "outputs/roborazzi", "test-results/dropshots", "reports/shot",
      "outputs/screenshotTest-results",
    ],
    ".vitest": ["attachments"], ".tmp": ["actual"],
  ]

  /// How the names of failures end that lie beside their baselines.
  private static let marks: [StaticString] = [
    "-actual.png", ".actual.png", ".diff.png", "_actual.png", "_compare.png", ".new.png",
    ".snap.new", ".snap.new.png",
  ]
  private static let receivedMark = ".received."
  private static let neverEntered: Set<String> = [".git", "node_modules", "Pods", "Carthage"]

  /// - Parameter environment: What a variable holds.
  package init(
    in folder: String, environment: (String) -> String? = Self.variable
  ) {
    top = (try? Paths.real(folder)) ?? folder
    for name in Self.variables {
      if let value = environment(name), let path = try? Paths.real(value) { add(path) }
    }
    if let text = try? TextFile.read(Paths.join(top, ".git/info/exclude")) {
      ignored.add(text, of: top, isTop: true)
    }
    var waiting = [top]
    while !waiting.isEmpty { waiting = read(waiting) }
    found.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  @Sendable package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func add(_ folder: String) {
    guard (try? FileStatus(of: folder))?.kind == .folder else { return }
    if seen.insert(ExactName(folder)).inserted { found.append(folder) }
  }

  /// What a folder says of itself.
  private struct Listing: Sendable {
    var folders: [String] = []
    var isMarked = false
    /// The text of its `.gitignore`.
    var rules: String?
  }

  /// Reads folders of one depth, and returns those of the next that are worth it.
  private mutating func read(_ folders: [String]) -> [String] {
    let listings = Self.listings(of: folders)
    for (folder, listing) in zip(folders, listings) {
      if listing.isMarked { add(folder) }
      if let rules = listing.rules { ignored.add(rules, of: folder, isTop: folder == top) }
    }
    var next: [String] = []
    for (folder, listing) in zip(folders, listings) {
      for name in listing.folders { look(at: name, in: folder, &next) }
    }
    return next
  }

  /// On all cores: nearly all of it is the system's time.
  private static func listings(of folders: [String]) -> [Listing] {
    mapOnAllCores(folders.count, band: 32) { listing(of: folders[$0]) }
  }

  private static func listing(of folder: String) -> Listing {
    var listing = Listing()
    guard let stream = opendir(folder) else { return listing }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR):
        if let name = ListedFolder.name(of: entry) { listing.folders.append(name) }
      case Int(DT_REG):
        if !listing.isMarked { listing.isMarked = isMarked(entry) }
        if listing.rules == nil, isEqual(entry, ".gitignore") {
          listing.rules = try? TextFile.read(Paths.join(folder, ".gitignore"))
        }
      default: break
      }
    }
    return listing
  }

  private mutating func look(at name: String, in folder: String, _ waiting: inout [String]) {
    let path = Paths.join(folder, name)
    if Self.names.contains(name) { return add(path) }
    for place in Self.places[name] ?? [] { add(Paths.join(path, place)) }
    guard !name.hasPrefix("."), !Self.neverEntered.contains(name), !ignored.isIgnored(path) else {
      return
    }
    waiting.append(path)
  }

  // Of the many files, no name becomes a string.

  private static func isMarked(_ entry: UnsafeMutablePointer<dirent>) -> Bool {
    withName(of: entry) { name in
      if strstr(name, receivedMark) != nil { return true }
      let count = strlen(name)
      guard count > 4,
        name[count - 1] == CChar(UInt8(ascii: "g")) || name[count - 1] == CChar(UInt8(ascii: "w"))
      else {
        return false
      }
      return marks.contains {
        let end = $0.utf8CodeUnitCount
        return count > end && memcmp(name + count - end, $0.utf8Start, end) == 0
      }
    }
  }

  private static func isEqual(_ entry: UnsafeMutablePointer<dirent>, _ text: String) -> Bool {
    withName(of: entry) { strcmp($0, text) == 0 }
  }

  private static func withName(
    of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafePointer<CChar>) -> Bool
  ) -> Bool {
    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(
        to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee), body)
    }
  }
}

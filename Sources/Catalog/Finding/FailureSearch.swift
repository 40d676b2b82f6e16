import Libc

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
  package static let variables = ["SNAPSHOT_ARTIFACTS", "IMAGE_DIFF_DIR"]

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
  private static let marks = [
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
    while let folder = waiting.popLast() { read(folder, &waiting) }
    found.sort { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func add(_ folder: String) {
    guard (try? FileStatus(of: folder))?.kind == .folder else { return }
    if seen.insert(ExactName(folder)).inserted { found.append(folder) }
  }

  private mutating func read(_ folder: String, _ waiting: inout [String]) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var folders: [String] = []
    var (isMarked, hasRules) = (false, false)
    while let entry = readdir(stream) {
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR): if let name = ListedFolder.name(of: entry) { folders.append(name) }
      case Int(DT_REG):
        if !isMarked { isMarked = Self.isMarked(entry) }
        if !hasRules { hasRules = Self.isEqual(entry, ".gitignore") }
      default: break
      }
    }
    if isMarked { add(folder) }
    if hasRules, let text = try? TextFile.read(Paths.join(folder, ".gitignore")) {
      ignored.add(text, of: folder, isTop: folder == top)
    }
    for name in folders { look(at: name, in: folder, &waiting) }
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
        count > $0.utf8.count && strcmp(name + count - $0.utf8.count, $0) == 0
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

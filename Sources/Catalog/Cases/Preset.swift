import Base

/// The names that a library gives the files of a failure. Finding, pairing and writing follow from
/// these.
struct Preset: Sendable {
  /// The evidence that a file in the place of an actual belongs to a failure.
  enum Proof: String, Sendable {
    /// Its name alone.
    case name
    /// A reference, a difference or a copy of the reference next to it.
    case companion
    /// A reference of its name exists; the name alone proves nothing, because any file may have it.
    case reference
    /// Two files of one failure in its folder, or a name in the library's usual form.
    case folder
    case difference
    /// The library keeps every file that it compared; only a changed or a new one is a failure.
    case comparison
  }

  /// The property that identifies the baseline among several candidates.
  enum Join: String, Sendable, CaseIterable {
    case path
    /// It holds the bytes of the run's own copy.
    case bytes
    /// It shows the pixels of the run's own copy.
    case pixels
  }

  /// The folders in which a library keeps a folder of references for each test class or file.
  struct Suites: Sendable {
    /// The name of such a folder, as messages show it.
    let shown: String
    /// Returns the rank of a folder's name in the order in which the library tries them, or nil.
    let rank: @Sendable (_ folder: String) -> Int?
    /// True if tests can have references elsewhere: deeper, without a folder for each test file, or in
    /// any folder that the user named.
    var isLoose = false
  }

  /// The names of an actual; the first existing file counts.
  var actual: [Template]
  /// The file that accepting writes: the first existing one, or else the first.
  let reference: [Template]
  /// Other places where a report may choose one of several baselines.
  var kept: [Template] = []
  var difference: [Template] = []
  /// The run's own copy of the reference.
  var copy: [Template] = []
  /// Pictures that hold reference, difference and actual side by side, for failures without an
  /// actual's own file.
  var strip: [Template] = []
  /// Names of other files next to the actuals: of earlier tries, of the whole window.
  var leftovers: [Template] = []
  var join = Join.path
  /// True if an actual's folder below the failures and the gaps of its path point to one of several
  /// baselines with the same bytes; nil if they do not help.
  var isMeant: @Sendable (_ baseline: String, _ place: String, Template.Gaps) -> Bool? = {
    _, _, _ in nil
  }
  var proof = Proof.name
  /// At least one of these must be next to the actuals' folder, because its name is a common word.
  var beside: [String] = []
  /// True if only the references that the user names distinguish the trees.
  var needsReferences = false
  /// True if its folders' names are words that others use too. Then the reference may be the run's
  /// copy of a committed one, and a committed, unchanged file was not left by a run.
  var isOfWords = false
  /// True if the folder of the actuals holds only files of failures.
  var ownsFolder = false
  /// True if a difference is drawn for a new snapshot too.
  var drawsNew = false
  /// The gap whose value differs between runs; only the newest one, by name, counts.
  var newest: String?
  /// The folder that holds a folder for each test, with "-retryN" at its end for a retry.
  var results: String?
  /// The mark that a file next to the actual must have if the reference is missing, because another
  /// library marks its actuals in the same way.
  var companionMark: String?
  /// True if the actual's path may have more parts than its reference's.
  var saysMore = false
  /// True if a difference or a copy of the reference makes a case without an actual, too.
  var needsNoActual = false
  /// Forms of the names that the library's tests usually produce.
  var usual: [Template] = []
  var suites: Suites?
  /// The environment variable that names a folder where actuals mirror the whole project.
  var pending: String?
  /// The vector file that the actual is a picture of, and the run's own copy of the baseline, if
  /// that is a vector file too.
  var vector: (actual: Template, copy: Template)?

  /// The template whose folders determine the place of all failures, whichever file was found.
  var ground: Template { strip.first ?? actual[0] }

  func prescribed(beside failures: String) -> [String] {
    let ground = Paths.components(failures)
    let fixed = self.ground.fixedFolders
    guard !fixed.isEmpty, ground.suffix(fixed.count).elementsEqual(fixed.map { Substring($0) })
    else { return [] }
    let home = "/" + ground.dropLast(fixed.count).joined(separator: "/")
    return reference.filter { !$0.isSearched && !$0.fixedFolders.isEmpty }
      .map { $0.fixedFolders.reduce(home, Paths.join) }
  }

  /// Returns the folder that the library writes its failures to.
  ///
  /// - Parameter project: The project's folder; the names of its parents mean nothing.
  func failures(_ home: String, _ folder: String, in project: String) -> String {
    guard let results else { return ground.fixedFolders.reduce(home, Paths.join) }
    // Each test has a folder, perhaps with subfolders.
    let parts = Paths.components(Paths.below(project, folder) ?? "")
    if let at = parts.lastIndex(of: Substring(results)) {
      return Paths.join(project, parts[...at].joined(separator: "/"))
    }
    return Paths.parent(folder)
  }

  /// Returns a failure's folder below all failures, the same in every run.
  func place(
    of folder: String, _ gaps: Template.Gaps, _ home: String, below failures: String
  ) -> String {
    guard let path = Paths.below(failures, ground.folder(home, gaps) ?? folder) else { return "" }
    if newest == nil && results == nil { return path }
    let run = newest.flatMap { gaps[$0] }.map { Substring($0) }
    return Paths.components(path).filter { $0 != run }
      .map { results == nil ? $0 : Self.retry($0)?.test ?? $0 }.joined(separator: "/")
  }

  /// Splits "test-retry2" into the test and the number.
  static func retry(_ name: Substring) -> (test: Substring, number: Int)? {
    guard let dash = name.lastIndex(of: "-") else { return nil }
    let (test, last) = (name[..<dash], name[name.index(after: dash)...])
    guard last.hasPrefix("retry"), let number = Int(last.dropFirst(5)) else { return nil }
    return (test, number)
  }

  /// True if several files of a run can stand for one case.
  var hasSeveral: Bool { actual.count > 1 || !strip.isEmpty || newest != nil || results != nil }

  /// True if failures are next to references, so that only a mark in names distinguishes them.
  var isMarked: Bool { actual.allSatisfy(\.folders.isEmpty) }

  /// The names that only an actual has, whether or not there is a baseline.
  var ownActuals: [Template] { actual.filter { !copy.contains($0) } }

  /// True if a file has a name that the run gives to its own files.
  func isOutput(_ file: String) -> Bool {
    (actual + difference + copy).contains { $0.mark != nil && $0.fits(file) }
  }
}

extension Template {
  /// The last word of the file's name before its ending, if the template fixes it.
  var mark: String? {
    let word = lastWord(fixedStem)
    return word.contains("\u{1}") ? nil : word
  }

  /// True if the name before the ending has words of its own, so that it tells a file's role.
  var tellsRole: Bool { fixedStem.contains { $0 != "\u{1}" } }

  /// The file's name before its ending, with a control character in place of each gap.
  private var fixedStem: String {
    stem(file.map { if case .text(let text) = $0 { text } else { "\u{1}" } }.joined())
  }
}

extension Preset {
  /// Returns a preset for three folders side by side, which hold the same names.
  static func trees(
    _ home: String, reference: String, actual: String, difference: String, beside: [String] = [],
    kept: [String] = [], isOfWords: Bool = false
  ) -> Preset {
    let path = { (folder: String) in Template("\(home)\(folder)/{dir*}/{name}.{ext}") }
    return Preset(
      actual: [path(actual)], reference: [path(reference)],
      kept: kept.map { Template("**/\($0)/{dir*}/{name}.{ext}") },
      difference: [
        path(difference), "\(home)\(difference)/{dir*}/{name}.png",
        "\(home)\(difference)/{dir*}/{name}.webp",
      ], proof: .comparison, beside: beside, isOfWords: isOfWords)
  }

  /// Returns a preset for jest-image-snapshot and the like, which draw all three images in one.
  static func jest(strip: Template, reference: Template) -> Preset {
    Preset(
      actual: ["__received_output__/{dir*}/{name}-received.png"], reference: [reference],
      difference: [strip], strip: [strip], ownsFolder: true)
  }
}

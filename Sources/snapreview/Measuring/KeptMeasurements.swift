import Catalog
import Essentials

/// What was measured of the cases of a folder, kept in the user's own cache from run to run.
///
/// A measurement is known by the program, what was asked, and the files as the disk knows them:
/// identity, size and the two times of each. Their content alone would have to be read first, which
/// takes as long as half of the measuring. No program can set the time of a file's last change, so
/// files that were put in the place of others are measured again.
package struct KeptMeasurements: Sendable {
  private let cache: AnswerCache
  /// Where files are new in every run.
  private let unpacked: String?

  /// - Returns: nil for a user without a home folder, and where the program cannot be told from
  ///   another.
  init?(of catalog: Catalog, in folder: UserFolder? = .cache, state: UserFolder? = .state) {
    self.init(of: catalog.failures, in: folder, state: state)
  }

  /// - Parameter failures: The folders of the failures.
  package init?(of failures: Set<String>, in folder: UserFolder?, state: UserFolder? = .state) {
    guard let folder, let program = Self.program else { return nil }
    let roots = failures.sorted().joined(separator: "\0")
    let name = String(Fingerprint.hash(Array(roots.utf8)).prefix(32))
    cache = AnswerCache(in: folder, name: name, program: program)
    unpacked = state.flatMap { try? Paths.real($0.path) }.map {
      Paths.join($0, PrivateFolder.place) + "/"
    }
  }

  /// This very build, whatever its version says.
  private static var program: String? {
    #if canImport(Darwin)
      let path = Bundle.main.executablePath ?? ""
    #else
      let path = "/proc/self/exe"
    #endif
    return (try? FileStatus(of: path)).map { status in
      "\(version) \(status.identity) \(status.stamp.size) \(status.stamp.modified)"
    }
  }

  package func save() { cache.save() }

  /// What was measured, with all that plays a part beside the files.
  enum Measurement: Encodable, Sendable {
    /// The verdict of the headless commands.
    case outcome(Strategy, IgnoredAreas, Case)
    /// What the screen knows of a case.
    case reading(Strategy, IgnoredAreas, Case)
    case signature(IgnoredAreas)
    case landscape(Strategy.Formula, IgnoredAreas)
  }

  /// What is known of a case without its pixels.
  struct Case: Encodable, Sendable {
    private let layout: Layout
    private let differenceAge: SnapshotCase.DifferenceAge
    private let saysFailed: Bool

    init(_ snapshot: SnapshotCase) {
      (layout, differenceAge) = (snapshot.layout, snapshot.differenceAge)
      saysFailed = CaseChecks.saysFailed(snapshot)
    }
  }

  /// - Returns: nil where a file cannot be read, or was changed so recently that it may change again
  ///   without the disk's clock telling.
  fileprivate func files(_ paths: [String?]) -> KeptFiles? {
    var files = KeptFiles(cache: cache)
    var known: [String: KeptFiles.File] = [:]
    for (place, path) in paths.enumerated() {
      guard let path else { continue }
      guard let file = known[path] ?? file(path) else { return nil }
      known[path] = file
      files.add(file, at: place)
    }
    return files
  }

  private func file(_ path: String) -> KeptFiles.File? {
    if let unpacked, path.hasPrefix(unpacked) {
      return GitBlobs.object(of: path).map(KeptFiles.File.blob)
    }
    guard let status = try? FileStatus(of: path),
      status.stamp.changed.isBefore(.now, byMoreThan: Self.clockTick)
    else { return nil }
    return .onDisk(status.identity, status.stamp)
  }

  /// The coarsest clock of a file system, in seconds.
  private static let clockTick = 2
}

/// The files of a case as the disk knew them before they were read, and what was measured of them.
struct KeptFiles: Sendable {
  fileprivate enum File: Hashable, Encodable {
    case onDisk(FileIdentity, FileStamp)
    /// A file of git's, which is unpacked in every run.
    case blob(object: String)
  }

  private struct Question: Encodable {
    var measurement: KeptMeasurements.Measurement
    var files: [File]
    var places: [Int]
  }

  private let cache: AnswerCache
  private var files: [File] = []
  /// What each file is to the case.
  private var places: [Int] = []

  fileprivate init(cache: AnswerCache) { self.cache = cache }

  fileprivate mutating func add(_ file: File, at place: Int) {
    files.append(file)
    places.append(place)
  }

  func isSame(as other: KeptFiles) -> Bool { files == other.files && places == other.places }

  fileprivate func answer<Answer: Codable, Failure: Error>(
    _ measurement: KeptMeasurements.Measurement, isKept: (Answer) -> Bool,
    make: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    let question = Question(measurement: measurement, files: files, places: places)
    return try cache.answer(to: question, isKept: isKept, make: make)
  }
}

extension KeptMeasurements? {
  /// What is kept of the pictures of a case.
  func files(of shown: ShownFiles) -> KeptFiles? {
    self?.files([shown.reference, shown.actual, shown.difference])
  }

  /// What is kept of a case with the files that a decision on it is tied to.
  func files(ofDecisionOn snapshot: SnapshotCase, shownAs shown: ShownFiles) -> KeptFiles? {
    self?.files([
      shown.reference, shown.actual, shown.difference, snapshot.reference,
      snapshot.proposed ?? snapshot.difference, snapshot.baseline?.path,
    ])
  }
}

extension KeptFiles? {
  /// Returns what was measured, in this run or an earlier one.
  ///
  /// - Parameter isKept: False for what is measured again next time.
  func answer<Answer: Codable, Failure: Error>(
    _ measurement: KeptMeasurements.Measurement, isKept: (Answer) -> Bool = { _ in true },
    make: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let self else { return try make() }
    return try self.answer(measurement, isKept: isKept, make: make)
  }
}

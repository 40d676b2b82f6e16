import Base
import Catalog
import DiffEngine
import Essentials
import Host
import Store

/// Measurements of a folder's cases, cached in the user's own folder from run to run.
///
/// A measurement's key consists of the program, the question, and each file's identity, size and
/// two times. A key from their contents would require reading them first, which takes half as long
/// as measuring. No program can set the time of a file's last change, so replaced files are
/// measured again.
package struct KeptMeasurements: Sendable {
  private let cache: AnswerCache
  /// Most cases of a folder are measured with the same settings.
  private let names = Memo<Measurement, [UInt8]?>()
  /// The folder whose files are new in every run.
  private let unpacked: String?

  /// - Returns: nil if the user has no home folder or this build of the program cannot be
  ///   identified.
  package init?(of catalog: Catalog, _ version: String) {
    self.init(of: catalog.failures, version, in: .cache)
  }

  /// - Parameters:
  ///   - failures: The folders of the failures.
  ///   - version: The program's version.
  package init?(
    of failures: Set<String>, _ version: String, in folder: UserFolder?,
    state: UserFolder? = .state
  ) {
    guard let folder, let program = Self.program(version) else { return nil }
    let roots = failures.sorted().joined(separator: "\0")
    let name = String(Fingerprint.hash(Array(roots.utf8)).prefix(32))
    cache = AnswerCache(in: folder, name: name, program: program)
    unpacked = state.flatMap { try? Paths.real($0.path) }.map {
      Paths.join($0, PrivateFolder.place) + "/"
    }
  }

  /// Identifies this very build, whatever its version says.
  private static func program(_ version: String) -> String? {
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

  /// Returns the cases that a cause had when it was first listed, and records them if it is new;
  /// empty if they are unknown.
  @discardableResult
  package func cases(ofCause id: String, listed: [String] = []) -> [String] {
    cache.answer(to: Array("cause \(id)".utf8), isKept: { !$0.isEmpty }, make: { listed })
  }

  /// A kind of measurement, with everything that affects it other than the files.
  enum Measurement: Hashable, Encodable, Sendable {
    /// The reading of a case; for the screen, with the hashes of its files.
    case reading(Strategy, IgnoredAreas, Case, hasHashes: Bool)
    case signature(IgnoredAreas)
    case landscape(Strategy.Formula, IgnoredAreas)
    /// The hash of a file.
    case hash
  }

  /// The facts about a case that do not come from its pixels.
  struct Case: Hashable, Encodable, Sendable {
    private let layout: Layout
    private let isLeftOver: Bool
    private let saysFailed: Bool

    init(_ snapshot: SnapshotCase) {
      (layout, isLeftOver) = (snapshot.layout, snapshot.isLeftOver)
      saysFailed = CaseChecks.saysFailed(snapshot)
    }
  }

  /// - Returns: nil if a file cannot be read, or changed so recently that another change might not
  ///   alter its time.
  fileprivate func files(_ paths: [String?]) -> KeptFiles? {
    var files = KeptFiles(kept: self)
    let now = FileTime.now
    for (place, path) in paths.enumerated() {
      guard let path else { continue }
      if let same = paths[..<place].firstIndex(of: path) {
        files.add(.same(as: same), at: place)
      } else if let file = file(path, now) {
        files.add(file, at: place)
      } else {
        return nil
      }
    }
    return files
  }

  private func file(_ path: String, _ now: FileTime) -> KeptFiles.File? {
    if let unpacked, path.hasPrefix(unpacked) {
      return GitBlobs.object(of: path).map(KeptFiles.File.blob)
    }
    guard let status = try? FileStatus(of: path),
      status.stamp.changed.isBefore(now, byMoreThan: Self.clockTick)
    else { return nil }
    return .onDisk(status.identity, status.stamp)
  }

  /// The resolution of the coarsest file system clock, in seconds.
  private static let clockTick = 2

  fileprivate func answer<Answer: Codable, Failure: Error>(
    _ measurement: Measurement, of files: KeptFiles, isKept: (Answer) -> Bool,
    make: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let name = names.value(measurement, { measurement.name }) else { return try make() }
    return try cache.answer(to: name + files.bytes, isKept: isKept, make: make)
  }
}

extension KeptMeasurements.Measurement {
  /// A unique key for the measurement; nil if it depends on an image and therefore has none.
  fileprivate var name: [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { Array(Fingerprint.hash(Array($0)).utf8.prefix(32)) }
  }
}

/// The state of a case's files before they were read, and the measurements made from them.
struct KeptFiles: Sendable {
  fileprivate enum File {
    case onDisk(FileIdentity, FileStamp)
    /// A file from git, which is unpacked in every run.
    case blob(object: String)
    /// The same file as one at an earlier index.
    case same(as: Int)
  }

  fileprivate let kept: KeptMeasurements
  /// Cache key: each file's role and identity.
  fileprivate private(set) var bytes: [UInt8] = []

  fileprivate init(kept: KeptMeasurements) { self.kept = kept }

  fileprivate mutating func add(_ file: File, at place: Int) {
    func add(_ numbers: [Int]) {
      for number in numbers { bytes.append(number: UInt64(truncatingIfNeeded: number)) }
    }
    switch file {
    case .onDisk(let identity, let stamp):
      let (modified, changed) = (stamp.modified, stamp.changed)
      add([place, 0, Int(truncatingIfNeeded: identity.device)])
      add([Int(truncatingIfNeeded: identity.inode), stamp.size])
      add([modified.seconds, modified.nanoseconds, changed.seconds, changed.nanoseconds])
    case .blob(let object):
      add([place, 1, object.utf8.count])
      bytes += object.utf8
    case .same(let other): add([place, 2, other])
    }
  }

  func isSame(as other: KeptFiles) -> Bool { bytes == other.bytes }
}

extension KeptMeasurements? {
  /// Returns the hash of a file, from an earlier run if the file has not changed; nil if it cannot
  /// be read.
  package func hash(ofFile path: String) -> String? {
    let file = self?.files([path])
    return file.answer(
      .hash, isKept: { $0 != nil }, make: { try? Fingerprint.hash(ofFile: path, on: .real) })
  }

  func files(of shown: ShownFiles) -> KeptFiles? {
    self?.files([shown.reference, shown.actual, shown.difference])
  }

  /// Returns the files of a case, including those that a decision on it depends on.
  func files(ofDecisionOn snapshot: SnapshotCase, shownAs shown: ShownFiles) -> KeptFiles? {
    self?.files([
      shown.reference, shown.actual, shown.difference, snapshot.reference,
      snapshot.proposed ?? snapshot.difference, snapshot.baseline?.path,
    ])
  }
}

extension KeptFiles? {
  /// Returns a measurement from this run or an earlier one.
  ///
  /// - Parameter isKept: Returns false if the next run should measure it again.
  func answer<Answer: Codable, Failure: Error>(
    _ measurement: KeptMeasurements.Measurement, isKept: (Answer) -> Bool = { _ in true },
    make: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard let self else { return try make() }
    return try self.kept.answer(measurement, of: self, isKept: isKept, make: make)
  }
}

import Base
import Host
import Store

/// An archive's snapshots as files, in the private folder of this process.
///
/// Archives come from strangers. One that would write outside its folder, by a name or through a
/// link, is refused as a whole, as is one that is far larger than it looks. No link is ever
/// created, so every name leads where it says.
struct UnpackedArchive {
  /// The path as given, safe to show.
  let shown: String
  let path: String
  let folder: String
  /// The folder that keeps the decisions about it, which is the same for the same bytes, wherever
  /// the archive is.
  let decisions: String
  /// The name that distinguishes it from others that were opened with it.
  private(set) var label: String
  let artifact: String?
  let ledger: Ledger
  /// Its links, which are not created, and what they lead to.
  let links: [String: String]

  /// The ledgers and links of archives that are already unpacked, by folder.
  private static let known = Mutex<[String: (Ledger, [String: String])]>([:])

  /// - Parameter byName: True to ignore the content, because the file may be one of a pair.
  static func isArchive(_ place: GivenPath, byName: Bool = false) -> Bool {
    guard place.kind == .file, !byName else {
      return place.kind == .file && ArchiveLimits.ending(of: Paths.name(place.path)) != nil
    }
    return switch ArchiveLimits.kind(of: place.path) {
    case .read: true
    case .compressed: ArchiveReader.holdsSnapshots(place.path) == true
    case .unread, nil: false
    }
  }

  /// True for archives, and for Xcode's result bundles if the tool for them is installed.
  static func canUnpack(_ place: GivenPath, _ options: CatalogOptions, byName: Bool = false) -> Bool
  {
    isArchive(place, byName: byName)
      || ResultBundle.isBundle(place) && FileStatus.exists(options.resultTool)
  }

  /// - Parameter room: The number of bytes that all archives of the run may still unpack to.
  init(_ place: GivenPath, _ options: CatalogOptions, room: inout Int) throws(CatalogError) {
    (shown, path) = (place.shown, place.path)
    (label, artifact) = (place.artifact ?? place.path, place.artifact)
    let own = try PrivateFolder.own(in: options.stateFolder)
    let isBundle = ResultBundle.isBundle(place)
    let file = isBundle ? ResultBundle.identity(of: path) : path
    let (size, hash) = try CatalogError.reading(place.shown) { () throws(SystemError) in
      let bytes = try Disk.real.read(file).bytes
      return (bytes.count, Fingerprint.hash(bytes))
    }
    decisions = Paths.join(Paths.join(Paths.parent(Paths.parent(own.path)), "archives"), hash)
    folder = Paths.join(Paths.join(own.path, "archives"), hash)
    // Read again, as after F5: the same bytes are the same files.
    if FileStatus.exists(folder), let known = Self.known.withLock({ [folder] in $0[folder] }) {
      (ledger, links) = known
      return
    }
    var unpacking = Unpacking(
      shown: shown, path: path, folder: folder,
      ownRoom: ArchiveLimits.harmlessSize + ArchiveLimits.largestRatio * size, room: room)
    do throws(CatalogError) {
      if isBundle {
        try ResultBundle.export(path, shown: shown, to: folder, by: options.resultTool)
      } else {
        try unpacking.run()
      }
    } catch {
      PrivateFolder.removeTree(folder)
      throw error
    }
    room -= unpacking.unpacked
    let found = (unpacking.ledger, unpacking.links)
    Self.known.withLock { [folder] in $0[folder] = found }
    (ledger, links) = found
  }

  /// Unpacks all archives. One of several fetched archives is skipped if it cannot be opened.
  static func all(
    _ places: [GivenPath], _ options: CatalogOptions, room: inout Int, _ ledger: inout Ledger
  ) throws(CatalogError) -> [UnpackedArchive] {
    var archives: [UnpackedArchive] = []
    for place in places {
      do throws(CatalogError) {
        let archive = try UnpackedArchive(place, options, room: &room)
        archives.append(archive)
        ledger.add(archive.ledger)
      } catch {
        guard let artifact = place.artifact else { throw error }
        // The sentence begins with the archive's name.
        let why = String(error.description.dropFirst(place.shown.count + 2))
        ledger.skip(.artifact, [artifact], Skipped(place.shown, why))
        guard place.path != places.last?.path || !archives.isEmpty else { throw error }
      }
    }
    nameApart(&archives)
    return archives
  }

  /// Gives each a unique label, which is the same whenever the same archives are opened.
  private static func nameApart(_ archives: inout [UnpackedArchive]) {
    let given = Paths.common(Set(archives.map { Paths.parent($0.path) }))
    var counts: [String: Int] = [:]
    for index in archives.indices {
      let name = Paths.below(given, archives[index].label) ?? archives[index].label
      counts[name, default: 0] += 1
      archives[index].label = counts[name].map { $0 > 1 ? "\(name) (\($0))" : name } ?? name
    }
  }

  func name(of path: String) -> String {
    Paths.below(folder, path).map { Paths.join(label, $0) } ?? label
  }

  /// Names the suite of a case from the archive after the archive instead of its temporary folder.
  func nameSuite(of snapshot: inout SnapshotCase) {
    guard snapshot.files.contains(where: { Paths.isInside($0, folder) }) else { return }
    let name = Paths.name(shown)
    snapshot.suite = String(name.dropLast(ArchiveLimits.ending(of: name)?.count ?? 0))
    snapshot.id = Paths.join(snapshot.suite, snapshot.name)
  }

  /// Ties a case to the archive instead of its temporary folder: the decisions, and the baseline
  /// that may be accepted.
  ///
  /// - Parameters:
  ///   - hasReferences: True if the user named folders of references.
  ///   - source: The name by which the user knows the archive.
  func settle(_ snapshot: inout SnapshotCase, hasReferences: Bool, from source: String) {
    guard Paths.isInside(snapshot.failures, folder) else { return }
    let below = Paths.below(folder, snapshot.failures)
    snapshot.source = source
    snapshot.failures = below.map { Paths.join(decisions, $0) } ?? decisions
    guard snapshot.baseline.map({ Paths.isInside($0.path, folder) }) != false else { return }
    snapshot.baseline = nil
    // No baseline was looked for in the project.
    snapshot.remarks.removeAll { $0 == .newBaseline }
    // The searched folders mean nothing to the user, because they are temporary.
    if !hasReferences || snapshot.obstacle == nil { snapshot.obstacle = Self.obstacle }
  }

  private static let obstacle =
    "This case comes from an archive or a result bundle: accepting it needs --references "
    + "DIR, the folder of the project that holds its baseline."
}

extension GivenPath {
  init(_ archive: UnpackedArchive) {
    (shown, path, kind, artifact) = (archive.shown, archive.folder, .folder, archive.artifact)
    (self.archive, links) = (archive.path, archive.links)
  }
}

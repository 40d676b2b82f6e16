import Base
import Host

/// The decisions on the baselines of one home.
struct FolderStore {
  /// The settings that the stores of one review share.
  struct Context {
    var disk: Disk
    var access: Access
    /// Folders below which baselines may be written; they come from the catalogue, never from a
    /// journal.
    var writableRoots: [String]
    /// Names of hidden folders below them in which libraries keep baselines.
    var hidden: Set<String>
  }

  enum Access {
    case deciding(Author)
    /// No decisions are possible, for the given reason, but the steps of a killed run are settled.
    /// Without an author, every line counts as foreign.
    case looking(Author?, reason: String)
    /// The author is unknown, for the given reason, so every line counts as foreign.
    case unknown(UserFolder.Trouble)

    var author: Author? {
      switch self {
      case .deciding(let author): author
      case .looking(let author, _): author
      case .unknown: nil
      }
    }

    /// The reason why no decisions are possible.
    var obstacle: String? {
      switch self {
      case .deciding: nil
      case .looking(_, let reason): reason
      case .unknown(let trouble): trouble.sentence
      }
    }
  }

  let home: StoreHome
  let folder: StoreFolder
  let blobs: BlobStore
  let writer: BaselineWriter
  var context: Context
  /// The lock and the journal, while the store may write.
  var hold: Hold?
  var history: History
  /// The number of journal lines that somebody else wrote.
  var foreignLines = 0
  /// Steps that may or may not have happened, each with a sentence that says why this is unknown.
  var unsettled: [Unsettled] = []
  var hashes: HashCache
  /// Sentences about the steps that were finished or rolled back at the start.
  var recovery: [String] = []
  var readOnlyReason: String?

  /// The lock and the journal that make this store the only writer of its folder.
  struct Hold {
    var journal: Journal
    var lock: StoreLock
    var hasMadeFolder: Bool
    /// The ID of the last step of earlier runs.
    var firstID = 0
  }

  struct Unsettled {
    var entry: JournalEntry
    var sentence: String
  }

  var disk: Disk { context.disk }

  /// The folder that the journal's paths are relative to.
  var root: String { home.folder }

  /// Opens an existing store and repairs what a killed run left.
  ///
  /// - Parameter isClaimed: True to create a missing store at once, so that a second review finds
  ///   it taken; false to create it with the first decision.
  /// - Throws: `StoreError` if a journal exists but cannot be read.
  init(_ home: StoreHome, context: Context, isClaimed: Bool) throws(StoreError) {
    self.home = home
    self.context = context
    folder = StoreFolder(path: home.place ?? "", disk: context.disk)
    blobs = BlobStore(folder: folder.blobs, disk: context.disk)
    writer = BaselineWriter(disk: context.disk, storeRoot: home.folder)
    history = History(root: home.folder)
    hashes = HashCache(disk: context.disk)
    try open(isClaimed: isClaimed)
  }

  private mutating func open(isClaimed: Bool) throws(StoreError) {
    readOnlyReason = context.access.obstacle
    switch folder.condition() {
    case .absent:
      guard readOnlyReason == nil else { return }
      if let error = disk.faultOfWriting(in: nearestFolder) {
        readOnlyReason = Self.cannotKeep(printable(folder.path), "cannot be made", error)
      } else if isClaimed {
        do throws(StoreError) { try make() } catch { readOnlyReason = error.description }
      }
      return
    case .refused(let reason):
      readOnlyReason = reason
      return
    case .readOnly(let reason): readOnlyReason = readOnlyReason ?? reason
    case .usable: break
    }
    if readOnlyReason == nil {
      do throws(StoreError) {
        return try take(hasMadeFolder: false)
      } catch {
        guard error.reason == .readOnly else { throw error }
        readOnlyReason = error.description
      }
    }
    _ = try read()
    if !unsettled.isEmpty { repair() }
    previewUnsettled()
  }

  /// The innermost existing folder above the store.
  private var nearestFolder: String {
    disk.missingFolders(to: folder.path).first.map(Paths.parent) ?? folder.path
  }

  /// Settles the steps of a killed run, even for a command that only looks, if the lock is free.
  private mutating func repair() {
    guard case .looking(let author?, _) = context.access, folder.condition() == .usable,
      let lock = try? StoreLock(path: folder.lock, on: disk)
    else { return }
    // Another process may have settled it by now.
    guard let contents = try? read(), contents.newerVersion == nil else { return }
    let journal = Journal(path: folder.journal, disk: disk, author: author, contents: contents)
    hold = Hold(journal: journal, lock: lock, hasMadeFolder: false)
    settleAll()
    hold?.journal.close()
    hold = nil
  }

  /// Makes sure that a decision can be written; creates the store before the first one.
  mutating func claim() throws(StoreError) {
    if let readOnlyReason { throw StoreError(.readOnly, readOnlyReason) }
    if hold == nil { try make() }
    settleAll()
  }

  private mutating func make() throws(StoreError) {
    var hasMadeFolder = false
    do throws(SystemError) {
      try makeParents()
      try disk.makeFolder(folder.path)
      hasMadeFolder = true
    } catch {
      guard error.isTaken else {
        throw StoreError(.system, Self.cannotKeep(printable(folder.path), "cannot be made", error))
      }
    }
    // Something may have been put there since the last check.
    switch folder.condition() {
    case .usable: try take(hasMadeFolder: hasMadeFolder)
    case .absent:
      throw StoreError(.system, "\(printable(folder.path)) is gone. Nothing was written.")
    case .readOnly(let reason), .refused(let reason): throw StoreError(.readOnly, reason)
    }
  }

  /// Makes the folders above the store. In a repository they exist already.
  private func makeParents() throws(SystemError) {
    guard home.isNamed else { return }
    for folder in disk.missingFolders(to: Paths.parent(folder.path)) {
      try disk.makeFolder(folder, mode: 0o700)
      try disk.syncFolder(Paths.parent(folder))
    }
  }

  private mutating func take(hasMadeFolder: Bool) throws(StoreError) {
    guard case .deciding(let author) = context.access else { return }
    let lock = try Result { () throws(StoreLock.Failure) in
      try StoreLock(path: folder.lock, on: disk)
    }.mapError { StoreError(.readOnly, sentence($0)) }.get()
    let contents = try read()
    if let version = contents.newerVersion {
      throw StoreError(
        .readOnly,
        "\(printable(folder.journal)) was written by a newer snapreview (version \(version) of "
          + "the journal): this one is read-only. Update snapreview.")
    }
    hold = Hold(
      journal: Journal(path: folder.journal, disk: disk, author: author, contents: contents),
      lock: lock, hasMadeFolder: hasMadeFolder, firstID: history.lastID)
    settleAll()
  }

  private mutating func read() throws(StoreError) -> JournalContents {
    let contents = try Result { () throws(SystemError) in
      try JournalContents(reading: folder.journal, author: context.access.author, on: disk)
    }.mapError {
      StoreError(.system, "Cannot read \(printable(folder.journal)): \($0). Nothing was written.")
    }.get()
    take(contents)
    recovery = contents.damagedLines.isEmpty ? [] : [damage(contents.damagedLines)]
    return contents
  }

  private mutating func take(_ contents: JournalContents) {
    history = History(root: root)
    unsettled = history.replay(contents.entries).map { Unsettled(entry: $0, sentence: "") }
    foreignLines = contents.foreignLines
  }

  private func damage(_ lines: [Int]) -> String {
    let numbers = lines.prefix(5).map(String.init).joined(separator: ", ")
    return "\(printable(folder.journal)): damaged lines were left out (\(numbers)). "
      + "The decisions in them are lost; the baselines are as they are."
  }

  /// Closes the store; if nothing was recorded, no trace of it remains.
  mutating func close() {
    guard var hold else { return }
    if history.lastID > hold.firstID { tidy() }
    hold.journal.close()
    if hold.hasMadeFolder && history.lastID == 0 {
      try? disk.removeIfThere(folder.name)
      try? disk.removeIfThere(folder.lock)
      try? disk.removeFolder(folder.path)
    }
    readOnlyReason = readOnlyReason ?? "The store is closed."
    self.hold = nil
  }

  private func sentence(_ failure: StoreLock.Failure) -> String {
    switch failure {
    case .held(let process):
      let who = process.map { " (process \($0))" } ?? ""
      return "Another snapreview\(who) has \(printable(root)) open. "
        + "Close it to decide here."
    case .system(let error):
      return Self.cannotKeep(printable(folder.path), "cannot be locked", error)
    }
  }

  private static func cannotKeep(_ path: String, _ what: String, _ error: SystemError) -> String {
    "\(path) \(what) (\(error)): decisions cannot be kept here. "
      + "Make it writable, or review a copy of the project."
  }
}

/// Carries out the change of one baseline so that it is whole at every instant.
struct BaselineWriter {
  let disk: Disk
  /// The folder that the change's paths are relative to.
  let storeRoot: String

  /// Replaces the baseline by `bytes`, or removes it where nil.
  ///
  /// - Parameter old: Its status when it was read; the write is given up where it has changed since.
  /// - Throws: With the old baseline in place and nothing of ours left beside it; only where
  ///   `hasLanded` says so, the new one is there.
  func apply(_ change: FileChange, bytes: [UInt8]?, old: FileStatus?) throws(WriteFailure) {
    let path = absolute(change.path)
    do throws(StoreError) {
      try put(change, bytes: bytes, old: old)
    } catch {
      cleanUp(change)
      throw WriteFailure(hasLanded: false, error: error)
    }
    do throws(SystemError) {
      try disk.syncFolder(Paths.parent(path))
    } catch {
      throw WriteFailure(hasLanded: true, error: .notFlushed(path, error))
    }
    removeFolders(change)
  }

  /// Everything up to the instant at which the new baseline takes the old one's place.
  private func put(_ change: FileChange, bytes: [UInt8]?, old: FileStatus?) throws(StoreError) {
    let path = absolute(change.path)
    let temporary = absolute(change.temporary)
    do throws(SystemError) {
      for folder in change.makes.map(absolute) {
        try disk.makeFolder(folder)
        try disk.syncFolder(Paths.parent(folder))
      }
      if let bytes {
        try disk.removeIfThere(temporary)
        try disk.create(temporary, bytes: bytes, like: old)
      }
    } catch {
      throw .cannotWrite(path, error)
    }
    guard isStill(path, old) else { throw .baselineChanged(path) }
    do throws(SystemError) {
      if bytes == nil { try disk.remove(path) } else { try disk.rename(temporary, to: path) }
    } catch {
      throw .cannotWrite(path, error)
    }
  }

  struct WriteFailure: Error {
    /// Whether the new bytes are in place nevertheless.
    var hasLanded: Bool
    var error: StoreError
  }

  /// Removes what an interrupted change has left: its temporary file and the folders it made.
  func cleanUp(_ change: FileChange, keepingFolders: Bool = false) {
    try? disk.removeIfThere(absolute(change.temporary))
    guard !keepingFolders else { return }
    for folder in change.makes.reversed().map(absolute) { try? disk.removeFolder(folder) }
  }

  /// Whether a change read from a journal can be one of ours: what it would remove is ours by its
  /// name and place. A journal may have come with someone else's project.
  func isPlausible(_ change: FileChange) -> Bool {
    let path = absolute(change.path)
    let temporary = absolute(change.temporary)
    let name = Paths.name(temporary)
    return Paths.isInside(path, absolute(change.root))
      && Paths.parent(temporary) == Paths.parent(path)
      && name.hasPrefix(".snapreview-") && name.hasSuffix(".tmp")
      && (change.makes + change.removes).allSatisfy { Paths.isInside(path, absolute($0)) }
      && isSnapshot(change.path)
  }

  /// Whether a file may be a baseline: whatever has no snapshot's ending must not be hidden.
  private func isSnapshot(_ path: String) -> Bool {
    FileKind(name: Paths.name(path)) != nil
      || !Paths.components(path).contains { $0.hasPrefix(".") && $0 != ".." }
  }

  /// Removes the folders that an acceptance made, as far as they are empty again.
  func removeFolders(_ change: FileChange) {
    for folder in change.removes.reversed().map(absolute) {
      do {
        try disk.removeFolder(folder)
        try disk.syncFolder(Paths.parent(folder))
      } catch {
        return
      }
    }
  }

  func absolute(_ path: String) -> String { Paths.resolve(path, from: storeRoot) }

  private func isStill(_ path: String, _ old: FileStatus?) -> Bool {
    let now = try? disk.status(of: path)
    return now?.identity == old?.identity && now?.stamp == old?.stamp
      && (now != nil || !disk.exists(path))
  }
}

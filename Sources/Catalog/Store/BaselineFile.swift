/// A baseline's place on disk, proven to lie within its root, links resolved.
struct BaselineFile {
  /// Absolute; no part of it is a link.
  let path: String
  /// The folder that it must stay in.
  let root: String

  /// - Throws: `.outsideRoot` where `..` or a link leads out of the root.
  init(_ baseline: Baseline) throws(StoreError) {
    let name = printable(Paths.name(baseline.path))
    let refusal = StoreError(
      .outsideRoot,
      "\(name): its path leads out of \(printable(baseline.root)). Nothing was written.")
    guard !Paths.components(baseline.path).contains(".."), baseline.path.hasPrefix("/") else {
      throw refusal
    }
    root = Paths.realAsFarAsItExists(baseline.root)
    let folder = Paths.realAsFarAsItExists(Paths.parent(baseline.path))
    var path = Paths.join(folder, Paths.name(baseline.path))
    if FileStatus.isLink(path) {
      guard let target = try? Paths.real(path) else { throw refusal }
      path = target
    }
    guard Paths.isInside(path, root), path != root else { throw refusal }
    if (try? FileStatus(of: path))?.kind == .folder {
      throw StoreError(.outsideRoot, "\(name): a folder of this name is in the way.")
    }
    self.path = path
  }

  /// What it holds now; nil where it is absent.
  func read() throws(StoreError) -> (bytes: [UInt8], status: FileStatus)? {
    do throws(SystemError) {
      return try Disk.read(path)
    } catch {
      if error.isMissing { return nil }
      throw .cannotRead(path, error)
    }
  }

  /// Folders that must be made before it can be written, outermost first.
  var missingFolders: [String] {
    var missing: [String] = []
    var folder = Paths.parent(path)
    while !FileStatus.exists(folder), folder != "/" {
      missing.insert(folder, at: 0)
      folder = Paths.parent(folder)
    }
    return missing
  }

  /// A change of this file from one content to another, as the journal keeps it.
  func change(
    from before: String?, to after: String?, id: Int, storeRoot: String, removes: [String] = []
  ) -> FileChange {
    let relative = { (path: String) in Paths.relative(path, from: storeRoot) }
    return FileChange(
      path: relative(path), root: relative(root), before: before, after: after,
      temporary: relative(
        Paths.join(Paths.parent(path), ".snapreview-\(id)-\(after?.prefix(8) ?? "none").tmp")),
      makes: after == nil ? [] : missingFolders.map(relative), removes: removes)
  }
}

/// Carries out the change of one baseline so that it is whole at every instant.
struct BaselineWriter {
  let disk: Disk
  /// The folder that the change's paths are relative to.
  let storeRoot: String

  /// Replaces the baseline by `bytes`, or removes it where nil.
  ///
  /// - Parameter old: Its status when it was read; the write is given up where it has changed since.
  /// - Throws: With the old baseline in place and nothing of ours left beside it; only a fault
  ///   after the rename (`Landed`) leaves the new one.
  func apply(_ change: FileChange, bytes: [UInt8]?, old: FileStatus?) throws(WriteFailure) {
    let path = absolute(change.path)
    do {
      for folder in change.makes.map(absolute) {
        try disk.makeFolder(folder)
        try disk.syncFolder(Paths.parent(folder))
      }
      if let bytes {
        try? disk.removeIfThere(absolute(change.temporary))
        try disk.create(absolute(change.temporary), bytes: bytes, like: old)
      }
      guard isStill(path, old) else { throw StoreError.baselineChanged(path) }
      if bytes != nil {
        try disk.rename(absolute(change.temporary), to: path)
      } else {
        try disk.remove(path)
      }
    } catch {
      cleanUp(change)
      throw WriteFailure(
        hasLanded: false,
        error: error as? StoreError ?? .cannotWrite(path, error as? SystemError ?? .last))
    }
    do {
      try disk.syncFolder(Paths.parent(path))
      removeFolders(change)
    } catch {
      throw WriteFailure(
        hasLanded: true,
        error: StoreError(
          .system,
          "\(printable(Paths.name(path))) is written, but its folder could not be flushed to the "
            + "disk (\(error))."))
    }
  }

  struct WriteFailure: Error {
    /// Whether the new bytes are in place nevertheless.
    var hasLanded: Bool
    var error: StoreError
  }

  /// Removes what an interrupted change has left: its temporary file and the folders it made.
  func cleanUp(_ change: FileChange) {
    try? disk.removeIfThere(absolute(change.temporary))
    for folder in change.makes.reversed().map(absolute) { try? disk.removeFolder(folder) }
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
    let now = try? FileStatus(of: path)
    return now?.identity == old?.identity && now?.stamp == old?.stamp
      && (now != nil || !FileStatus.exists(path))
  }
}

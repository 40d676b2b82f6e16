import Base
import Host

/// Changes one baseline so that it is complete at every instant.
struct BaselineWriter {
  let disk: Disk
  /// The folder that the paths of changes are relative to.
  let storeRoot: String

  /// Replaces the baseline by `bytes`, or removes it if they are nil.
  ///
  /// - Parameter old: Its status when it was read; the write is abandoned if it has changed.
  /// - Throws: An error, with the old baseline in place and our temporary files removed; or, if
  ///   `hasLanded` is true, with the new baseline in place.
  func apply(
    _ change: FileChange, to file: BaselineFile, bytes: [UInt8]?, old: FileStatus?
  ) throws(WriteFailure) {
    var made: [String] = []
    do throws(StoreError) {
      try put(change, in: file, bytes: bytes, old: old, made: &made)
    } catch {
      if let temporary = temporary(of: change, beside: file) {
        try? disk.removeIfThere(temporary)
        try? disk.syncFolder(Paths.parent(temporary))
      }
      for folder in made.reversed() { try? disk.removeFolder(folder) }
      throw WriteFailure(hasLanded: false, error: error)
    }
    do throws(SystemError) {
      try disk.syncFolder(Paths.parent(file.path))
    } catch {
      try? removeFolders(change, of: file)
      throw WriteFailure(hasLanded: true, error: .notFlushed(file.path, error))
    }
    try? removeFolders(change, of: file)
  }

  /// Does everything up to the instant at which the new baseline replaces the old one.
  private func put(
    _ change: FileChange, in file: BaselineFile, bytes: [UInt8]?, old: FileStatus?,
    made: inout [String]
  ) throws(StoreError) {
    let folder = Paths.parent(file.path)
    let temporary = temporary(of: change, beside: file)
    let lock: FolderLock
    do throws(SystemError) {
      try makeFolders(of: change, for: file, made: &made)
      if let bytes, let temporary { try disk.create(temporary, bytes, like: old) }
      lock = try FolderLock(folder, on: disk)
    } catch {
      throw .cannotWrite(file.path, error)
    }
    defer { lock.release() }
    guard isStill(file.path, old) else { throw .baselineChanged(file.path) }
    do throws(SystemError) {
      if bytes != nil, let temporary {
        try disk.rename(temporary, to: file.path)
      } else {
        try disk.remove(file.path)
      }
    } catch {
      throw .cannotWrite(file.path, error)
    }
  }

  struct WriteFailure: Error {
    /// True if the new bytes are in place despite the error.
    var hasLanded: Bool
    var error: StoreError
  }

  private func makeFolders(
    of change: FileChange, for file: BaselineFile, made: inout [String]
  ) throws(SystemError) {
    for folder in file.folders(change.makes, storeRoot: storeRoot) {
      do throws(SystemError) {
        try disk.makeFolder(folder)
        made.append(folder)
      } catch  where error.isTaken {
        // Another process created the folder first, so leave it on failure.
      }
      try disk.syncFolder(Paths.parent(folder))
    }
  }

  private func temporary(of change: FileChange, beside file: BaselineFile) -> String? {
    change.temporary.map { Paths.join(Paths.parent(file.path), $0) }
  }

  /// Removes the leftovers of an interrupted change: its temporary file and, if the change did not
  /// happen, the folders that it made.
  ///
  /// - Parameter id: The step of the change; files of other steps are left alone.
  func cleanUp(
    _ change: FileChange, of file: BaselineFile, id: Int, keepingFolders: Bool
  ) throws(SystemError) {
    if let temporary = temporary(of: change, beside: file),
      TemporaryName.isOurs(Paths.name(temporary), id: id), try isPlainFile(temporary)
    {
      try disk.removeIfThere(temporary)
    }
    // Otherwise a power cut could bring the temporary file back after the step is settled.
    if disk.exists(Paths.parent(file.path)) { try disk.syncFolder(Paths.parent(file.path)) }
    if !keepingFolders {
      try removeEmpty(file.folders(change.makes, storeRoot: storeRoot))
    }
  }

  private func isPlainFile(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try disk.statusOfLink(path).kind == .file
    } catch  where error.isMissing {
      return false
    }
  }

  /// Removes the folders that an acceptance made, if they are empty again.
  func removeFolders(_ change: FileChange, of file: BaselineFile) throws(SystemError) {
    try removeEmpty(file.folders(change.removes, storeRoot: storeRoot))
  }

  private func removeEmpty(_ folders: [String]) throws(SystemError) {
    var unflushed: SystemError?
    for folder in folders.reversed() {
      do throws(SystemError) {
        try disk.removeFolder(folder)
      } catch {
        // If the folder is missing, an interrupted run got this far.
        if error.isNotEmpty { break }
        guard error.isMissing else { throw error }
      }
      do throws(SystemError) {
        try disk.syncFolder(Paths.parent(folder))
      } catch {
        if !error.isMissing { unflushed = error }
      }
    }
    if let unflushed { throw unflushed }
  }

  private func isStill(_ path: String, _ old: FileStatus?) -> Bool {
    do throws(SystemError) {
      let now = try disk.status(of: path)
      return now.identity == old?.identity && now.stamp == old?.stamp
    } catch {
      return error.isMissing && old == nil && !disk.isLink(path)
    }
  }
}

import Base
import Host

/// Files named by the hash of their contents: `<folder>/<SHA-256>`.
struct BlobStore {
  let folder: String
  let disk: Disk

  func path(_ hash: String) -> String { Paths.join(folder, hash) }

  /// Stores some bytes, unless they are there already.
  ///
  /// - Parameter isVital: True if they must survive a power cut, as an old baseline must. Bytes
  ///   that can be produced again need not.
  func keep(_ bytes: [UInt8], hash: String, isVital: Bool) throws(SystemError) {
    let path = path(hash)
    if try isKept(bytes, at: path, isVital: isVital) { return }
    if !disk.exists(folder) {
      try disk.makeFolder(folder)
      try disk.syncFolder(Paths.parent(folder))
    }
    // The lock on the store makes this temporary name safe to use.
    try disk.replace(path, by: bytes, through: path + ".tmp", isVital: isVital)
    if isVital { try disk.syncFolder(folder) }
  }

  /// True if the bytes are there already; vital ones are then flushed to the disk.
  private func isKept(
    _ bytes: [UInt8], at path: String, isVital: Bool
  ) throws(SystemError) -> Bool {
    guard let kept = try? disk.statusOfLink(path), kept.kind == .file,
      kept.stamp.size == bytes.count
    else { return false }
    guard isVital else { return true }
    guard (try? disk.read(path).bytes) == bytes else { return false }
    try disk.flush(path)
    try disk.flush(folder)
    return true
  }

  /// Returns the stored bytes after checking them against their hash.
  func bytes(_ hash: String) throws(StoreError) -> [UInt8] {
    let path = path(hash)
    let isPlain = (try? disk.statusOfLink(path))?.kind == .file
    let bytes = isPlain ? try? disk.read(path).bytes : nil
    guard let bytes, Fingerprint.hash(bytes) == hash else {
      let what =
        disk.exists(path)
        ? "The kept file \(printable(path)) is damaged."
        : "The replaced baseline is gone: these are removed after 90 days, beyond a gigabyte in all, or "
          + "by `snapreview undo --forget`."
      throw StoreError(.damagedStore, "\(what) Nothing was written.")
    }
    return bytes
  }
}

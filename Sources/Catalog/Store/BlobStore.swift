/// Files kept by what they hold: `<folder>/<SHA-256>`.
struct BlobStore {
  let folder: String
  let disk: Disk

  func path(_ hash: String) -> String { Paths.join(folder, hash) }

  /// Keeps some bytes; those that are there already are left alone.
  ///
  /// - Parameter isVital: Whether they must survive a power cut: an old baseline must, what can be
  ///   done again need not.
  func keep(_ bytes: [UInt8], hash: String, isVital: Bool) throws(SystemError) {
    let path = path(hash)
    if try isKept(bytes, at: path, isVital: isVital) { return }
    if (try? disk.status(of: folder)) == nil {
      try disk.makeFolder(folder)
      try disk.syncFolder(Paths.parent(folder))
    }
    let temporary = path + ".tmp"
    try? disk.removeIfThere(temporary)
    do throws(SystemError) {
      try disk.create(temporary, bytes: bytes, like: nil, isVital: isVital)
      try disk.rename(temporary, to: path)
      if isVital { try disk.syncFolder(folder) }
    } catch {
      try? disk.removeIfThere(temporary)
      throw error
    }
  }

  /// Whether the bytes are there already; of vital ones it is made sure that they are on the disk.
  private func isKept(
    _ bytes: [UInt8], at path: String, isVital: Bool
  ) throws(SystemError) -> Bool {
    guard let kept = try? disk.status(of: path), kept.stamp.size == bytes.count else {
      return false
    }
    guard isVital else { return true }
    guard (try? disk.read(path).bytes) == bytes else { return false }
    try disk.flush(path)
    return true
  }

  /// The kept bytes, proven to be what the hash says.
  func bytes(_ hash: String) throws(StoreError) -> [UInt8] {
    let bytes = try? disk.read(path(hash)).bytes
    guard let bytes, Fingerprint.hash(bytes) == hash else {
      throw StoreError(
        .damagedStore,
        "The kept file \(path(hash)) is \(bytes == nil ? "missing" : "damaged"). "
          + "Nothing was written.")
    }
    return bytes
  }
}

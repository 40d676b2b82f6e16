/// Files kept by what they hold: `<folder>/<SHA-256>`.
struct BlobStore {
  let folder: String
  let disk: Disk

  func path(_ hash: String) -> String { Paths.join(folder, hash) }

  /// Keeps some bytes; those that are there already are left alone.
  func keep(_ bytes: [UInt8], hash: String) throws(SystemError) {
    let path = path(hash)
    if let kept = try? FileStatus(of: path), kept.stamp.size == bytes.count { return }
    if (try? FileStatus(of: folder)) == nil {
      try disk.makeFolder(folder)
      try disk.syncFolder(Paths.parent(folder))
    }
    let temporary = path + ".tmp"
    try? disk.removeIfThere(temporary)
    do throws(SystemError) {
      try disk.create(temporary, bytes: bytes, like: nil)
      try disk.rename(temporary, to: path)
      try disk.syncFolder(folder)
    } catch {
      try? disk.removeIfThere(temporary)
      throw error
    }
  }

  /// The kept bytes, proven to be what the hash says.
  func bytes(_ hash: String) throws(StoreError) -> [UInt8] {
    let bytes = try? Disk.read(path(hash)).bytes
    guard let bytes, Fingerprint.hash(bytes) == hash else {
      throw StoreError(
        .damagedStore,
        "The kept file \(path(hash)) is \(bytes == nil ? "missing" : "damaged"). "
          + "Nothing was written.")
    }
    return bytes
  }
}

extension Disk {
  package func removeIfThere(_ path: String) throws(SystemError) {
    guard FileStatus.exists(path) else { return }
    try remove(path)
  }
}

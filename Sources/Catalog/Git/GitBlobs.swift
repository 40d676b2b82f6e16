import Libc
import PNGCodec

/// Blobs as files, so that everything else reads them as it reads a reference.
struct GitBlobs {
  /// A blob, and the name of the file that it is of: that says what kind it is, and at which scale.
  struct Wanted: Hashable {
    let object: String
    let name: String
  }

  enum Answer: Equatable {
    case file(String)
    /// Why it is not here: a sentence.
    case absent(String)
  }

  private let folder: PrivateFolder
  private let repository: GitRepository
  private(set) var answers: [Wanted: Answer] = [:]

  init(
    _ wanted: Set<Wanted>, from repository: GitRepository, to folder: PrivateFolder
  ) throws(CatalogError) {
    (self.folder, self.repository) = (folder, repository)
    do throws(SystemError) {
      try folder.makeFolder(Paths.join(folder.path, Self.place))
    } catch {
      throw Self.trouble(error)
    }
    let objects = Dictionary(grouping: wanted, by: \.object)
    let missing = objects.keys.filter { object in
      objects[object, default: []].contains { !FileStatus.exists(path(of: $0)) }
    }
    if !missing.isEmpty { try read(missing.sorted(), objects) }
    for blob in wanted where answers[blob] == nil { answers[blob] = resolved(path(of: blob)) }
  }

  private static let place = "blobs"

  private func path(of blob: Wanted) -> String {
    Paths.join(Paths.join(Paths.join(folder.path, Self.place), blob.object), blob.name)
  }

  /// Reads them all through one `git cat-file`, which answers `<object> blob <size>`, the bytes, and
  /// a newline.
  private mutating func read(
    _ objects: [String], _ wanted: [String: [Wanted]]
  ) throws(CatalogError) {
    let list = Paths.join(folder.path, "objects-" + randomDigits(4))
    do throws(SystemError) {
      try Disk.real.create(
        list, pieces: objects.map { Array("\($0)\n".utf8) }, mode: 0o600, isVital: false)
      defer { try? Disk.real.removeIfThere(list) }
      let git = try repository.start(["cat-file", "--batch", "--buffer"], input: list)
      for object in objects {
        let head =
          git.line().map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
        guard head.count == 3, let size = Int(head[2]), head[1] == "blob" else {
          for blob in wanted[object, default: []] { answers[blob] = .absent(Self.missing) }
          continue
        }
        if let excess = SystemError.excess(size, over: .snapshot) { throw excess }
        let bytes = git.bytes(size)
        guard bytes.count == size else { throw SystemError(EIO) }
        _ = git.bytes(1)
        for blob in wanted[object, default: []] { try keep(bytes, at: path(of: blob)) }
      }
      _ = git.end()
    } catch {
      throw Self.trouble(error)
    }
  }

  private func keep(_ bytes: [UInt8], at path: String) throws(SystemError) {
    guard !FileStatus.exists(path) else { return }
    try folder.makeFolder(Paths.parent(path))
    try Disk.real.create(path, pieces: [bytes], mode: 0o600, isVital: false)
  }

  /// The file, or the one that it is the Git LFS pointer to, where that is here.
  private func resolved(_ path: String) -> Answer {
    guard let head = try? FileHead.read(path, count: 1024), FileHead.isPointer(head) else {
      return .file(path)
    }
    guard let object = Self.oid(ofPointer: head) else { return .absent(Self.pointer) }
    let (first, second) = (object.prefix(2), object.dropFirst(2).prefix(2))
    let kept = Paths.join(repository.commonFolder, "lfs/objects/\(first)/\(second)/\(object)")
    let copy = Paths.join(Paths.parent(path), "lfs-" + Paths.name(path))
    if FileStatus.exists(copy) { return .file(copy) }
    // Only the picture that the pointer names, whatever lies there.
    guard let bytes = try? Disk.real.read(kept).bytes, Fingerprint.hash(bytes) == object,
      (try? keep(bytes, at: copy)) != nil
    else { return .absent(Self.pointer) }
    return .file(copy)
  }

  private static func oid(ofPointer head: [UInt8]) -> String? {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\n")
    let start = "oid sha256:"
    guard let line = lines.first(where: { $0.hasPrefix(start) }) else { return nil }
    let object = line.dropFirst(start.count)
    return object.count == 64 && object.allSatisfy({ $0.isHexDigit && !$0.isUppercase })
      ? String(object) : nil
  }

  private static let pointer =
    "The committed file is a Git LFS pointer, and its picture is not on this machine. "
    + "Run: git lfs fetch --all."
  private static let missing =
    "The committed file is not on this machine: the clone is a partial one. Run: git fetch --refetch."

  private static func trouble(_ error: SystemError) -> CatalogError {
    CatalogError(.unreadable, "What git holds cannot be unpacked (\(error)).")
  }
}

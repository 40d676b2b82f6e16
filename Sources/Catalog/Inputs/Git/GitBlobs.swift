import Base
import Host
import Libc

/// Writes blobs to files, so that other code reads them like any reference.
package struct GitBlobs {
  /// A blob and its file's name, which determines its kind and its scale.
  struct Wanted: Hashable {
    let object: String
    let name: String
  }

  enum Answer: Equatable {
    case file(String)
    /// The Git LFS pointer to a file that is not on this machine.
    case pointer(LFSPointer)
    /// The blob is missing; the reason is a sentence.
    case absent(String)
  }

  private let folder: String
  private let repository: GitRepository
  private(set) var answers: [Wanted: Answer] = [:]

  init(
    _ wanted: Set<Wanted>, from repository: GitRepository, to folder: PrivateFolder
  ) throws(CatalogError) {
    (self.folder, self.repository) = (Paths.join(folder.path, "blobs"), repository)
    let objects = Dictionary(grouping: wanted, by: \.object)
    let missing = objects.keys.filter { object in
      objects[object, default: []].contains { Self.object(of: path(of: $0)) == nil }
    }
    if !missing.isEmpty { try read(missing.sorted(), objects) }
    for blob in wanted where answers[blob] == nil { answers[blob] = resolved(path(of: blob)) }
  }

  /// The files that this process made, with the objects whose bytes they hold. A path by itself
  /// proves nothing, because an archive chooses the names of its own folders.
  private static let made = Mutex<[String: String]>([:])

  /// Returns the object that a file was made from, which identifies its bytes; nil for other files.
  package static func object(of path: String) -> String? { made.withLock { $0[path] } }

  private func path(of blob: Wanted) -> String {
    Paths.join(Paths.join(folder, blob.object), blob.name)
  }

  /// Reads all objects through one `git cat-file`, which answers `<object> blob <size>`, the bytes,
  /// and a newline.
  private mutating func read(
    _ objects: [String], _ wanted: [String: [Wanted]]
  ) throws(CatalogError) {
    do throws(SystemError) {
      let list = try repository.input(objects.map { "\($0)\n" })
      let git = try repository.start(["cat-file", "--batch", "--buffer"], input: list)
      for object in objects {
        let head = git.line()?.texts(between: " ") ?? []
        guard head.count == 3, let size = Int(head[2]), head[1] == "blob" else {
          for blob in wanted[object, default: []] { answers[blob] = .absent(Self.missing) }
          continue
        }
        if let excess = SystemError.excess(size, over: .snapshot) { throw excess }
        let bytes = git.bytes(size)
        guard bytes.count == size else { throw SystemError(EIO) }
        _ = git.bytes(1)
        for blob in wanted[object, default: []] {
          try keep(bytes, of: object, at: path(of: blob))
        }
      }
      _ = git.end()
    } catch {
      throw .unreadable("The committed file cannot be unpacked (\(error)).")
    }
  }

  private func keep(_ bytes: [UInt8], of object: String, at path: String) throws(SystemError) {
    guard Self.object(of: path) == nil else { return }
    try Disk.real.makeFolders(to: Paths.parent(path), mode: 0o700)
    try Disk.real.create(path, bytes, mode: 0o600, isVital: false)
    Self.made.withLock { $0[path] = object }
  }

  /// Returns the file, or if it is a Git LFS pointer, the file that it points to, if available.
  private func resolved(_ path: String) -> Answer {
    guard let head = try? FileHead.read(path, count: LFSPointer.mostBytes),
      FileHead.isPointer(head)
    else { return .file(path) }
    guard let pointer = LFSPointer(head) else { return .absent(Self.broken) }
    let copy = Paths.join(Paths.parent(path), "lfs-" + Paths.name(path))
    if Self.object(of: copy) != nil { return .file(copy) }
    // Accept only the picture that the pointer names, whatever is there.
    let kept = Paths.join(repository.largeFiles, pointer.place)
    guard let bytes = try? Disk.real.read(kept).bytes, pointer.isPointer(to: bytes),
      (try? keep(bytes, of: "lfs " + pointer.place, at: copy)) != nil
    else { return .pointer(pointer) }
    return .file(copy)
  }

  static let unfetched =
    "The committed file is a Git LFS pointer, and its picture is not on this machine. "
    + "Run: git lfs fetch --all."
  private static let broken = "The committed file is a Git LFS pointer that names no picture."
  private static let missing =
    "The committed file is not in this partial clone. Run: git fetch --refetch."
}

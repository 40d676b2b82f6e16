import Libc

/// The names in a folder, including hidden ones; names that are not UTF-8 are left out.
package enum FolderNames {
  package static func all(in folder: String) -> [String] {
    var names: [String] = []
    _ = try? FolderEntry.forEach(in: folder) { if let name = $0.name { names.append(name) } }
    return names
  }
}

package struct FolderEntry {
  /// The name; nil if it is not UTF-8.
  package let name: String?
  /// The type; nil if the file system does not report it.
  package let type: FileType?

  private init(_ entry: UnsafeMutablePointer<dirent>) {
    name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
    }
    type =
      switch unsafe Int(entry.pointee.d_type) {
      case Int(DT_REG): .file
      case Int(DT_DIR): .folder
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): nil
      default: .other
      }
  }

  /// Calls `body` with every entry except "." and "..", by name: each file system has an order of
  /// its own, on which nothing may depend.
  ///
  /// - Returns: The folder's identity, if the system reports it.
  @discardableResult
  package static func forEach(
    in folder: String, _ body: (FolderEntry) -> Void
  ) throws(SystemError) -> FileIdentity? {
    guard let stream = unsafe opendir(folder) else { throw .last }
    defer { unsafe closedir(stream) }
    var status = stat()
    let identity = unsafe fstat(dirfd(stream), &status) == 0 ? FileStatus(status).identity : nil
    var entries: [FolderEntry] = []
    while let next = unsafe readdir(stream) { unsafe entries.append(FolderEntry(next)) }
    entries.sort { ($0.name ?? "") < ($1.name ?? "") }
    for entry in entries where entry.name != "." && entry.name != ".." { body(entry) }
    return identity
  }
}

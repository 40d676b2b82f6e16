import Base
import Host
import Libc

/// The folder for parts of files, such as the panes of strips, stored as files that only this user
/// can read.
///
/// A part is named after its source files, their sizes and times, so that it is made once and a
/// later run finds the decision on it.
package struct PartsFolder: Sendable {
  private let folder: UserFolder?

  package init(_ state: UserFolder?) {
    folder = state.map { UserFolder(path: Paths.join($0.path, "parts")) }
  }

  package func name(for files: [String], ending: String = ".png") -> String? {
    var text = ""
    for file in files {
      guard let stamp = try? FileStatus(of: file).stamp else { return nil }
      text += "\(file)\0\(stamp.size) \(stamp.modified) \(stamp.changed)\0"
    }
    return Fingerprint.hash(Array(text.utf8)) + ending
  }

  package func path(of name: String) -> String? {
    guard let folder, folder.isPrivate else { return nil }
    let path = Paths.join(folder.path, name)
    return FileStatus.isFile(path) ? path : nil
  }

  package func write(_ bytes: [UInt8], as name: String) throws(SystemError) -> String {
    guard let folder else { throw SystemError(ENOENT) }
    let path = Paths.join(folder.path, name)
    try folder.make()
    try Disk.real.replace(
      path, by: bytes, through: path + ".\(getpid()).tmp", mode: 0o600, isVital: false)
    return path
  }

  /// Removes parts that were written over a month before the folder last changed.
  package func tidy() {
    guard let folder, let now = try? FileStatus(of: folder.path).stamp.modified else { return }
    for name in FolderNames.all(in: folder.path) {
      let path = Paths.join(folder.path, name)
      if let part = try? FileStatus(of: path), part.kind == .file,
        part.stamp.modified.isBefore(now, byMoreThan: 30 * 24 * 3600)
      {
        try? Disk.real.removeIfThere(path)
      }
    }
  }
}

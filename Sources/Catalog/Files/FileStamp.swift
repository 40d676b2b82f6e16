#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What tells cheaply that a file is probably as it was.
package struct FileStamp: Hashable, Sendable, Codable {
  /// In bytes.
  package var size: Int
  /// Nanoseconds since 1970.
  package var modified: Int

  package init(size: Int, modified: Int) {
    self.size = size
    self.modified = modified
  }
}

/// What kind of thing a path names: never a link where links were followed.
package struct FileStatus: Sendable {
  package enum Kind: Sendable { case file, folder, link, other }

  package var kind: Kind
  package var stamp: FileStamp
  /// Permission bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// Device and inode: the same for every path to one file.
  package var identity: FileIdentity

  /// Links are followed.
  package init(of path: String) throws(SystemError) { self = try Disk.real.status(of: path) }

  /// Whether anything has this name, also a link that leads nowhere.
  package static func exists(_ path: String) -> Bool { Disk.real.exists(path) }

  package static func isLink(_ path: String) -> Bool { Disk.real.isLink(path) }

  package init(_ status: stat) {
    switch UInt32(status.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFREG): kind = .file
    case UInt32(S_IFDIR): kind = .folder
    case UInt32(S_IFLNK): kind = .link
    default: kind = .other
    }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    stamp = FileStamp(
      size: Int(status.st_size), modified: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
    mode = UInt32(status.st_mode) & 0o7777
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

package struct FileIdentity: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
}

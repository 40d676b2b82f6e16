import Libc

/// Size and times of a file, a cheap way to tell that it has not changed.
package struct FileStamp: Hashable, Sendable, Codable {
  package var size: Int
  /// The time of the last write as recorded in the file; unpacking an archive sets it.
  package var modified: FileTime
  /// The time of the last change to content or attributes, which no program can set.
  package var changed: FileTime
}

/// A time as the file system stores it; file times can lie far outside what 64 bits of nanoseconds
/// can hold.
package struct FileTime: Hashable, Sendable, Codable {
  /// The whole seconds since 1970.
  package var seconds: Int
  package var nanoseconds: Int

  package static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  init(_ time: timespec) {
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }

  /// True if this time is earlier than another by more than `margin` seconds.
  package func isBefore(_ other: FileTime, byMoreThan margin: Int) -> Bool {
    let (limit, isBeyond) = seconds.addingReportingOverflow(margin)
    return !isBeyond && (limit, nanoseconds) < (other.seconds, other.nanoseconds)
  }
}

package enum FileType: Sendable { case file, folder, link, other }

/// The type, size and times of the file at a path; never a link if links were followed.
package struct FileStatus: Sendable {
  package var kind: FileType
  package var stamp: FileStamp
  /// The permission bits.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32
  /// The number of names that the file has.
  package var links: Int
  /// Device and inode; the same for every path to one file.
  package var identity: FileIdentity

  /// Follows links.
  package init(of path: String) throws(SystemError) { self = try Disk.real.status(of: path) }

  /// True if anything has this name, even a dangling link.
  package static func exists(_ path: String) -> Bool { Disk.real.exists(path) }

  package static func isLink(_ path: String) -> Bool { Disk.real.isLink(path) }

  /// True for a plain file, or a link to one.
  package static func isFile(_ path: String) -> Bool { (try? FileStatus(of: path))?.kind == .file }

  /// Returns the status of a path's target, and whether the path itself is a link.
  package static func look(_ path: String) throws(SystemError) -> (
    status: FileStatus, isLink: Bool
  ) {
    let status = try Disk.real.statusOfLink(path)
    return status.kind == .link ? (try FileStatus(of: path), true) : (status, false)
  }

  package init(_ status: stat) {
    switch UInt32(status.st_mode) & UInt32(S_IFMT) {
    case UInt32(S_IFREG): kind = .file
    case UInt32(S_IFDIR): kind = .folder
    case UInt32(S_IFLNK): kind = .link
    default: kind = .other
    }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    stamp = FileStamp(
      size: Int(status.st_size), modified: FileTime(modified), changed: FileTime(changed))
    mode = UInt32(status.st_mode) & 0o7777
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
    links = Int(status.st_nlink)
    // On macOS device numbers are signed, and those of some network disks are negative.
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino))
  }
}

package struct FileIdentity: Hashable, Sendable, Codable {
  package var device: UInt64
  package var inode: UInt64
}

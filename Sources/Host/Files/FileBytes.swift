/// Compares the content of two files.
package enum FileBytes {
  /// True if two files hold the same bytes. Most different files already differ in size.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    guard let one = try? FileStatus(of: first), let other = try? FileStatus(of: second),
      one.stamp.size == other.stamp.size
    else { return false }
    guard one.identity != other.identity else { return true }
    guard let bytes = try? Disk.real.read(first).bytes,
      let others = try? Disk.real.read(second).bytes
    else {
      return false
    }
    return bytes == others
  }
}

import Host
import Libc

/// Sleeps until something is written where decisions are kept.
///
/// It polls, a few microseconds each time: file system notifications differ between systems, and do
/// not report writes by another machine to a network disk.
package struct DecisionWatch {
  /// Milliseconds between two polls; a person's decision takes longer than this.
  private static let interval = 200
  /// The longest wait. Some changes do not show in a folder, such as a file below it that was
  /// overwritten, so callers look for themselves this often.
  private static let slowest = 5_000

  private let places: [String]
  private var seen: [FileStamp?]

  /// - Parameters:
  ///   - roots: The failures' roots.
  ///   - homes: The homes of their baselines; their stores may not exist yet.
  package init(roots: some Sequence<String>, homes: some Sequence<StoreHome>) {
    let stores = homes.compactMap(\.place).map { StoreFolder(path: $0, disk: .real) }
    places = Array(roots) + stores.flatMap { [$0.path, $0.journal] }
    seen = Self.stamps(of: places)
  }

  /// Returns after any change or when the time is up; the caller reads everything again.
  ///
  /// - Returns: True if something has changed.
  package mutating func wait(atMost milliseconds: Int) -> Bool {
    var left = min(milliseconds, Self.slowest)
    while left > 0 {
      usleep(UInt32(min(left, Self.interval)) * 1000)
      left -= Self.interval
      let now = Self.stamps(of: places)
      guard now == seen else {
        seen = now
        return true
      }
    }
    return false
  }

  private static func stamps(of places: [String]) -> [FileStamp?] {
    places.map { try? FileStatus(of: $0).stamp }
  }
}

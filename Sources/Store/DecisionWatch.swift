import Host
import Libc

/// Sleeps until something is written where decisions are kept.
///
/// It looks again and again, a few microseconds each time: the system's own ways to wake somebody are
/// one for each system, and tell nothing of a disk that another machine writes to.
package struct DecisionWatch {
  /// Milliseconds from one look to the next: nobody waits for less than a person's decision.
  private static let interval = 200
  /// What a folder does not show, such as a file below it that was written again, is the caller's to
  /// look at this often.
  private static let slowest = 5_000

  private let places: [String]
  private var seen: [FileStamp?]

  /// - Parameters:
  ///   - roots: The failures' roots.
  ///   - homes: The homes of their baselines, whose stores may not be there yet.
  package init(roots: some Sequence<String>, homes: some Sequence<StoreHome>) {
    let stores = homes.compactMap(\.place).map { StoreFolder(path: $0, disk: .real) }
    places = Array(roots) + stores.flatMap { [$0.path, $0.journal] }
    seen = Self.stamps(of: places)
  }

  /// Returns after a change, or when the time is over. What changed does not matter: all is read again.
  package mutating func wait(atMost milliseconds: Int) {
    var left = min(milliseconds, Self.slowest)
    while left > 0 {
      usleep(UInt32(min(left, Self.interval)) * 1000)
      left -= Self.interval
      let now = Self.stamps(of: places)
      guard now == seen else {
        seen = now
        return
      }
    }
  }

  private static func stamps(of places: [String]) -> [FileStamp?] {
    places.map { try? FileStatus(of: $0).stamp }
  }
}

import Base
import Host
import Libc

/// Failures that tests left in simulators. By default, swift-snapshot-testing and
/// iOSSnapshotTestCase write to the app's temporary folder, deep in the simulator's folder, or
/// without a host app to the simulator's own temporary folder.
package struct SimulatorFailures: Hashable, Sendable {
  /// The absolute path.
  package let folder: String
  /// The modification time of the newest failure in the folder, in seconds since 1970.
  package let newest: Int

  package static var devices: String? {
    #if os(macOS)
      Paths.home.map { Paths.join($0, "Library/Developer/CoreSimulator/Devices") }
    #else
      nil
    #endif
  }

  /// Returns the temporary folders that hold failures, the newest first.
  package static func found(in devices: String) -> [SimulatorFailures] {
    let homes = folders(in: devices).flatMap { device in
      [Paths.join(device, "data")]
        + folders(in: Paths.join(device, "data/Containers/Data/Application"))
    }
    let found = mapOnAllCores(homes.count) { index -> SimulatorFailures? in
      let folder = Paths.join(homes[index], "tmp")
      let newest = folders(in: folder).compactMap(newestFailure).max()
      return newest.map { SimulatorFailures(folder: folder, newest: $0) }
    }
    // Older failures are of no use.
    return Array(found.compactMap(\.self).sorted { $0.newest > $1.newest }.prefix(3))
  }

  private static func folders(in path: String) -> [String] {
    ((try? ListedFolder(reading: path))?.folders ?? []).map { Paths.join(path, $0) }
  }

  private static func newestFailure(in path: String) -> Int? {
    guard let folder = try? ListedFolder(reading: path) else { return nil }
    let failures = folder.files.filter { $0.hasPrefix("failed_") || Library.isArtifact(named: $0) }
    return failures.compactMap {
      (try? FileStatus(of: Paths.join(path, $0)))?.stamp.modified.seconds
    }.max()
  }
}

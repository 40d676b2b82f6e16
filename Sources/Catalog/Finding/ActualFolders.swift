import Base
import Host

/// The folders that hold, or will hold, AFSnapshotTesting's actuals: the library writes none, and a
/// second run writes them to a separate folder.
///
/// Without `--actuals`, these are `SNAPSHOT_ARTIFACTS`, `actuals` in the rules, and folders named
/// `Actuals`, where a second run puts them, in this order.
package struct ActualFolders {
  /// All folders, including those that do not exist yet: absolute, links resolved as far as
  /// possible.
  private(set) var all: [String] = []
  private(set) var named: [String] = []
  private(set) var remarks: [String] = []

  /// The name of the folder of actuals, in the working folder.
  package static let usualName = "Actuals"

  /// - Parameter ruled: The folder in the rules file; nil if there is none.
  init(_ options: CatalogOptions, opened: String?, ruled: String?) throws(CatalogError) {
    for path in options.actuals { try add(named: path) }
    named = all
    guard all.isEmpty, let opened else { return }
    let others =
      [Library.pointfree.variable.flatMap(options.environment), ruled].compactMap(\.self)
      + Self.usual(from: options.workingFolder, opened)
    for path in others {
      let folder = Paths.realAsFarAsItExists(path)
      // A folder that holds differences is the tree of references instead.
      let isTree = FileStatus.exists(Paths.join(folder, ReferenceFolders.difference))
      if !isTree, !Paths.isInside(opened, folder), !all.contains(folder) { all.append(folder) }
    }
  }

  /// Returns the first folder of failures, skipping a second run's folder of actuals unless nothing
  /// else was given.
  static func first(of places: [GivenPath], _ options: CatalogOptions) -> GivenPath? {
    let folders = places.filter { $0.kind == .folder }
    let ruled = try? options.ruled(opened: "/").actuals
    let usual = try? ActualFolders(options, opened: "/", ruled: ruled)
    return folders.first { folder in
      usual?.all.contains { Paths.isInside(folder.path, $0) } != true
    } ?? folders.first
  }

  /// Returns the folders with the usual name in the working folder, in the opened one, and in every
  /// folder above either, up to the top of its repository.
  private static func usual(from workingFolder: String, _ opened: String) -> [String] {
    let first = Paths.join(workingFolder, Self.usualName)
    let writeScope = Repositories()
    let folders = [workingFolder, opened].flatMap { start in
      let top = writeScope.repository(around: start)
      let above = sequence(first: start) { $0 == top || $0 == "/" ? nil : Paths.parent($0) }
      // Without a repository, look only next to the folder of differences and next to its parent.
      return above.prefix(top == nil ? 3 : 64).filter { !Ownership.isShared($0) }
    }
    let present = folders.map { Paths.join($0, Self.usualName) }.filter(FileStatus.exists)
    return [first] + present.filter { $0 != first }
  }

  var present: [String] { all.filter { (try? FileStatus(of: $0))?.kind == .folder } }

  /// Adds a folder that `--actuals` names; it may not exist until the next run.
  private mutating func add(named path: String) throws(CatalogError) {
    let folder = Paths.realAsFarAsItExists(path)
    do throws(SystemError) {
      _ = try ListedFolder(reading: folder)
    } catch {
      guard error.isMissing, !FileStatus.exists(folder) else {
        throw .unreadable("--actuals \(printable(path)): \(error). Name a folder.")
      }
      remarks.append(
        "--actuals \(printable(path)): no such folder yet; cases are complete once it holds their "
          + "actuals.")
    }
    all.append(folder)
  }
}

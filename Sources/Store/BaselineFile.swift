import Base
import Host

/// A baseline's path, with links resolved, that is known to lie where baselines may be written.
struct BaselineFile {
  /// Absolute; no part of it is a link.
  let path: String
  /// The folder that contains it and that it must not leave.
  let root: String
  let disk: Disk

  struct Content {
    var bytes: [UInt8]
    var hash: String
    var status: FileStatus
  }

  init(_ baseline: WritableBaseline, in context: FolderStore.Context) throws(StoreError) {
    var own = context
    own.writableRoots = [baseline.root]
    self = try BaselineFile(BaselineFile(baseline.path, in: own).path, in: context)
  }

  /// - Parameter context: States where baselines may be written; links of its roots are resolved
  ///   here.
  /// - Throws: `.outsideRoot` if the path leaves all of the roots, directly or through a link, or is
  ///   hidden.
  init(_ path: String, in context: FolderStore.Context) throws(StoreError) {
    disk = context.disk
    guard let (place, root) = Self.place(of: path, within: context.writableRoots, on: disk) else {
      throw .outsideRoot(path, context.writableRoots)
    }
    let parts = Paths.components(Paths.below(root, place) ?? ".")
    guard parts.allSatisfy({ !$0.hasPrefix(".") || context.hidden.contains(String($0)) }) else {
      throw StoreError(
        .outsideRoot,
        "\(printable(place)): hidden files, and files in hidden folders, are never written. "
          + "Nothing was changed; give --references DIR to name the folder.")
    }
    guard ending(of: place) == ending(of: path) else {
      throw StoreError(
        .outsideRoot,
        "\(printable(Paths.name(path))) is a link to \(printable(place)), which is another kind of "
          + "file. Nothing was written; replace the link with the snapshot itself.")
    }
    if (try? disk.status(of: place))?.kind == .folder {
      throw StoreError(
        .outsideRoot, "\(printable(Paths.name(path))): a folder of this name is in the way.")
    }
    (self.path, self.root) = (place, root)
  }

  /// Returns the path with its links resolved, and the innermost root that contains it.
  private static func place(
    of path: String, within roots: [String], on disk: Disk
  ) -> (path: String, root: String)? {
    guard path.hasPrefix("/"), !Paths.components(path).contains("..") else { return nil }
    let folder = Paths.realAsFarAsItExists(Paths.parent(path), on: disk)
    var place = Paths.join(folder, Paths.name(path))
    if disk.isLink(place) {
      guard let target = try? disk.realPath(place) else { return nil }
      place = target
    }
    let holding = roots.map { Paths.realAsFarAsItExists($0, on: disk) }.filter {
      Paths.isInside(place, $0) && place != $0
    }
    return holding.max { $0.utf8.count < $1.utf8.count }.map { (place, $0) }
  }

  /// Returns the current content; nil if the file is absent.
  func read() throws(StoreError) -> Content? {
    do throws(SystemError) {
      let (bytes, status) = try disk.read(path)
      return Content(bytes: bytes, hash: Fingerprint.hash(bytes), status: status)
    } catch {
      if error.isMissing { return nil }
      throw .cannotRead(path, error)
    }
  }

  /// A change of this file from one content to another, as the journal records it.
  func change(
    from before: String?, to after: String?, id: Int, storeRoot: String, removes: [String] = []
  ) -> FileChange {
    let missing = after == nil ? [] : disk.missingFolders(to: Paths.parent(path))
    return FileChange(
      path: Paths.relative(path, from: storeRoot), before: before, after: after,
      temporary: after == nil ? nil : TemporaryName.make(for: id),
      makes: missing.map { Paths.relative($0, from: storeRoot) }, removes: removes)
  }

  /// Returns the folders of a change, given relative to `storeRoot`, that lead to this file,
  /// outermost first. The first baseline of a project may create the root itself and its parent.
  func folders(_ relative: [String], storeRoot: String) -> [String] {
    relative.map { Paths.resolve($0, from: storeRoot) }.filter {
      Paths.isInside(path, $0) && $0 != path
    }
  }
}

/// Names of the files in which new baselines wait. Each belongs to one step and is never reused.
enum TemporaryName {
  private static let end = ".tmp"

  private static func start(_ id: Int) -> String { ".snapreview-\(id)-" }

  static func make(for id: Int) -> String { start(id) + randomDigits(8) + end }

  /// True if the step could have made a file of this name.
  static func isOurs(_ name: String, id: Int) -> Bool {
    guard name.hasPrefix(start(id)), name.hasSuffix(end) else { return false }
    let digits = name.dropFirst(start(id).count).dropLast(end.count)
    return digits.utf8.count == 16
      && digits.allSatisfy { $0.isASCII && ($0.isNumber || "abcdef".contains($0)) }
  }
}

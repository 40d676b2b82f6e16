/// A baseline's place on disk, proven to lie within its root, links resolved.
struct BaselineFile {
  /// Absolute; no part of it is a link.
  let path: String
  /// The folder that it must stay in.
  let root: String
  private let disk: Disk

  /// What it held when it was read.
  struct Content {
    var bytes: [UInt8]
    var hash: String
    var status: FileStatus
  }

  /// - Throws: `.outsideRoot` where `..` or a link leads out of the root.
  init(_ baseline: Baseline, on disk: Disk) throws(StoreError) {
    self.disk = disk
    let name = printable(Paths.name(baseline.path))
    let refusal = StoreError(
      .outsideRoot,
      "\(name): its path leads out of \(printable(baseline.root)). Nothing was written.")
    guard !Paths.components(baseline.path).contains(".."), baseline.path.hasPrefix("/") else {
      throw refusal
    }
    root = Paths.realAsFarAsItExists(baseline.root, on: disk)
    let folder = Paths.realAsFarAsItExists(Paths.parent(baseline.path), on: disk)
    var path = Paths.join(folder, Paths.name(baseline.path))
    if disk.isLink(path) {
      guard let target = try? disk.realPath(path) else { throw refusal }
      path = target
    }
    guard Paths.isInside(path, root), path != root else { throw refusal }
    if (try? disk.status(of: path))?.kind == .folder {
      throw StoreError(.outsideRoot, "\(name): a folder of this name is in the way.")
    }
    self.path = path
  }

  /// What it holds now; nil where it is absent.
  func read() throws(StoreError) -> Content? {
    do throws(SystemError) {
      let (bytes, status) = try disk.read(path)
      return Content(bytes: bytes, hash: Fingerprint.hash(bytes), status: status)
    } catch {
      if error.isMissing { return nil }
      throw .cannotRead(path, error)
    }
  }

  /// Folders that must be made before it can be written, outermost first.
  var missingFolders: [String] {
    var missing: [String] = []
    var folder = Paths.parent(path)
    while !disk.exists(folder), folder != "/" {
      missing.insert(folder, at: 0)
      folder = Paths.parent(folder)
    }
    return missing
  }

  /// A change of this file from one content to another, as the journal keeps it.
  func change(
    from before: String?, to after: String?, id: Int, storeRoot: String, removes: [String] = []
  ) -> FileChange {
    let relative = { (path: String) in Paths.relative(path, from: storeRoot) }
    return FileChange(
      path: relative(path), root: relative(root), before: before, after: after,
      temporary: relative(
        Paths.join(Paths.parent(path), ".snapreview-\(id)-\(after?.prefix(8) ?? "none").tmp")),
      makes: after == nil ? [] : missingFolders.map(relative), removes: removes)
  }
}

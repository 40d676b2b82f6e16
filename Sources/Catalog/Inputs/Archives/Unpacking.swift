import Base
import Host

/// One pass through an archive, which writes its snapshots as files.
struct Unpacking {
  let shown: String
  let path: String
  let folder: String
  /// The number of bytes an archive of this size may unpack to.
  let ownRoom: Int
  /// The number of bytes all archives of the run may still unpack to.
  let room: Int
  /// The number of bytes unpacked so far, wanted or not.
  private(set) var unpacked = 0
  /// The outcome of each entry that can be a snapshot.
  private(set) var ledger = Ledger()
  /// The paths of links in it that may lead to folders, and of what they lead to; none is created.
  private(set) var links: [String: String] = [:]
  /// The numbers of pictures in folders that are not read.
  private(set) var hidden: [String: Int] = [:]
  private(set) var bundles: Set<String> = []
  /// The number of entries seen so far, including those of inner archives.
  private(set) var entries = 0
  /// The number of archives around this one.
  var level = 0

  private static let depthLimit = 64
  /// GitHub wraps an uploaded archive in one of its own.
  private static let levelLimit = 2

  /// Unpacks the archive's snapshots, and inner archives that hold some. Next to pictures there are
  /// other archives too, such as Playwright's traces.
  mutating func run() throws(CatalogError) {
    let files = try unpack(byContent: true, ArchiveLimits.isWanted)
    let hasPictures = !files.allSatisfy { [nil, .text].contains(FileKind(name: $0)) }
    for (place, count) in hidden.sorted(by: { $0.key < $1.key }) {
      let pictures = Wording.count(count, "picture")
      let why =
        "\(pictures) in a folder that is not searched. Unpack the archive, and open that folder."
      ledger.skip(Skipped("\(shown), \(place)", why), as: .entry, count: count)
    }
    for bundle in bundles.sorted() {
      let place = bundle.isEmpty ? shown : "\(shown), \(printable(bundle))"
      ledger.skip(Skipped(place, ResultBundle.packed), as: .entry)
    }
    for file in try unpack({ ArchiveLimits.ending(of: $0) != nil }) {
      let holdsSnapshots = hasPictures ? ArchiveReader.holdsSnapshots(file) : true
      if holdsSnapshots == true, level < Self.levelLimit {
        try unpack(inner: file)
        continue
      }
      if holdsSnapshots != false {
        let why =
          holdsSnapshots == nil
          ? "this archive cannot be read. Is it complete?"
          : "an archive nested this deep is not opened. Unpack it yourself, and open that."
        ledger.skip(.entry, [file], Skipped("\(shown), \(Paths.name(file))", why))
      }
      try? Disk.real.removeIfThere(file)
    }
  }

  private func refusal(_ reason: String) -> CatalogError {
    .wrongUse("\(shown): \(reason) Nothing of it is opened.")
  }

  private func failure(_ error: SystemError, of name: String) -> CatalogError {
    .unreadable("\(shown): \(printable(name)) cannot be unpacked (\(error)).")
  }

  private mutating func unpack(
    byContent: Bool = false, _ isWanted: (String) -> Bool
  ) throws(CatalogError) -> [String] {
    try Result { () throws(SystemError) in try Disk.real.makeFolders(to: folder, mode: 0o700) }
      .mapError { failure($0, of: folder) }.get()
    let reader = try ArchiveReader(path, shown: shown)
    var written: [String] = []
    while let entry = try reader.next() {
      entries += 1
      guard entries <= ArchiveLimits.entryLimit else {
        throw refusal("it holds more than \(Wording.grouped(ArchiveLimits.entryLimit)) entries.")
      }
      if let file = try wanted(entry, isWanted) {
        try write(entry.shown, file, reader)
        written.append(file)
        ledger.list(.entry, file)
      } else if byContent, entry.kind == .file,
        ArchiveLimits.mayBeArchive(Paths.name(entry.shown)),
        case let start = try next(reader), ArchiveLimits.kind(ofHead: start) != nil,
        let file = try wanted(entry, { _ in true })
      {
        // An archive under another name will be found among the files, as in any folder.
        try write(entry.shown, file, reader, after: start)
        ledger.list(.entry, file)
      } else if !entry.skipsUnread {
        while !(try next(reader).isEmpty) {}
      }
    }
    return written
  }

  /// Replaces an inner archive by its contents, as if it had been unpacked there.
  private mutating func unpack(inner file: String) throws(CatalogError) {
    let name = Paths.name(file)
    let bare = String(name.dropLast(ArchiveLimits.ending(of: name)?.count ?? 0))
    var unpacking = Unpacking(
      shown: "\(shown), \(printable(name))", path: file,
      folder: Paths.join(Paths.parent(file), bare),
      ownRoom: ownRoom - unpacked, room: room - unpacked, entries: entries, level: level + 1)
    try unpacking.run()
    entries = unpacking.entries
    unpacked += unpacking.unpacked
    ledger.add(unpacking.ledger)
    links.merge(unpacking.links) { first, _ in first }
    try? Disk.real.removeIfThere(file)
  }

  /// Reads the entry's next bytes, which count whether or not they are wanted.
  private mutating func next(_ reader: ArchiveReader) throws(CatalogError) -> [UInt8] {
    let bytes = try reader.read()
    unpacked += bytes.count
    guard unpacked <= ownRoom else {
      throw refusal(
        "it holds more than \(Wording.grouped(ownRoom)) bytes, the limit for an archive of its "
          + "size (\(ArchiveLimits.largestRatio) times that).")
    }
    guard unpacked <= room else {
      throw refusal(
        "all archives together hold more than \(Wording.grouped(ArchiveLimits.totalLimit)) "
          + "bytes, the most that is unpacked at once. Unpack it yourself, and open the folder.")
    }
    return bytes
  }

  /// Returns the path that an entry is written to.
  ///
  /// - Returns: nil for entries that are left out: folders, which are created for their files;
  ///   hidden files, such as a store of decisions or a repository; links within the archive, whose
  ///   targets are unpacked by their own names; files that are not snapshots; and names that are
  ///   not UTF-8, which are reported.
  private mutating func wanted(
    _ entry: ArchiveReader.Entry, _ isWanted: (String) -> Bool
  ) throws(CatalogError) -> String? {
    guard let name = entry.name else {
      let why =
        "the name of \(printable(entry.shown)) is not UTF-8; it is not unpacked. Pack it again, or "
        + "unpack it yourself and open the folder."
      ledger.skip(Skipped(shown, why), as: .entry)
      return nil
    }
    let parts = try parts(of: name)
    try check(entry, name, parts)
    if let bundle = ResultBundle.bundle(around: parts) { bundles.insert(bundle) }
    if entry.kind == .link, !entry.isHardLink, let target = entry.target {
      let link = parts.reduce(folder, Paths.join)
      links[link] = Paths.resolve(target, from: Paths.parent(link))
    }
    guard let file = parts.last, isWanted(file) else { return nil }
    if let place = parts.firstIndex(where: Self.isHidden) {
      if parts[place] != ".git", !file.hasPrefix("._"),
        FileKind(name: file).map({ $0 != .text }) == true
      {
        hidden[parts[...place].joined(separator: "/"), default: 0] += 1
      }
      return nil
    }
    switch entry.kind {
    case .file: return parts.reduce(folder, Paths.join)
    case .link where FileKind(name: file).map { $0 != .text } == true:
      let why = "a link in an archive, which is not followed. Pack the file itself."
      ledger.skip(.entry, [name], Skipped("\(shown), \(name)", why))
    case .link, .folder, .other: break
    }
    return nil
  }

  /// True if a search of an opened folder would ignore such a name too.
  private static func isHidden(_ name: String) -> Bool {
    name == "node_modules"
      || name.hasPrefix(".") && !Layout.hiddenFolders.contains(name)
        && !FileKind.isHiddenPicture(name)
  }

  /// Returns the components of a name; throws if it leads out of the archive or is too deep.
  private func parts(of name: String) throws(CatalogError) -> [String] {
    let parts = Paths.components(name).filter { $0 != "." }.map(String.init)
    guard !name.hasPrefix("/"), !parts.contains("..") else {
      throw refusal("\(printable(name)) leads out of it.")
    }
    guard parts.count <= Self.depthLimit else {
      throw refusal("\(printable(name)) lies more than \(Self.depthLimit) folders deep.")
    }
    return parts
  }

  private func check(
    _ entry: ArchiveReader.Entry, _ name: String, _ parts: [String]
  ) throws(CatalogError) {
    switch entry.kind {
    case .file, .folder: return
    case .other: throw refusal("\(printable(name)) is a device, a pipe or a socket.")
    case .link:
      let target = entry.target ?? "/"
      let start = entry.isHardLink ? [] : parts.dropLast()
      var depth = start.count
      for part in Paths.components(target) where part != "." {
        depth += part == ".." ? -1 : 1
        if depth < 0 { break }
      }
      guard !target.hasPrefix("/"), depth >= 0 else {
        throw refusal("\(printable(name)) is a link that leads out of it, to \(printable(target)).")
      }
    }
  }

  private mutating func write(
    _ name: String, _ file: String, _ reader: ArchiveReader, after start: [UInt8] = []
  ) throws(CatalogError) {
    var stopped: CatalogError?
    var start = start
    let end = unpacked + SizeLimit.snapshot.bytes
    do throws(SystemError) {
      try Disk.real.makeFolders(to: Paths.parent(file), mode: 0o700)
      try Disk.real.create(file) { () throws(SystemError) in
        do throws(CatalogError) {
          let bytes = try start.isEmpty ? next(reader) : start
          start = []
          guard unpacked <= end else {
            let most = Wording.grouped(SizeLimit.snapshot.bytes)
            throw refusal("\(printable(name)) is larger than \(most) bytes.")
          }
          return bytes.isEmpty ? nil : bytes
        } catch {
          stopped = error
          return nil
        }
      }
    } catch {
      if error.isTaken { throw refusal("it holds two files by the name of \(printable(name)).") }
      throw failure(error, of: name)
    }
    if let stopped { throw stopped }
  }
}

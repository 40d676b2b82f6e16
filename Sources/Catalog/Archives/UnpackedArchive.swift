import PNGCodec

/// An archive's snapshots as files, in the private folder of this process.
///
/// Archives come from strangers. One that would write outside of its folder, by a name or through a
/// link, is refused as a whole; so is one that is far larger than it looks. No link is ever made,
/// so that a name leads where it says.
struct UnpackedArchive {
  /// As given, safe to show.
  let shown: String
  /// What was given, absolute.
  let path: String
  /// Where its files are.
  let folder: String
  /// Where decisions about it are kept: the same for the same bytes, wherever they lie.
  let decisions: String
  private(set) var remarks: [String] = []

  private static let endings = [".zip", ".tar", ".tar.gz", ".tgz"]
  /// A suite of 60,000 cases has three files each.
  static let entryLimit = 200_000
  /// Pictures are compressed already, texts ten- or twentyfold; deflate's most is a thousandfold.
  static let largestRatio = 100
  /// However little is packed, so much may come of it.
  static let harmlessSize = 64 << 20
  static let totalLimit = 4 << 30
  private static let depthLimit = 64

  static func isArchive(_ place: Place) -> Bool {
    let name = Paths.name(place.path).lowercased()
    return place.kind == .file && endings.contains(where: name.hasSuffix)
  }

  init(_ place: Place, stateFolder: StateFolder?) throws(CatalogError) {
    (shown, path) = (place.shown, place.path)
    let own = try PrivateFolder.own(in: stateFolder)
    let (size, hash): (Int, String)
    do throws(SystemError) {
      let bytes = try Disk.real.read(place.path).bytes
      (size, hash) = (bytes.count, Fingerprint.hash(bytes))
    } catch {
      throw CatalogError(.unreadable, "\(place.shown): cannot be read (\(error)).")
    }
    decisions = Paths.join(
      Paths.join(Paths.parent(Paths.parent(own.path)), "archives"), hash)
    folder = Paths.join(Paths.join(own.path, "archives"), hash)
    // Read again, as after F5: the same bytes are the same files.
    guard !FileStatus.exists(folder) else { return }
    do throws(Refusal) {
      try unpack(in: own, room: min(Self.totalLimit, Self.harmlessSize + Self.largestRatio * size))
    } catch {
      PrivateFolder.removeTree(folder)
      throw CatalogError(error.isUnreadable ? .unreadable : .wrongUse, "\(shown): \(error.reason)")
    }
  }

  private struct Refusal: Error {
    var reason: String
    var isUnreadable = false

    init(_ reason: String) { self.reason = reason + " Nothing of it is opened." }

    init(_ trouble: ArchiveReader.Trouble) {
      reason = "this archive cannot be read (\(trouble.reason)). Is it complete?"
      isUnreadable = true
    }

    init(_ error: SystemError, _ name: String) {
      reason = "\(printable(name)) cannot be unpacked (\(error))."
      isUnreadable = true
    }
  }

  private mutating func unpack(in own: PrivateFolder, room: Int) throws(Refusal) {
    do throws(SystemError) { try own.makeFolder(folder) } catch { throw Refusal(error, folder) }
    let reader: ArchiveReader
    do throws(ArchiveReader.Trouble) {
      reader = try ArchiveReader(path)
    } catch {
      throw Refusal(error)
    }
    var (entries, unreadable, left) = (0, 0, room)
    while let entry = try Self.next(reader) {
      entries += 1
      guard entries <= Self.entryLimit else {
        throw Refusal("it holds more than \(Wording.grouped(Self.entryLimit)) entries.")
      }
      guard let name = entry.name else {
        unreadable += 1
        continue
      }
      let parts = try Self.parts(of: name)
      try Self.check(entry, name, parts)
      // Folders are made for what lies in them; hidden files, such as a store of decisions or a
      // repository, have no business here.
      guard entry.kind == .file, let file = parts.last, FileKind(name: file) != nil,
        !parts.contains(where: { $0.hasPrefix(".") })
      else { continue }
      let limit = min(left, SizeLimit.snapshot.bytes)
      guard let bytes = try Self.bytes(reader, upTo: limit) else {
        throw Refusal(Self.excess(name, isTotal: left < SizeLimit.snapshot.bytes, room))
      }
      left -= bytes.count
      try write(bytes, parts, name, own)
    }
    if unreadable > 0 {
      remarks.append("\(shown): skipped \(Wording.count(unreadable, "name")) not in UTF-8.")
    }
  }

  private static func next(_ reader: ArchiveReader) throws(Refusal) -> ArchiveReader.Entry? {
    do throws(ArchiveReader.Trouble) { return try reader.next() } catch { throw Refusal(error) }
  }

  private static func bytes(
    _ reader: ArchiveReader, upTo limit: Int
  ) throws(Refusal) -> [UInt8]? {
    do throws(ArchiveReader.Trouble) {
      return try reader.bytes(upTo: limit)
    } catch {
      throw Refusal(error)
    }
  }

  private static func excess(_ name: String, isTotal: Bool, _ room: Int) -> String {
    guard isTotal else {
      return "\(printable(name)) is larger than \(Wording.grouped(SizeLimit.snapshot.bytes)) bytes."
    }
    return
      "it holds more than \(Wording.grouped(room)) bytes, the most that an archive of its size "
      + "may (\(largestRatio) times that, and at most \(Wording.grouped(totalLimit)))."
  }

  /// The parts of a name that stays in the archive.
  private static func parts(of name: String) throws(Refusal) -> [String] {
    let parts = Paths.components(name).filter { $0 != "." }.map(String.init)
    guard !name.hasPrefix("/"), !parts.contains("..") else {
      throw Refusal("\(printable(name)) leads out of it.")
    }
    guard parts.count <= depthLimit else {
      throw Refusal("\(printable(name)) lies more than \(depthLimit) folders deep.")
    }
    return parts
  }

  /// Links within the archive are left out: what they lead to is there by its own name.
  private static func check(
    _ entry: ArchiveReader.Entry, _ name: String, _ parts: [String]
  ) throws(Refusal) {
    switch entry.kind {
    case .file, .folder: return
    case .other: throw Refusal("\(printable(name)) is a device, a pipe or a socket.")
    case .link:
      let target = entry.target ?? "/"
      let start = entry.isHardLink ? [] : parts.dropLast()
      var depth = start.count
      for part in Paths.components(target) where part != "." {
        depth += part == ".." ? -1 : 1
        if depth < 0 { break }
      }
      guard !target.hasPrefix("/"), depth >= 0 else {
        throw Refusal("\(printable(name)) is a link that leads out of it, to \(printable(target)).")
      }
    }
  }

  private func write(
    _ bytes: [UInt8], _ parts: [String], _ name: String, _ own: PrivateFolder
  ) throws(Refusal) {
    let file = parts.reduce(folder, Paths.join)
    do throws(SystemError) {
      try own.makeFolder(Paths.parent(file))
      try Disk.real.create(file, pieces: [bytes], mode: 0o600, isVital: false)
    } catch {
      if error.isTaken { throw Refusal("it holds two files by the name of \(printable(name)).") }
      throw Refusal(error, name)
    }
  }
}

extension UnpackedArchive {
  /// Ties a case to the archive instead of the folder that goes away: its decisions, and where it
  /// may be accepted.
  ///
  /// - Parameter hasReferences: Whether the user named folders of references.
  func settle(_ snapshot: inout SnapshotCase, hasReferences: Bool) {
    guard Paths.isInside(snapshot.failures, folder) else { return }
    let below = Paths.below(folder, snapshot.failures)
    snapshot.failures = below.map { Paths.join(decisions, $0) } ?? decisions
    guard snapshot.baseline.map({ Paths.isInside($0.path, folder) }) != false else { return }
    snapshot.baseline = nil
    // Where it was looked for in vain says nothing: these folders go away.
    if !hasReferences || snapshot.obstacle == nil { snapshot.obstacle = Self.obstacle }
  }

  private static let obstacle =
    "This case comes from an archive: accepting it needs --references DIR, the folder of the "
    + "project that holds its baseline."
}

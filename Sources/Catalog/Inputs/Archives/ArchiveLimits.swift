import Base
import Host

/// The names of archives, and the limits for reading them.
enum ArchiveLimits {
  /// The kind of an archive: whether this program reads its format.
  enum Kind {
    case read, unread
    /// Compressed, but possibly a single file.
    case compressed
  }

  /// Endings of files in archive formats that nobody treats as folders.
  private static let packages: Set<String> = [
    "jar", "war", "aar", "apk", "aab", "ipa", "whl", "egg", "nupkg", "vsix", "xpi", "crx", "docx",
    "xlsx", "pptx", "odt", "ods", "odp", "epub", "npz", "usdz", "sketch", "gz", "xz", "zst", "bz2",
  ]
  private static let heads: [(bytes: [UInt8], place: Int, kind: Kind)] = [
    (Array("PK\u{3}\u{4}".utf8), 0, .read), (Array("ustar".utf8), 257, .read),
    ([0x37, 0x7A, 0xBC, 0xAF], 0, .unread), (Array("Rar!".utf8), 0, .unread),
    (Array("BZh".utf8), 0, .compressed), ([0x1F, 0x8B], 0, .compressed),
    ([0xFD, 0x37, 0x7A, 0x58], 0, .compressed), ([0x28, 0xB5, 0x2F, 0xFD], 0, .compressed),
  ]
  private static let endings = [
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tzst",
  ]
  private static let unreadEndings = [
    ".7z", ".rar", ".tar.bz2", ".tbz2", ".tar.br", ".tar.lz4", ".tar.lz", ".tar.lzma", ".tar.z",
    ".zip.001", ".7z.001", ".z01", ".zipx", ".cab", ".dmg", ".xip",
  ]
  /// The maximum number of entries: a suite of 60,000 cases has three files for each.
  static let entryLimit = 200_000
  /// The largest ratio of unpacked to packed bytes. Pictures are already compressed, texts shrink
  /// ten- or twentyfold, and deflate's maximum is a thousandfold.
  static let largestRatio = 100
  /// The number of bytes that even the smallest archive may unpack to.
  static let harmlessSize = 64 << 20
  static let totalLimit = 4 << 30

  /// Returns the ending that marks a file as an archive; nil if there is none.
  static func ending(of name: String) -> String? { ending(of: name, endings) }

  static func isUnread(_ name: String) -> Bool { ending(of: name, unreadEndings) != nil }

  /// Returns a file's kind by its name, else by its first bytes, as runners may use any name.
  static func kind(of path: String) -> Kind? {
    let name = Paths.name(path)
    if ending(of: name) != nil { return .read }
    if isUnread(name) { return .unread }
    guard mayBeArchive(name), let head = try? FileHead.read(path, count: 262) else { return nil }
    return kind(ofHead: head)
  }

  /// True if only its content can show that a file is an archive.
  static func mayBeArchive(_ name: String) -> Bool {
    FileKind(name: name) == nil && ending(of: name) == nil
      && !packages.contains(Base.ending(of: name).dropFirst().lowercased())
  }

  static func kind(ofHead head: [UInt8]) -> Kind? {
    heads.first { head.dropFirst($0.place).starts(with: $0.bytes) }?.kind
  }

  /// The name of Playwright's list of events, which names the snapshots in a blob report.
  static let eventList = "report.jsonl"

  /// True for an entry that is unpacked.
  static func isWanted(_ file: String) -> Bool {
    FileKind.isSnapshot(file) || file == eventList || isUnread(file)
      || FileKind.isAlmostPicture(file) || !FileRole.forms(of: file).isEmpty
  }

  private static func ending(of name: String, _ endings: [String]) -> String? {
    endings.first { name.lowercased().hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }
}

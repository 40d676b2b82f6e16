/// The names of archives, and how much of them is read.
enum ArchiveLimits {
  private static let endings = [
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tzst",
  ]
  private static let unreadEndings = [".7z", ".rar", ".tar.bz2", ".tbz2"]
  /// The most entries that are read: a suite of 60,000 cases has three files each.
  static let entryLimit = 200_000
  /// The largest ratio of unpacked to packed bytes. Pictures are compressed already, texts ten- or
  /// twentyfold; deflate's most is a thousandfold.
  static let largestRatio = 100
  /// The number of bytes that any archive may unpack to, however small it is.
  static let harmlessSize = 64 << 20
  static let totalLimit = 4 << 30

  /// Returns the part of a file's name that says that it is an archive.
  static func ending(of name: String) -> String? { ending(of: name, endings) }

  /// True if a file's name is that of an archive of a kind that is not read.
  static func isUnread(_ name: String) -> Bool { ending(of: name, unreadEndings) != nil }

  private static func ending(of name: String, _ endings: [String]) -> String? {
    endings.first { name.lowercased().hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }
}

/// The kind of a file's content, according to its name.
package enum FileKind: Sendable {
  /// PNG, the only image format that can become a baseline.
  case image
  /// An image other than PNG: it may appear in a PNG's place, but must not replace one.
  case lossyImage
  case text

  /// Reads the kind from a file's name; nil for a name that no snapshot has.
  package init?(name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    if let kind = Self.kinds[name[name.utf8.index(after: dot)...].lowercased()] {
      self = kind
    } else if Self.textMarks.contains(lastWord(String(name[..<dot]))) {
      self = .text
    } else {
      return nil
    }
  }

  private static let kinds: [String: FileKind] =
    Dictionary(
      uniqueKeysWithValues: [("png", .image), ("snap", .text)]
        + lossyEndings.map { ($0, .lossyImage) } + textEndings.map { ($0, .text) })

  /// The words before the ending that mark a text snapshot of any ending: "x.received.cs",
  /// "x.snap.new".
  private static let textMarks: Set<String> = ["received", "verified", "approved", "snap"]

  private static let undrawnDocuments: Set<String> = [
    "pdf", "eps", "ps", "data", "bin", "npy", "npz",
  ]

  package static let pictureEndings: [String] = lossyEndings + undrawnPictures.sorted()

  /// The endings of all snapshots, with their dots, also in capitals.
  package static let endings =
    (["png"] + pictureEndings + textEndings + undrawnDocuments.sorted())
    .flatMap { [".\($0)", ".\($0.uppercased())"] } + [""]

  private static let undrawnPictures: Set<String> = [
    "gif", "bmp", "tif", "tiff", "avif", "apng", "jxl", "jp2", "tga", "exr", "hdr",
  ]

  package static func isPicture(_ name: String) -> Bool {
    // The name may be nothing but an ending.
    undrawnPictures.contains(ending(of: "x" + name).dropFirst().lowercased())
  }

  package static func isUndrawn(_ name: String) -> Bool {
    isPicture(name) || undrawnDocuments.contains(ending(of: "x" + name).dropFirst().lowercased())
  }

  /// True if a file of this name may be a snapshot, even if its kind is not drawn: a picture, a
  /// document, or a file without an ending.
  package static func isSnapshot(_ name: String) -> Bool {
    FileKind(name: name) != nil || isUndrawn(name)
      || ending(of: name).dropFirst().allSatisfy(\.isNumber) && !isSystemFile(name)
  }

  /// True if a file may be a snapshot although its name begins with a dot. macOS stores metadata of
  /// "x.png" that the file system does not support in "._x.png".
  package static func isHiddenSnapshot(_ name: String) -> Bool {
    !name.hasPrefix("._") && (FileKind(name: name) != nil || isUndrawn(name))
  }

  package static func isHiddenPicture(_ name: String) -> Bool {
    isHiddenSnapshot(name) && FileKind(name: name).map { $0 != .text } == true
  }

  /// True if a name is a picture's with a suffix, as for a compressed or unfinished file:
  /// "x.png.tmp", "x.png~".
  package static func isAlmostPicture(_ name: String) -> Bool {
    let bare = [stem(name), stem(stem(name)), String(name.dropLast())]
    return FileKind(name: name) == nil
      && bare.contains { FileKind(name: $0).map { $0 != .text } ?? isPicture($0) }
  }

  /// True if an operating system writes such a file, so that it is never a baseline.
  package static func isSystemFile(_ name: String) -> Bool {
    ["thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name.lowercased())
  }

  /// The endings of vector files, whose snapshots are pictures of them. An SVG is a text too.
  package static let vectorEndings: [String] = ["svg", "pdf", "eps"]

  package static let lossyEndings: [String] = ["jpg", "jpeg", "heic", "webp"]

  /// The endings of swift-snapshot-testing's own text strategies, and of common custom ones.
  package static let textEndings: [String] = [
    "txt", "text", "md", "json", "html", "htm", "css", "strings", "xml", "plist", "yaml", "yml",
    "csv", "svg", "sql", "js", "graphql",
  ]
}

/// Returns the text after the last "-", "_" or "." of a name; the whole name if it has none.
package func lastWord(_ name: String) -> String {
  let separators = "-_.".utf8
  guard let last = name.utf8.lastIndex(where: separators.contains) else { return name }
  return String(name[name.utf8.index(after: last)...])
}

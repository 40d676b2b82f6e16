/// What a file's name says of its content.
package enum FileKind: Sendable {
  /// PNG, the one image that can become a baseline.
  case image
  /// An image that is not PNG: it may stand where a PNG should, but must not replace one.
  case lossyImage
  case text

  /// nil for a name that no snapshot has.
  package init?(name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return nil
    }
    if let kind = Self.kinds[name[name.utf8.index(after: dot)...].lowercased()] {
      self = kind
    } else if Self.textMarks.contains(lastWord(String(name[..<dot]))) {
      self = .text
    } else {
      return nil
    }
  }

  /// By the names' endings.
  private static let kinds: [String: FileKind] =
    Dictionary(
      uniqueKeysWithValues: [("png", .image), ("snap", .text)]
        + lossyEndings.map { ($0, .lossyImage) } + textEndings.map { ($0, .text) })

  /// By these words before it a text snapshot of any ending is known: "x.received.cs",
  /// "x.snap.new".
  private static let textMarks: Set<String> = ["received", "verified", "approved", "snap"]

  package static let lossyEndings: [String] = ["jpg", "jpeg", "heic", "webp"]

  /// What swift-snapshot-testing's own text strategies write, and what people's do.
  package static let textEndings: [String] = [
    "txt", "text", "md", "json", "html", "htm", "css", "strings", "xml", "plist", "yaml", "yml",
    "csv", "svg", "sql", "js", "graphql",
  ]
}

/// Returns the last ending of a file's name with its dot: ".png" of "a/b.c.png", or "".
package func ending(of path: String) -> String {
  let name = Paths.name(path)
  return String(name.dropFirst(stem(name).count))
}

/// A file name without its last ending: "a.b" of "a.b.png".
package func stem(_ name: String) -> String {
  guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
    return name
  }
  return String(name[..<dot])
}

/// What a file's name says of its content.
package enum FileKind: Sendable {
  /// PNG, the one image that can become a baseline.
  case image
  /// An image that is not PNG: it may stand where a PNG should, but must not replace one.
  case lossyImage
  case text

  /// nil for a name that no snapshot has.
  package init?(name: String) {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    let ending = name[name.utf8.index(after: dot)...].lowercased()
    if ending == "png" {
      self = .image
    } else if Self.lossyEndings.contains(ending) {
      self = .lossyImage
    } else if Self.textEndings.contains(ending) {
      self = .text
    } else if ending == "snap" || Self.textMarks.contains(lastWord(stem(name))) {
      self = .text
    } else {
      return nil
    }
  }

  /// By these words before it a text snapshot of any ending is known: "x.received.cs",
  /// "x.snap.new".
  private static let textMarks: Set<String> = ["received", "verified", "approved", "snap"]

  package static let lossyEndings: Set<String> = ["jpg", "jpeg", "heic", "webp"]

  /// What swift-snapshot-testing's own text strategies write, and what people's do.
  package static let textEndings: Set<String> = [
    "txt", "text", "md", "json", "html", "htm", "css", "strings", "xml", "plist", "yaml", "yml",
    "csv", "svg", "sql", "js", "graphql",
  ]
}

/// A file name without its last ending: "a.b" of "a.b.png".
package func stem(_ name: String) -> String {
  guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
    return name
  }
  return String(name[..<dot])
}

/// What a file's name says of its content.
package enum FileKind: Sendable {
  /// PNG, the one image that can become a baseline.
  case image
  /// An image that is not PNG: it may stand where a PNG should, but must not replace one.
  case lossyImage
  case text

  /// nil for a name that no snapshot has.
  package init?(name: String) { self.init(name.utf8) }

  init?(_ name: some BidirectionalCollection<UInt8>) {
    // A word is compared as a number: every file of a folder comes by here.
    switch PackedWord(endingOf: name) {
    case .png: self = .image
    case let ending? where Self.lossyWords.contains(ending): self = .lossyImage
    case let ending? where Self.textWords.contains(ending): self = .text
    case nil: return nil
    default:
      guard Self.textMarks.contains(lastWord(stem(String(decoding: name, as: UTF8.self)))) else {
        return nil
      }
      self = .text
    }
  }

  private static let lossyWords = Set(lossyEndings.map(PackedWord.init))
  private static let textWords = Set((textEndings + ["snap"]).map(PackedWord.init))

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

/// A word of at most sixteen bytes, its capitals as small letters; all longer ones are one.
struct PackedWord: Hashable, Sendable {
  private var bytes: UInt128 = 0

  static let png = PackedWord("png")

  init(_ word: String) { self.init(word.utf8) }

  init(_ word: some Collection<UInt8>) {
    for byte in word { add(byte) }
  }

  /// What follows the last dot of a name; nil where there is none but at its start.
  init?(endingOf name: some BidirectionalCollection<UInt8>) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
    self.init(name[dot...].dropFirst())
  }

  private mutating func add(_ byte: UInt8) {
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    bytes = bytes >> 120 == 0 ? bytes << 8 | UInt128(isCapital ? byte + 32 : byte) : .max
  }
}

/// Names that people and tools give to a copy of a file next to it: "x 2.png", "x copy.png",
/// "x~.png", "x (1).png", "x_backup.png", "x.orig.png" and "Copy of x.png".
package enum CopyName {
  private static let words: Set<String> = [
    "copy", "backup", "bak", "orig", "original", "old", "duplicate", "kopie", "kopia", "copie",
    "copia",
  ]

  /// Returns the names that a file would have without the mark of a copy.
  package static func originals(of name: String) -> [String] {
    let (bare, ending) = (stem(name), ending(of: name))
    // Nearly all of thousands of names have no mark, so only separators are examined.
    let ends = bare.utf8.indices.dropFirst().filter {
      " .-_(~+".utf8.contains(bare.utf8[$0]) && isMark(bare[$0...])
    }
    let front = bare.utf8.contains(UInt8(ascii: " ")) ? [" of ", " von ", " de "] : []
    let starts = front.compactMap { bare.firstRange(of: $0) }
      .filter { isWord(bare[..<$0.lowerBound]) }.map { bare[$0.upperBound...] }
    return (ends.map { bare[..<$0] } + starts).map { $0 + ending }
  }

  private static func isMark(_ text: Substring) -> Bool {
    guard let first = text.first, " .-_(~+".contains(first) else { return false }
    if first == "~" { return text.dropFirst().allSatisfy { $0.isNumber || $0 == "~" } }
    let inner = text.drop { " .-_+".contains($0) }
    return first == " " && !inner.isEmpty && inner.allSatisfy(\.isNumber)
      || inner.first == "(" && inner.last == ")" || isWord(inner)
  }

  private static func isWord(_ text: Substring) -> Bool {
    let word = text.prefix(while: \.isLetter)
    return words.contains(word.lowercased())
      && text[word.endIndex...].allSatisfy { $0.isNumber || " .-_()".contains($0) }
  }
}

package enum Shell {
  /// Returns the word itself if it is harmless, otherwise quoted. Control characters become
  /// escapes, so that no name reaches the terminal raw.
  package static func quoted(_ word: String) -> String {
    let harmless: (Character) -> Bool = { character in
      character.isASCII
        && (character.isLetter || character.isNumber || "-_./@%+=:,".contains(character))
    }
    if !word.isEmpty && word.allSatisfy(harmless) { return word }
    let isSafe = word.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        && $0.properties.generalCategory != .lineSeparator
        && $0.properties.generalCategory != .paragraphSeparator
    }
    guard isSafe else { return "$'" + word.unicodeScalars.map(escaped).joined() + "'" }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Escapes a character for `$'…'`, which bash, zsh and POSIX 2024 understand.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "'": return "\\'"
    case "\\": return "\\\\"
    case " "..."~": return String(scalar)
    default: return String(scalar).utf8.map { "\\" + $0.digits(3, radix: 8) }.joined()
    }
  }
}

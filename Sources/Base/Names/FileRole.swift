/// The role of a file in a failure, according to common words in the names of files and folders.
package enum FileRole: CaseIterable, Sendable {
  case reference, actual, difference

  /// Words that mean little else in a project; their plurals count too.
  private var plainWords: [String] {
    switch self {
    case .reference: ["reference", "expected", "baseline", "golden", "approved"]
    case .actual: ["actual", "received", "failed", "failure", "candidate", "obtained"]
    case .difference: ["diff", "difference", "delta"]
    }
  }

  /// Words that also occur in other files' names: `tsconfig.base.json` is not a reference for
  /// `tsconfig.test.json`.
  private var commonWords: [String] {
    switch self {
    case .reference: ["ref", "base", "before", "original", "origin", "master", "from_cache"]
    case .actual:
      [
        "new", "after", "current", "latest", "result", "results", "test", "from_test", "got", "out",
        "output", "rendered", "screenshot",
      ]
    case .difference: ["compare"]
    }
  }

  package var words: [String] { plainWords + commonWords }

  static let known: [String: Word] = {
    var known: [String: Word] = [:]
    for role in allCases {
      for word in role.plainWords { known[word] = Word(role: role, isCommon: false) }
      for word in role.plainWords { known[word + "s"] = known[word] }
      for word in role.commonWords { known[word] = Word(role: role, isCommon: true) }
    }
    return known
  }()

  /// Nouns that a word for a role may qualify in a folder's name, as in `ReferenceImages`.
  private static let nouns: Set<String> = [
    "image", "images", "screenshot", "screenshots", "snapshot", "snapshots", "picture", "pictures",
    "output", "outputs", "shot", "shots", "file", "files", "png", "pngs", "screens",
  ]

  /// Returns the word for a role in a folder's name: "baseline" in `baseline-screenshots`.
  package static func word(folder name: some StringProtocol) -> Word? {
    if let word = word(name) { return word }
    let words = words(in: String(name)).filter { !$0.isEmpty }
    var others = words.filter { !nouns.contains($0) }
    if others.isEmpty { others = words.filter { word($0) != nil } }
    guard words.count > 1, others.count == 1, others[0] != "test" else { return nil }
    return word(others[0])
  }

  /// A word for a role in the name of a file or folder.
  package struct Word: Sendable {
    package let role: FileRole
    package let isCommon: Bool
  }

  /// Returns the word for a role if the whole name is one, ignoring case; nil otherwise.
  package static func word(_ name: some StringProtocol) -> Word? {
    guard (3...11).contains(name.utf8.count) else { return nil }
    return known[name.lowercased()]
  }

  /// Returns a name once for each plain word for a role in it, with a zero in the word's place.
  package static func forms(of name: String) -> [(form: String, role: FileRole)] {
    let characters = Array(name)
    var (start, forms) = (0, [(form: String, role: FileRole)]())
    for end in 1...max(1, characters.count) {
      let isInWord =
        end < characters.count && characters[end].isLetter && characters[end - 1].isLetter
        && (characters[end].isLowercase || characters[end - 1].isUppercase)
      guard !isInWord else { continue }
      if let word = word(String(characters[start..<end])), !word.isCommon {
        forms.append(
          (String(characters[..<start]) + "\0" + String(characters[end...]), word.role))
      }
      start = end
    }
    return forms
  }

  /// Returns the lower-case words of a name: "reference" and "images" of `ReferenceImages_64`.
  package static func words(in name: String) -> [String] {
    var words = [""]
    for character in name {
      if !character.isLetter || character.isUppercase, words.last != "" { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
    }
    return words
  }
}

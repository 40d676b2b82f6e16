/// The part of a failure that a file is, by the words that people give such files and folders.
enum FileRole: CaseIterable, Sendable {
  case reference, actual, difference

  /// Words that mean little else in a project; their plurals count too.
  private var plainWords: [String] {
    switch self {
    case .reference: ["reference", "expected", "baseline", "golden", "approved"]
    case .actual: ["actual", "received", "failed", "failure", "candidate"]
    case .difference: ["diff", "difference", "delta"]
    }
  }

  /// Words that other files go by as well: `tsconfig.base.json` is no reference of
  /// `tsconfig.test.json`.
  private var commonWords: [String] {
    switch self {
    case .reference: ["ref", "base", "before", "original", "master"]
    case .actual: ["new", "after", "current", "result", "test", "got"]
    case .difference: ["compare"]
    }
  }

  var words: [String] { plainWords + commonWords }

  /// All words, as messages name them.
  static let allWords = allCases.map { $0.words.joined(separator: ", ") }.joined(separator: "; ")

  private static let known: [String: Word] = {
    var known: [String: Word] = [:]
    for role in allCases {
      for word in role.plainWords { known[word] = Word(role: role, isCommon: false) }
      for word in role.plainWords { known[word + "s"] = known[word] }
      for word in role.commonWords { known[word] = Word(role: role, isCommon: true) }
    }
    return known
  }()

  /// A word in the name of a file or folder.
  struct Word: Sendable {
    let role: FileRole
    let isCommon: Bool
  }

  /// The word that a name is, in capitals or not; nil for any other name.
  static func word(_ name: some StringProtocol) -> Word? {
    guard (3...11).contains(name.utf8.count) else { return nil }
    return known[name.lowercased()]
  }
}

/// The patterns of `.gitignore` files, as far as they are about folders.
struct GitIgnore {
  private struct Rule {
    /// The folder that the file lies in; its patterns hold below it.
    let folder: String
    let glob: Glob
    let isNegated: Bool
    /// Whether it is about paths from the folder on, not about names anywhere below it.
    let isAnchored: Bool
  }

  /// Names without a wildcard, most of what such files hold: looked up, not matched.
  private var names: [String: Bool] = [:]
  private var rules: [Rule] = []

  /// Takes in the file of one folder.
  ///
  /// - Parameter isTop: Whether all that is looked at lies below that folder.
  mutating func add(_ text: String, of folder: String, isTop: Bool) {
    for line in text.split(whereSeparator: \.isNewline) {
      var pattern = line.trimmingSuffix(" ")
      guard !pattern.isEmpty, pattern.first != "#" else { continue }
      let isNegated = pattern.first == "!"
      if isNegated { pattern = pattern.dropFirst() }
      if pattern.last == "/" { pattern = pattern.dropLast() }
      let isAnchored = pattern.contains("/")
      if pattern.first == "/" { pattern = pattern.dropFirst() }
      guard !pattern.isEmpty else { continue }
      if isTop, !isAnchored, !pattern.contains(where: { "*?[\\".contains($0) }) {
        names[String(pattern)] = !isNegated
      } else if isAnchored || Self.canBeFolder(pattern) {
        rules.append(
          Rule(
            folder: folder, glob: Glob((isAnchored ? "/" : "") + pattern), isNegated: isNegated,
            isAnchored: isAnchored))
      }
    }
  }

  /// `*.log` and its like are about files.
  private static func canBeFolder(_ pattern: Substring) -> Bool {
    guard pattern.hasPrefix("*."), !pattern.dropFirst(2).contains(where: { "*?[.".contains($0) })
    else { return true }
    return pattern.count > 6
  }

  func isIgnored(_ path: String) -> Bool {
    let name = Paths.name(path)
    if names[name] == false { return false }
    var isIgnored = names[name] == true
    for rule in rules where rule.isNegated == isIgnored {
      let below = Paths.below(rule.folder, path)
      let text = below.map { rule.isAnchored ? "/" + $0 : name }
      if let text, rule.glob.matches(text) { isIgnored.toggle() }
    }
    return isIgnored
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    var text = self
    while text.last == character { text = text.dropLast() }
    return text
  }
}

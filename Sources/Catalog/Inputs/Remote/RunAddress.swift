/// The web address of a pull request, a run or a job with test artifacts.
package struct RunAddress: Hashable, Sendable {
  /// The service; its raw value is the program that holds the user's login for it.
  enum Forge: String {
    case gitHub = "gh"
    case gitLab = "glab"
  }

  enum Subject: Hashable {
    /// A pull request, or a merge request.
    case change(Int)
    /// A run of a workflow, or a pipeline.
    case run(Int)
    /// One artifact of a run, or a job of a pipeline.
    case part(Int)
  }

  let forge: Forge
  let host: String
  /// The owner and the repository, or the groups and the project.
  let project: String
  let subject: Subject

  /// True if the text is meant as an address, readable or not.
  package static func isAddress(_ given: String) -> Bool {
    given.contains("://") || given.hasPrefix("git@") || RunAddress(given) != nil
  }

  /// Reads an address with or without `https://`.
  ///
  /// - Returns: nil for other pages, and for names that no project can have.
  init?(_ given: String) {
    let scheme = given.firstRange(of: "://")
    guard scheme.map({ ["http", "https"].contains(given[..<$0.lowerBound].lowercased()) }) != false
    else { return nil }
    let page = given[(scheme?.upperBound ?? given.startIndex)...]
    let words = page.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
    guard let first = words.first, !first.hasPrefix("-"),
      scheme != nil || !given.hasPrefix("/") && first.contains("."),
      words.allSatisfy(Self.isPlain)
    else { return nil }
    let host = Self.host(first)
    let path = Array(words.dropFirst())
    let found =
      if let dash = path.firstIndex(of: "-"), dash >= 2 {
        Self.gitLab(Array(path[(dash + 1)...])).map { (Forge.gitLab, path[..<dash], $0) }
      } else {
        Self.gitHub(Array(path.dropFirst(2))).map { (Forge.gitHub, path[..<2], $0) }
      }
    guard let (forge, project, subject) = found else { return nil }
    (self.forge, self.host, self.subject) = (forge, host, subject)
    self.project = project.joined(separator: "/")
  }

  /// Returns the name by which the services' programs know a host.
  static func host(_ name: some StringProtocol) -> String {
    let name = name.lowercased()
    return name.hasPrefix("www.") ? String(name.dropFirst(4)) : name
  }

  /// True if the word can be used in a request as is.
  private static func isPlain(_ word: String) -> Bool {
    !word.hasPrefix(".")
      && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-._:".contains($0) }
  }

  private static func gitHub(_ words: [String]) -> Subject? {
    switch words.first {
    case "pull": number(words, 1).map(Subject.change)
    case "actions" where words.count > 4 && words[1] == "runs" && words[3] == "artifacts":
      number(words, 4).map(Subject.part)
    case "actions" where words.count > 2 && words[1] == "runs": number(words, 2).map(Subject.run)
    default: nil
    }
  }

  private static func gitLab(_ words: [String]) -> Subject? {
    switch words.first {
    case "merge_requests": number(words, 1).map(Subject.change)
    case "pipelines": number(words, 1).map(Subject.run)
    case "jobs": number(words, 1).map(Subject.part)
    default: nil
    }
  }

  private static func number(_ words: [String], _ index: Int) -> Int? {
    words.indices.contains(index) ? Int(words[index]).flatMap { $0 > 0 ? $0 : nil } : nil
  }
}

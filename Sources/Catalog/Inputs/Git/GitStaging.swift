import Base
import Host

extension GitRepository {
  /// Adds files, or their removal, to the index.
  ///
  /// Works like `git add`, but runs no filter: a file for one, such as Git LFS, is refused.
  func stage(_ paths: [String]) throws(CatalogError) {
    guard !FileStatus.exists(lock) else { throw locked }
    let filters = try filters(of: paths)
    let here = Dictionary(grouping: paths) { FileStatus.exists(Paths.join(top, $0)) }
    let (present, removed) = (here[true] ?? [], here[false] ?? [])
    let isPlain = { ["unspecified", "unset", "set", nil].contains(filters[ExactName($0)]) }
    let (plain, refused) = (present.filter(isPlain), present.filter { !isPlain($0) })
    for part in Self.parts(of: plain) { _ = try require(run(["add", "--all", "--"] + part)) }
    if !removed.isEmpty {
      let list = try list(removed)
      _ = try require(run(["update-index", "--force-remove", "-z", "--stdin"], input: list))
    }
    guard refused.isEmpty else { throw refusal(refused, filters) }
  }

  private var lock: String { folders.index + ".lock" }

  private var locked: CatalogError {
    .unreadable(
      "\(printable(lock)): another git is writing the index, or was killed. Nothing was staged; "
        + "decisions are kept. If no git is running, remove that file and use git add.")
  }

  private func refusal(_ paths: [String], _ filters: [ExactName: String]) -> CatalogError {
    let names = Set(paths.compactMap { filters[ExactName($0)] }).sorted().map(printable)
    let words = ["git", "-C", Shell.quoted(top), "add", "--"] + paths.map(Shell.quoted)
    return .unreadable(
      "\(Wording.count(paths.count, "file")) not staged: .gitattributes sends "
        + "\(paths.count == 1 ? "it" : "them") through the filter \(names.joined(separator: ", ")), a "
        + "program that snapreview does not start. Decisions are kept. "
        + "Run: \(words.joined(separator: " "))")
  }

  /// Returns a file with zero-terminated lines, as git's input.
  private func list(_ lines: [String]) throws(CatalogError) -> String {
    try Result { () throws(SystemError) in try input(lines.map { $0 + "\0" }) }
      .mapError { trouble("\($0).") }.get()
  }

  private func require(
    _ answer: (output: [UInt8]?, complaint: String)
  ) throws(CatalogError) -> [UInt8] {
    if let output = answer.output { return output }
    if FileStatus.exists(lock) { throw locked }
    throw trouble("git refuses: \(answer.complaint)")
  }

  private func trouble(_ reason: String) -> CatalogError {
    .unreadable(
      "\(printable(top)): not all is staged; \(reason) Decisions are kept. "
        + "Use git add for the rest.")
  }

  private func filters(of paths: [String]) throws(CatalogError) -> [ExactName: String] {
    var filters: [ExactName: String] = [:]
    // Each answer is the path, "filter", and the value.
    let words = try pieces(["check-attr", "-z", "--stdin", "filter"], input: try list(paths))
    for index in stride(from: 0, to: words.count - 2, by: 3) {
      let path = String(decoding: words[index], as: UTF8.self)
      filters[ExactName(path)] = String(decoding: words[index + 2], as: UTF8.self)
    }
    return filters
  }
}

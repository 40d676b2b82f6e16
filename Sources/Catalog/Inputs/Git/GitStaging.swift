import Base
import Host

extension GitRepository {
  /// Adds files, or their removal, to the index.
  ///
  /// Works like `git add`, but runs no filter: files of Git LFS are stored where it would store
  /// them, and a file for another filter is refused.
  func stage(_ paths: [String]) throws(CatalogError) {
    guard !FileStatus.exists(lock) else { throw locked }
    let filters = try filters(of: paths)
    let (present, removed) = paths.parted { FileStatus.exists(Paths.join(top, $0)) }
    let (plain, filtered) = present.parted {
      ["unspecified", "unset", "set", nil].contains(filters[ExactName($0)])
    }
    let (large, refused) = filtered.parted { filters[ExactName($0)] == "lfs" }
    try run(["add", "--all", "--"], each: plain)
    try stageLarge(large)
    try write(["update-index", "--force-remove", "-z", "--stdin"], removed)
    guard refused.isEmpty else { throw refusal(refused, filters) }
  }

  private var lock: String { folders.index + ".lock" }

  private var locked: CatalogError {
    CatalogError(
      .unreadable,
      "\(printable(lock)): another git is writing the index, or was killed. Nothing was staged; "
        + "decisions are kept. If no git is running, remove that file and use git add.")
  }

  private func refusal(_ paths: [String], _ filters: [ExactName: String]) -> CatalogError {
    let names = Set(paths.compactMap { filters[ExactName($0)] }).sorted().map(printable)
    let words = ["git", "-C", Shell.quoted(top), "add", "--"] + paths.map(Shell.quoted)
    return CatalogError(
      .unreadable,
      "\(Wording.count(paths.count, "file")) not staged: .gitattributes sends "
        + "\(paths.count == 1 ? "it" : "them") through the filter \(names.joined(separator: ", ")), a "
        + "program that snapreview does not start. Decisions are kept. "
        + "Run: \(words.joined(separator: " "))")
  }

  /// Starts git as often as necessary to name all paths on its command line.
  private func run(_ words: [String], each paths: [String]) throws(CatalogError) {
    for part in Self.parts(of: paths) { _ = try require(run(words + part)) }
  }

  /// Starts git with zero-terminated lines as its input, if there are any.
  private func write(_ words: [String], _ lines: [String]) throws(CatalogError) {
    guard !lines.isEmpty else { return }
    let list = try unpacking { () throws(SystemError) in try input(lines.map { $0 + "\0" }) }
    _ = try require(run(words, input: list))
  }

  private func require(
    _ answer: (output: [UInt8]?, complaint: String)
  ) throws(CatalogError) -> [UInt8] {
    if let output = answer.output { return output }
    if FileStatus.exists(lock) { throw locked }
    throw trouble("git refuses: \(answer.complaint)")
  }

  private func trouble(_ reason: String) -> CatalogError {
    CatalogError(
      .unreadable,
      "\(printable(top)): not all is staged; \(reason) Decisions are kept. "
        + "Use git add for the rest.")
  }

  private func unpacking<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw trouble("\(error).")
    }
  }

  private func filters(of paths: [String]) throws(CatalogError) -> [ExactName: String] {
    var filters: [ExactName: String] = [:]
    // Each answer is the path, "filter", and the value.
    let list = try unpacking { () throws(SystemError) in try input(paths.map { $0 + "\0" }) }
    let words = try pieces(["check-attr", "-z", "--stdin", "filter"], input: list)
    for index in stride(from: 0, to: words.count - 2, by: 3) {
      let path = String(decoding: words[index], as: UTF8.self)
      filters[ExactName(path)] = String(decoding: words[index + 2], as: UTF8.self)
    }
    return filters
  }

  /// Stages the pointers to pictures, and stores the pictures where Git LFS looks for them.
  private func stageLarge(_ paths: [String]) throws(CatalogError) {
    guard !paths.isEmpty else { return }
    let pointers = try unpacking { () throws(SystemError) in
      try paths.map { (path) throws(SystemError) in
        try input([String(decoding: try pointer(for: Paths.join(top, path)), as: UTF8.self)]) + "\n"
      }
    }
    let list = try unpacking { () throws(SystemError) in try input(pointers) }
    let names = try require(
      run(["hash-object", "-w", "--no-filters", "--stdin-paths"], input: list)
    ).texts(between: "\n")
    guard names.count == paths.count else { throw trouble("git has not answered.") }
    var modes: [ExactName: String] = [:]
    for (path, entry) in try GitIndex(of: self).entries {
      modes[ExactName(String(decoding: path, as: UTF8.self))] = entry.mode
    }
    try write(
      ["update-index", "-z", "--index-info"],
      zip(paths, names).map { "\(modes[ExactName($0)] ?? "100644") \($1)\t\($0)" })
  }

  /// Returns the pointer to a file, which it stores for Git LFS; returns a pointer file's own
  /// bytes.
  private func pointer(for file: String) throws(SystemError) -> [UInt8] {
    let bytes = try Disk.real.read(file).bytes
    // Git LFS makes no pointer to a pointer or to an empty file.
    guard !bytes.isEmpty, LFSPointer(bytes) == nil else { return bytes }
    let pointer = LFSPointer(to: bytes)
    let place = Paths.join(largeFiles, pointer.place)
    if !FileStatus.exists(place) {
      try Disk.real.makeFolders(to: Paths.parent(place))
      try Disk.real.replace(place, by: bytes, through: place + ".snapreview")
    }
    return pointer.bytes
  }
}

extension Array {
  fileprivate func parted(by condition: (Element) -> Bool) -> (true: [Element], false: [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}

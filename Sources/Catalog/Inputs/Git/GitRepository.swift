import Base
import Host
import Libc

/// A repository, accessed through git itself.
///
/// It may come from a stranger, with its own configuration, so git sees it through a `GitView`, and
/// a work tree elsewhere is refused.
struct GitRepository: Sendable {
  /// The work tree, links resolved.
  let top: String
  let folders: GitFolders
  /// The folder in which Git LFS keeps the pictures that are on this machine.
  let largeFiles: String
  /// The addresses of its remotes, as they are written.
  let remotes: [String]
  /// True for a sparse checkout, which leaves files out by patterns.
  let isSparse: Bool
  private let view: GitView
  private let settings: [GitProgram.Setting]

  init(around folder: String, in stateFolder: UserFolder?) throws(CatalogError) {
    let folders = try Self.folders(around: folder)
    let top = folders.top
    let place = try PrivateFolder.own(in: stateFolder)
    let found = try Self.starting { () throws(SystemError) in try GitSettings(of: folders) }
    if let complaint = found.complaint {
      throw .unreadable("\(printable(top)): git cannot read its configuration: \(complaint)")
    }
    // A repository's configuration can name a work tree anywhere.
    if let other = found.workTree, (try? Paths.real(Paths.resolve(other, from: folders.own))) != top
    {
      throw Self.noRepository(top)
    }
    view = try CatalogError.reading(printable(folders.own)) { () throws(SystemError) in
      try GitView(of: folders, found, in: place)
    }
    (settings, isSparse, remotes) = (found.passed, found.isSparse, found.remotes)
    largeFiles = Paths.resolve(found.largeFiles ?? "lfs", from: folders.common)
    (self.top, self.folders) = (top, folders)
  }

  private static func folders(around folder: String) throws(CatalogError) -> GitFolders {
    if let top = Repositories().repository(around: folder) {
      guard let folders = GitFolders(top: top) else { throw noRepository(top) }
      return folders
    }
    guard let bare = GitFolders(bareAround: folder) else {
      throw .wrongUse(
        "\(printable(folder)) is not in a git repository; --git and --since need one.")
    }
    return bare
  }

  private static func noRepository(_ top: String) -> CatalogError {
    .unreadable("\(printable(top)): its .git is not the repository of this work tree.")
  }

  static func starting<Value>(
    _ body: () throws(SystemError) -> Value
  ) throws(CatalogError) -> Value {
    try Result(catching: body)
      .mapError { CatalogError.unreadable("git cannot be started (\($0)). Is it installed?") }.get()
  }

  func start(_ words: [String], input: String? = nil) throws(SystemError) -> ChildProcess {
    try GitProgram.start(
      ["-C", top] + words, settings: settings + Self.plain, environment: view.environment,
      input: input)
  }

  /// Settings that turn off index extensions which only make sense with the repository's own
  /// configuration.
  private static let plain: [GitProgram.Setting] = [
    ("core.fsmonitor", "false"), ("core.untrackedCache", "false"), ("core.splitIndex", "false"),
  ]

  /// Returns the first line of git's output; nil if it fails.
  func line(_ words: [String]) throws(CatalogError) -> String? {
    try run(words).output.map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  /// Returns git's output, in pieces that end in a zero byte.
  ///
  /// - Parameter endIsOpen: True if something follows the last zero byte.
  func pieces(
    _ words: [String], endIsOpen: Bool = false, input: String? = nil
  ) throws(CatalogError) -> [ArraySlice<UInt8>] {
    let (output, complaint) = try run(words, input: input)
    guard let output else {
      throw .unreadable("\(printable(top)): git \(words[0]) failed: \(complaint)")
    }
    let pieces = output.split(separator: 0, omittingEmptySubsequences: false)
    return endIsOpen ? pieces : pieces.dropLast()
  }

  /// Returns git's output and its error message; the output is nil if it fails.
  func run(
    _ words: [String], input: String? = nil
  ) throws(CatalogError) -> (output: [UInt8]?, complaint: String) {
    try Self.starting { () throws(SystemError) in
      let git = try start(words, input: input)
      let bytes = git.rest()
      return git.end() == 0 ? (bytes, "") : (nil, git.complaint)
    }
  }

  func input(_ pieces: [String]) throws(SystemError) -> String {
    let file = Paths.join(view.path, "input-" + randomDigits(4))
    try Disk.real.create(file, pieces.flatMap { Array($0.utf8) }, mode: 0o600, isVital: false)
    return file
  }

  /// Returns the names of the blobs that git would make of some files, without any filter. Line
  /// endings and encodings are converted as the repository's attributes ask for, except in pictures.
  ///
  /// Files that cannot be read, and files whose names do not fit into a line, are left out.
  func blobNames(of paths: [String]) throws(CatalogError) -> [ExactName: String] {
    let isPicture = { (path: String) in
      [.image, .lossyImage].contains(FileKind(name: Paths.name(path)))
    }
    return try blobNames(of: paths.filter(isPicture), ["--no-filters"])
      .merging(blobNames(of: paths.filter { !isPicture($0) }, [])) { $1 }
  }

  private func blobNames(
    of paths: [String], _ flags: [String]
  ) throws(CatalogError) -> [ExactName: String] {
    let files = paths.filter { path in
      let file = Paths.join(top, path)
      return !path.utf8.contains(UInt8(ascii: "\n"))
        && (try? Disk.real.statusOfLink(file))?.kind == .file
        && (try? FileHead.read(file, count: 1)) != nil
    }
    // Git treats a name that begins with a quotation mark as a quoted one.
    let lines = files.map { ($0.hasPrefix("\"") ? "./" : "") + $0 + "\n" }
    guard !files.isEmpty, let list = try? input(lines),
      let output = try run(["hash-object", "--stdin-paths"] + flags, input: list).output
    else { return [:] }
    let names = output.texts(between: "\n")
    guard names.count == files.count else { return [:] }
    return Dictionary(zip(files.map(ExactName.init), names)) { first, _ in first }
  }

  func object(_ revision: String, _ kind: String) throws(CatalogError) -> String? {
    guard !revision.isEmpty, !revision.hasPrefix("-") else { return nil }
    return try line(["rev-parse", "--verify", "--quiet", "\(revision)^{\(kind)}"])
  }

  /// Splits paths into parts that fit on one command line.
  static func parts(of paths: [String]) -> some Sequence<ArraySlice<String>> {
    stride(from: 0, to: paths.count, by: 200).lazy.map { paths[$0...].prefix(200) }
  }
}

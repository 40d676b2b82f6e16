import Base

/// A path with gaps: ".loki/current/{dir*}/{name}.{ext}".
///
/// A gap stands for a part of one name, at least one character long; `{dir*}` stands for any number
/// of folders. A gap that begins with a capital is another gap's value, capitalised. In a
/// reference, a leading "**/" means anywhere that may be written, and a gap that the actual does
/// not fill matches any folder.
struct Template: Hashable, Sendable, ExpressibleByStringInterpolation {
  enum Piece: Hashable, Sendable {
    case text(String)
    case gap(String)
  }

  typealias Gaps = [String: String]

  enum Folder: Hashable, Sendable {
    case name([Piece])
    /// Any number of folders.
    case many(String)
  }

  let text: String
  /// True if the template may begin anywhere.
  let isSearched: Bool
  let folders: [Folder]
  let file: [Piece]
  /// The file's pieces for a name without an ending, if the ending is a gap.
  let bareFile: [Piece]?

  init(_ text: String) {
    self.text = text
    isSearched = text.hasPrefix("**/")
    var parts = Paths.components(isSearched ? String(text.dropFirst(3)) : text)
    let name = parts.popLast() ?? ""
    file = Self.pieces(name)
    bareFile =
      name.hasSuffix(Self.endingGap) ? Self.pieces(name.dropLast(Self.endingGap.count)) : nil
    folders = parts.map { part in
      part.hasPrefix("{") && part.hasSuffix("*}")
        ? .many(String(part.dropFirst().dropLast(2))) : .name(Self.pieces(part))
    }
  }

  init(stringLiteral text: String) { self.init(text) }

  private static let endingGap = ".{ext}"

  private static func pieces(_ text: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.gap(String(rest[rest.utf8.index(after: open)..<close])))
      rest = rest[rest.utf8.index(after: close)...]
    }
    return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
  }

  var gaps: [String] {
    let folderGaps = folders.flatMap { folder in
      switch folder {
      case .many(let name): [name]
      case .name(let pieces): Self.gaps(pieces)
      }
    }
    return folderGaps + fileGaps
  }

  var fileGaps: [String] { Self.gaps(file) }

  /// True if the folders fit any path and only the file's name is specific: `{name}/actual.png`.
  var fitsAnyFolder: Bool {
    !fileGaps.contains("name")
      && folders.allSatisfy { folder in
        if case .name(let pieces) = folder { Self.gaps(pieces).count == pieces.count } else { true }
      }
  }

  /// The start of the file's name, up to its first "_", if that alone identifies the template.
  var frontMark: Substring? {
    guard file.count > 1, case .text(let start) = file[0],
      let end = start.utf8.firstIndex(of: UInt8(ascii: "_")), folders.allSatisfy(\.isOpen)
    else { return nil }
    return start[...end]
  }

  private static func gaps(_ pieces: [Piece]) -> [String] {
    pieces.compactMap { if case .gap(let name) = $0 { name } else { nil } }
  }

  var fixedFolders: [String] { folders.prefix { $0.literal != nil }.compactMap(\.literal) }
}

extension Template.Folder {
  /// True for one folder of any name.
  var isOpen: Bool {
    if case .name(let pieces) = self { pieces.count == 1 && literal == nil } else { false }
  }

  var literal: String? {
    if case .name(let pieces) = self, pieces.count == 1, case .text(let name) = pieces[0] {
      return name
    }
    return nil
  }
}

extension Template {
  // MARK: Matching

  /// Returns the folder where the template's folders begin, and the values of its gaps, if a
  /// folder's path ends with the template's folders.
  func match(folder parts: [Substring]) -> (home: String, gaps: Gaps)? {
    var gaps: Gaps = [:]
    let split = folders.firstIndex { if case .many = $0 { true } else { false } }
    let head = folders[..<(split ?? 0)]
    let tail = folders[(split.map { $0 + 1 } ?? 0)...]
    guard parts.count >= head.count + tail.count,
      Self.match(tail, parts.suffix(tail.count), &gaps)
    else { return nil }
    let rest = parts.dropLast(tail.count)
    guard let split, case .many(let name) = folders[split] else { return (Self.path(rest), gaps) }
    for start in stride(from: rest.count - head.count, through: 0, by: -1) {
      let middle = start + head.count
      if Self.match(head, rest[start..<middle], &gaps) {
        gaps[name] = rest[middle...].joined(separator: "/")
        return (Self.path(rest[..<start]), gaps)
      }
      // Without a name before `{dir*}`, the template can begin nowhere else.
      if head.isEmpty { break }
    }
    return nil
  }

  /// Returns the folder where the template begins in a path, and the values of its gaps; nil if the
  /// path does not fit.
  func match(path: String) -> (home: String, gaps: Gaps)? {
    guard var (home, gaps) = match(folder: Paths.components(Paths.parent(path))),
      match(file: Paths.name(path), &gaps)
    else { return nil }
    if home.isEmpty { home = "/" }
    return (home, gaps)
  }

  private static func path(_ parts: ArraySlice<Substring>) -> String {
    "/" + parts.joined(separator: "/")
  }

  private static func match(
    _ folders: ArraySlice<Folder>, _ parts: ArraySlice<Substring>, _ gaps: inout Gaps
  ) -> Bool {
    zip(folders, parts).allSatisfy { folder, part in
      guard case .name(let pieces) = folder else { return false }
      return match(pieces, Array(part.utf8), &gaps)
    }
  }

  /// Adds the values of the gaps in a file's name; false if the name does not fit.
  func match(file name: String, _ gaps: inout Gaps) -> Bool {
    let bytes = bytes(of: name)
    if Self.match(file, bytes, &gaps) { return true }
    guard let bareFile, Self.match(bareFile, bytes, &gaps) else { return false }
    gaps["ext"] = ""
    return true
  }

  func fits(_ name: String) -> Bool {
    let bytes = bytes(of: name)
    return Self.match(file, bytes) { _, _ in }
      || bareFile.map { Self.match($0, bytes) { _, _ in } } == true
  }

  static func fits(_ pieces: [Piece], _ name: String) -> Bool {
    match(pieces, Array(name.utf8)) { _, _ in }
  }

  /// Returns the name as it is compared: a fixed ending fits in capitals too.
  private func bytes(of name: String) -> [UInt8] {
    if case .text? = file.last { Array(FileNames.folded(name).utf8) } else { Array(name.utf8) }
  }

  private static func match(_ pieces: [Piece], _ name: [UInt8], _ gaps: inout Gaps) -> Bool {
    match(pieces, name) { gaps[$0] = String(decoding: $1, as: UTF8.self) }
  }

  /// Matches from the right, because a value may contain the text between later gaps.
  private static func match(
    _ pieces: [Piece], _ name: [UInt8],
    fill: (_ gap: String, _ value: ArraySlice<UInt8>) -> Void
  ) -> Bool {
    var end = name.count
    for index in pieces.indices.reversed() {
      switch pieces[index] {
      case .text(let text):
        guard name[..<end].ends(with: text) else { return false }
        end -= text.utf8.count
      case .gap(let gap):
        guard let start = start(of: index, in: pieces, name[..<end]), start < end else {
          return false
        }
        fill(gap, name[start..<end])
        end = start
      }
    }
    return end == 0
  }

  /// Returns the index at which the gap at the end of a name begins; nil if the name does not fit.
  private static func start(of index: Int, in pieces: [Piece], _ rest: ArraySlice<UInt8>) -> Int? {
    guard index > 0, case .text(let text) = pieces[index - 1] else { return 0 }
    let count = text.utf8.count
    if index == 1 { return rest.prefix(count).ends(with: text) ? count : nil }
    // A gap begins after the text's last occurrence: in "a-b-c", "{x}-{y}" sets y to "c".
    return stride(from: rest.endIndex - 1, through: count, by: -1)
      .first { rest[..<$0].ends(with: text) }
  }

  // MARK: Filling

  static func fill(_ pieces: [Piece], _ gaps: Gaps) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .gap(let name):
        guard let value = value(of: name, gaps) else { return nil }
        text += value
      }
    }
    return text
  }

  private static func value(of name: String, _ gaps: Gaps) -> String? {
    if let value = gaps[name] { return value }
    guard name.first?.isUppercase == true, let value = gaps[name.lowercased()] else { return nil }
    return value.prefix(1).uppercased() + value.dropFirst()
  }

  func file(_ gaps: Gaps) -> String? {
    Self.fill(gaps["ext"] == "" ? bareFile ?? file : file, gaps)
  }

  func path(_ home: String, _ gaps: Gaps) -> String? {
    guard let folder = folder(home, gaps), let file = file(gaps) else { return nil }
    return Paths.join(folder, file)
  }

  /// Returns the folder's path below `home`; nil if a gap has no value.
  func folder(_ home: String, _ gaps: Gaps) -> String? {
    var path = home
    for folder in folders {
      switch folder {
      case .name(let pieces):
        guard let name = Self.fill(pieces, gaps) else { return nil }
        path = Paths.join(path, name)
      case .many(let name):
        guard let value = gaps[name] else { return nil }
        if !value.isEmpty { path = Paths.join(path, value) }
      }
    }
    return path
  }
}

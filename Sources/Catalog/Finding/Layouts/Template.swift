/// A path with gaps: ".loki/current/{dir*}/{name}.{ext}".
///
/// A gap stands for a part of one name, at least a character long; `{dir*}` for any number of
/// folders. A gap that begins with a capital is another's value, capitalised. In a reference,
/// "**/" at the start means anywhere in what may be written, and a gap that the actual does not
/// fill means whatever folder is there.
struct Template: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Piece: Hashable, Sendable {
    case text(String)
    case gap(String)
  }

  enum Folder: Hashable, Sendable {
    case name([Piece])
    /// Any number of folders.
    case many(String)
  }

  let text: String
  /// Whether it may begin anywhere.
  let isSearched: Bool
  let folders: [Folder]
  let file: [Piece]

  init(_ text: String) {
    self.text = text
    isSearched = text.hasPrefix("**/")
    var parts = Paths.components(isSearched ? String(text.dropFirst(3)) : text)
    file = Self.pieces(parts.popLast() ?? "")
    folders = parts.map { part in
      part.hasPrefix("{") && part.hasSuffix("*}")
        ? .many(String(part.dropFirst().dropLast(2))) : .name(Self.pieces(part))
    }
  }

  init(stringLiteral text: String) { self.init(text) }

  private static func pieces(_ text: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = text
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.gap(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    return rest.isEmpty ? pieces : pieces + [.text(String(rest))]
  }

  /// The names of all gaps.
  var gaps: [String] { folderGaps + fileGaps }

  var folderGaps: [String] {
    folders.flatMap { folder in
      switch folder {
      case .many(let name): [name]
      case .name(let pieces): Self.gaps(pieces)
      }
    }
  }

  var fileGaps: [String] { Self.gaps(file) }

  private static func gaps(_ pieces: [Piece]) -> [String] {
    pieces.compactMap { if case .gap(let name) = $0 { name } else { nil } }
  }

  /// The folders at the start whose names are fixed.
  var fixedFolders: [String] {
    folders.prefix { $0.literal != nil }.compactMap(\.literal)
  }
}

extension Template {
  /// What gaps hold. Of the few that there are, a list finds one sooner than a dictionary.
  struct Gaps: Sendable, ExpressibleByDictionaryLiteral {
    private var pairs: [(name: String, value: String)]

    init(dictionaryLiteral pairs: (String, String)...) { self.pairs = pairs }

    subscript(_ name: String) -> String? {
      get { pairs.first { $0.name == name }?.value }
      set {
        pairs.removeAll { $0.name == name }
        if let newValue { pairs.append((name, newValue)) }
      }
    }
  }
}

extension Template.Folder {
  /// The name of a folder that is always called so.
  var literal: String? {
    if case .name(let pieces) = self, pieces.count == 1, case .text(let name) = pieces[0] {
      return name
    }
    return nil
  }
}

// Matching
extension Template {
  /// Where the folders of this template begin and what its gaps hold, if a folder's path ends so.
  ///
  /// - Parameter parts: The components of an absolute path.
  func match(folder parts: [Substring]) -> (home: String, gaps: Gaps)? {
    var gaps: Gaps = [:]
    let split = folders.firstIndex { if case .many = $0 { true } else { false } }
    let head = folders[..<(split ?? 0)]
    let tail = folders[(split.map { $0 + 1 } ?? 0)...]
    guard parts.count >= head.count + tail.count,
      Self.match(tail, parts.suffix(tail.count), &gaps)
    else { return nil }
    let rest = parts.dropLast(tail.count)
    guard let split, case .many(let name) = folders[split] else {
      return (Self.path(rest), gaps)
    }
    for start in stride(from: rest.count - head.count, through: 0, by: -1) {
      let middle = start + head.count
      if Self.match(head, rest[start..<middle], &gaps) {
        gaps[name] = rest[middle...].joined(separator: "/")
        return (Self.path(rest[..<start]), gaps)
      }
      // Without a name before it, what belongs to the template begins nowhere else.
      if head.isEmpty { break }
    }
    return nil
  }

  private static func path(_ parts: ArraySlice<Substring>) -> String {
    "/" + parts.joined(separator: "/")
  }

  private static func match(
    _ folders: ArraySlice<Folder>, _ parts: ArraySlice<Substring>, _ gaps: inout Gaps
  ) -> Bool {
    zip(folders, parts).allSatisfy { folder, part in
      guard case .name(let pieces) = folder else { return false }
      return match(pieces, part.utf8, &gaps)
    }
  }

  /// Adds what a file's name puts into the gaps; false where it is no such name.
  func match(file name: String, _ gaps: inout Gaps) -> Bool {
    Self.match(file, name[...].utf8, &gaps)
  }

  /// Whether a file can have the name.
  func fits(_ file: String) -> Bool {
    var gaps: Gaps = [:]
    return match(file: file, &gaps)
  }

  /// From the right: a name may hold what stands between the gaps behind it.
  private static func match(
    _ pieces: [Piece], _ name: Substring.UTF8View, _ gaps: inout Gaps
  ) -> Bool {
    var rest = name
    var index = pieces.count - 1
    while index >= 0 {
      switch pieces[index] {
      case .text(let text):
        guard rest.reversed().starts(with: text.utf8.reversed()) else { return false }
        rest = rest.dropLast(text.utf8.count)
      case .gap(let gap):
        guard let start = start(of: index, in: pieces, rest), start < rest.endIndex else {
          return false
        }
        gaps[gap] = String(Substring(rest[start...]))
        rest = rest[..<start]
      }
      index -= 1
    }
    return rest.isEmpty
  }
}

extension Template {
  /// Where the gap at the end of a name begins.
  private static func start(
    of index: Int, in pieces: [Piece], _ rest: Substring.UTF8View
  ) -> Substring.UTF8View.Index? {
    guard index > 0, case .text(let text) = pieces[index - 1] else { return rest.startIndex }
    if index == 1 {
      guard rest.starts(with: text.utf8) else { return nil }
      return rest.index(rest.startIndex, offsetBy: text.utf8.count)
    }
    // Between two texts, what ends the first is not part of a gap: of "a-b-c" one is "b".
    guard let start = rest.dropLast().endOfLast(text.utf8), let end = text.utf8.last,
      !rest[start...].contains(end)
    else { return nil }
    return start
  }
}

extension Substring.UTF8View {
  /// Where the last occurrence of some bytes ends.
  fileprivate func endOfLast(_ bytes: String.UTF8View) -> Index? {
    var rest = self
    while rest.count >= bytes.count {
      if rest.reversed().starts(with: bytes.reversed()) { return rest.endIndex }
      rest = rest.dropLast()
    }
    return nil
  }
}

// Filling
extension Template {
  /// What the gaps make of some pieces; nil where one is not filled.
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

  func file(_ gaps: Gaps) -> String? { Self.fill(file, gaps) }

  /// The folder below `home`; nil where a gap is not filled.
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

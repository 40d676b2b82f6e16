import Base
import Host
import PNGCodec
import Pixels

/// The files of some folders by their names, for references that can be anywhere. The folders are
/// read on first use.
final class FileIndex: Sendable {
  /// The folder that contains all of them, links resolved.
  let root: String
  private let read: @Sendable () -> Contents
  private let contents = Once<Contents>()
  private let folderNames = Once<[String: [ListedFolder]]>()
  private let markedFolders = Once<[ListedFolder]>()
  private let names = Memo<Bool, [String: [ListedFolder]]>()
  private let sizes = Memo<String, [Int: [String]]>()
  private let hashes = Memo<[String], [Int: [String]]>()
  private let shapes = Once<[[UInt8]: [String]]>()
  private let pointers = Once<Bool>()
  private let prints = Memo<[UInt8], [Int?: [String]]>()
  private let parts = Memo<String, FileIndex>()

  typealias Contents = (folders: [ListedFolder], outwardLinks: [String])

  init(root: String, _ read: @escaping @Sendable () -> Contents) {
    (self.root, self.read) = (root, read)
  }

  var folders: [ListedFolder] { contents.value(read).folders }

  /// Returns folders with exactly this name, else with one that Unicode considers equal.
  func folders(named name: String) -> [ListedFolder] {
    let all = folderNames.value { Dictionary(grouping: folders, by: \.name) }[name] ?? []
    let exact = all.filter { ExactName($0.name) == ExactName(name) }
    return exact.isEmpty ? all : exact
  }

  /// Returns the folders that hold references directly; only the first call's condition counts.
  func marked(_ isMarked: (ListedFolder) -> Bool) -> [ListedFolder] {
    markedFolders.value { folders.filter(isMarked) }
  }

  /// Returns a reference `<suite>/<file>` behind a link that leads out of the root, and the link.
  ///
  /// - Parameter isNamed: True if the user named the root: then any folder may hold references.
  func behindLink(suite: String, file: String, isNamed: Bool) -> BaselineAnswer? {
    for link in contents.value(read).outwardLinks {
      let name = Paths.name(link)
      let isMarked = ReferenceFolders.isMarked(name)
      guard isMarked || name == suite && (isNamed || ReferenceFolders.isReference(link)) else {
        continue
      }
      let path = Paths.join(isMarked ? Paths.join(link, suite) : link, file)
      if FileStatus.isFile(path) {
        return .behindLink(path: path, link: link, root: root)
      }
    }
    return nil
  }

  /// Returns the folders by the names of their images and texts, or by those of their other files,
  /// which most lookups do not need.
  private func byName(others: Bool) -> [String: [ListedFolder]] {
    names.value(others) {
      var holding: [String: [ListedFolder]] = [:]
      for folder in folders {
        for file in others ? folder.others : Array(folder.files) {
          holding[FileNames.folded(file), default: []].append(folder)
        }
      }
      return holding
    }
  }

  /// Returns the files with an ending that is not drawn, or all images and texts, by size.
  private func bySize(ending wanted: String? = nil) -> [Int: [String]] {
    sizes.value(wanted ?? "/") {
      let others = folders.lazy.flatMap { folder in
        folder.others.filter { ending(of: $0) == wanted }.map { Paths.join(folder.path, $0) }
      }
      return Dictionary(grouping: wanted == nil ? pictures : Array(others)) {
        (try? FileStatus(of: $0))?.stamp.size ?? -1
      }
    }
  }

  func folders(holding file: String, endingIn path: String = "") -> [ListedFolder] {
    let end = Array(("/" + path).utf8.reversed())
    let holding = byName(others: FileKind(name: file) == nil)[FileNames.folded(file)] ?? []
    let all = holding.filter { path.isEmpty || $0.path.utf8.reversed().starts(with: end) }
    let exact = all.filter { $0.spelling(of: file) == file }
    return exact.isEmpty ? all : exact
  }

  func files(equalTo file: String) -> [String] {
    guard let size = try? FileStatus(of: file).stamp.size else { return [] }
    let name = Paths.name(file)
    let ending = FileKind(name: name) == nil ? ending(of: name) : nil
    var like = bySize(ending: ending)[size] ?? []
    // Thousands of small files have one size: each is read once, not once for each of the others.
    if like.count > 1 {
      let byHash = hashes.value([ending ?? "/", String(size)]) {
        Dictionary(grouping: like) { hash(of: $0) }
      }
      like = byHash[hash(of: file)] ?? []
    }
    return like.filter { $0 != file && FileBytes.areEqual($0, file) }
  }

  private func hash(of path: String) -> Int {
    (try? Disk.real.read(path).bytes)?.hashValue ?? 0
  }

  var holdsPointers: Bool {
    pointers.value {
      bySize().contains { size, files in
        (100..<200).contains(size)
          && files.contains { (try? FileHead.read($0, count: 64)).map(FileHead.isPointer) == true }
      }
    }
  }

  func files(showing picture: String) -> [String] {
    let byShape = shapes.value { Dictionary(grouping: pictures) { PNGSizes.size($0) ?? [] } }
    guard let size = PNGSizes.size(picture), let like = byShape[size],
      let print = Self.print(of: picture)
    else { return [] }
    let byPrint = prints.value(size) { Dictionary(grouping: like) { Self.print(of: $0) } }
    return (byPrint[print] ?? []).filter { $0 != picture }
  }

  /// Returns a hash of a picture's pixels; nil if it cannot be read.
  static func print(of path: String) -> Int? {
    guard let room = try? PictureRoom(for: [path]) else { return nil }
    defer { withExtendedLifetime(room) {} }
    return (try? PNG.decode(contentsOf: path))?.hashValue
  }

  /// Returns the index of some of the files; only the first call's condition counts.
  func part(_ name: String, where isIn: @escaping (String) -> Bool) -> FileIndex {
    parts.value(name) {
      let part = folders.map { folder in folder.keeping { isIn(Paths.join(folder.path, $0)) } }
      return FileIndex(root: root) { (part, []) }
    }
  }

  private var pictures: [String] {
    folders.flatMap { folder in folder.files.map { Paths.join(folder.path, $0) } }
  }

  private static let runFolders = Set(Library.all.flatMap(\.outputs).map { Substring($0) })

  /// True if a file is in a folder that a run writes. The names of the folders above the root mean
  /// nothing.
  func isOfRun(_ path: String) -> Bool { Self.isOfRun(path, below: root) }

  static func isOfRun(_ path: String, below root: String) -> Bool {
    Paths.components(Paths.below(root, path) ?? "").contains(where: runFolders.contains)
  }
}

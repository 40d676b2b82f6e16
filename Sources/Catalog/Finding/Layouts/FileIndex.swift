import PNGCodec

/// The files of some folders by their names, for references that can be anywhere.
final class FileIndex {
  /// The folder that all of them lie in, links resolved.
  let root: String
  private let folders: [ListedFolder]
  private lazy var byName = Self.index(folders)
  private lazy var pictures = Self.pictures(in: folders)
  private lazy var bySize = Self.sizes(of: pictures)
  private lazy var byShape = Dictionary(grouping: pictures) { PNGSizes.size($0) ?? [] }
  private var prints: [String: Int] = [:]

  init(root: String, folders: [ListedFolder]) {
    self.root = root
    self.folders = folders
  }

  private static func index(_ folders: [ListedFolder]) -> [String: [Int32]] {
    var index: [String: [Int32]] = [:]
    for (number, folder) in folders.enumerated() {
      for file in folder.files { index[file, default: []].append(Int32(number)) }
    }
    return index
  }

  /// Folders that hold a file of this name, and end in `path`.
  func folders(holding file: String, endingIn path: String = "") -> [ListedFolder] {
    let all = (byName[file] ?? []).lazy.map { self.folders[Int($0)] }
    let exact = all.filter { $0.files.spelling(of: file) == file }
    let end = "/" + path
    return (exact.isEmpty ? Array(all) : Array(exact)).filter {
      path.isEmpty || $0.path.utf8.reversed().starts(with: end.utf8.reversed())
    }
  }

  /// The files that hold the bytes of another.
  func files(equalTo file: String) -> [String] {
    guard let size = try? FileStatus(of: file).stamp.size else { return [] }
    return (bySize[size] ?? []).filter { $0 != file && FileBytes.areEqual($0, file) }
  }

  /// Whether Git LFS has not fetched some of the files.
  lazy var holdsPointers = bySize.contains { size, files in
    (100..<200).contains(size)
      && files.contains { (try? FileHead.read($0, count: 64)).map(FileHead.isPointer) == true }
  }

  /// The files that show the pixels of another.
  func files(showing picture: String) -> [String] {
    guard let size = PNGSizes.size(picture), let print = print(of: picture) else { return [] }
    return (byShape[size] ?? []).filter { $0 != picture && self.print(of: $0) == print }
  }

  /// What tells a file's pixels from others'; nil where it cannot be read.
  private func print(of path: String) -> Int? {
    if let known = prints[path] { return known }
    guard let image = try? PNG.decode(contentsOf: path) else { return nil }
    var hasher = Hasher()
    hasher.combine(image.width)
    image.withPixels { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    let print = hasher.finalize()
    prints[path] = print
    return print
  }

  /// Every snapshot that is not what a run has written.
  private static func pictures(in folders: [ListedFolder]) -> [String] {
    folders.flatMap { folder in
      folder.files.lazy.filter { FileKind(name: $0) != nil }.map { Paths.join(folder.path, $0) }
    }
  }

  private static func sizes(of files: [String]) -> [Int: [String]] {
    Dictionary(grouping: files) { (try? FileStatus(of: $0))?.stamp.size ?? -1 }
  }
}

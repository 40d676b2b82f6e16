/// Where a file is. Of one in a folder that was read the path is put together when it is asked for:
/// ten thousand cases have forty thousand of them, and few are ever looked at.
struct FilePath: Sendable {
  private enum Place {
    case path(String)
    case listed(ListedFolder, UInt32)
  }

  private let place: Place

  init(_ path: String) { place = .path(path) }

  init(_ number: Int, in folder: ListedFolder) { place = .listed(folder, UInt32(number)) }

  var path: String {
    switch place {
    case .path(let path): path
    case .listed(let folder, let number): Paths.join(folder.path, folder.files[Int(number)])
    }
  }

  var name: String {
    switch place {
    case .path(let path): Paths.name(path)
    case .listed(let folder, let number): folder.files[Int(number)]
    }
  }

  func withName<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch place {
    case .path:
      var name = name
      return name.withUTF8(body)
    case .listed(let folder, let number): return folder.files.withBytes(of: Int(number), body)
    }
  }

  var kind: FileKind? {
    switch place {
    case .path(let path): FileKind(name: Paths.name(path))
    case .listed(let folder, let number): folder.files.kind(Int(number))
    }
  }

  var digest: UInt64 {
    switch place {
    case .path(let path): NameDigest.of(path: path)
    case .listed(let folder, let number): folder.digest(ofFile: Int(number))
    }
  }
}

extension FilePath: Hashable {
  static func == (first: FilePath, second: FilePath) -> Bool {
    if case .listed(let one, let number) = first.place,
      case .listed(let other, let otherNumber) = second.place
    {
      if one === other { return number == otherNumber }
    }
    return first.digest == second.digest && first.path == second.path
  }

  func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension ListedFolder {
  /// A file of it as a case keeps it.
  func file(_ number: Int) -> FilePath { FilePath(number, in: self) }

  /// A file of it by its name.
  func file(named name: String) -> FilePath? { files.number(of: name).map(file) }
}

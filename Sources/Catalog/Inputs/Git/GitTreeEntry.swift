import Base

/// A file as `git ls-tree` lists it: `100644 blob <object>`, a tab, then the path.
struct GitTreeEntry {
  let mode: String
  let object: String
  let path: ArraySlice<UInt8>

  init?(_ piece: ArraySlice<UInt8>) {
    guard let tab = piece.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    let words = piece[..<tab].texts(between: " ")
    guard words.count == 3 else { return nil }
    (mode, object, path) = (words[0], words[2], piece[(tab + 1)...])
  }

  static let listing = ["ls-tree", "-r", "-z", "--full-tree"]

  static func objects(in listing: [ArraySlice<UInt8>]) -> [ExactName: String] {
    var objects: [ExactName: String] = [:]
    for file in listing.lazy.compactMap({ GitTreeEntry($0) }) {
      guard let path = String(validating: file.path, as: UTF8.self) else { continue }
      objects[ExactName(path)] = file.object
    }
    return objects
  }
}

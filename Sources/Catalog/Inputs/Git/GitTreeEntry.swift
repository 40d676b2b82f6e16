/// A file as `git ls-tree` lists it: `100644 blob <object>`, a tab, then the path.
struct GitTreeEntry {
  let mode: String
  let object: String
  let path: ArraySlice<UInt8>

  /// - Parameter place: The object's place among the words; `git ls-files --stage` has none for a
  ///   kind.
  init?(_ piece: ArraySlice<UInt8>, object place: Int = 2) {
    guard let tab = piece.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    let words = piece[..<tab].texts(between: " ")
    guard words.count == 3 else { return nil }
    (mode, object, path) = (words[0], words[place], piece[(tab + 1)...])
  }
}

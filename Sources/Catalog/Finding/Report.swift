import Base

/// A library's own file that says what failed and where its files are. It comes with the failures,
/// so it is trusted only as far as `Claim` allows.
struct Report: Sendable {
  /// Lists the failures that the reports in a folder name.
  let list: @Sendable (Tree, ListedFolder, Source) -> [Sighting]
}

extension Report {
  /// Reads the file of this name in any folder, if it holds JSON of this type.
  init<Content: Decodable & Sendable>(
    _ name: String, as type: Content.Type,
    _ list: @escaping @Sendable (Tree, Content, _ path: String, Source) -> [Sighting]
  ) {
    self.init { tree, folder, source in
      let path = Paths.join(folder.path, name)
      guard folder.files.spelling(of: name) == name else { return [] }
      guard let content = Manifest.read(type, path) else {
        return Manifest.isBroken(path)
          ? [.skipped(Skipped(path, "a report that breaks off, so its failures are unknown."))] : []
      }
      return list(tree, content, path, source)
    }
  }
}

import Base

/// A file by which a library says itself what failed and where its files are. It comes with the
/// failures: what it names counts as far as `Claim` goes.
struct Report: Sendable {
  /// Lists the failures that the reports in a folder name.
  let list: @Sendable (Tree, ListedFolder, Source) -> [Sighting]

  init(_ list: @escaping @Sendable (Tree, ListedFolder, Source) -> [Sighting]) {
    self.list = list
  }

  /// Reads the file by a name in any folder, where it holds such JSON.
  init<Content: Decodable & Sendable>(
    _ name: String, as type: Content.Type,
    _ list: @escaping @Sendable (Tree, Content, _ path: String, Source) -> [Sighting]
  ) {
    self.init { tree, folder, source in
      let path = Paths.join(folder.path, name)
      guard folder.files.spelling(of: name) == name else { return [] }
      guard let content = Manifest.read(type, path) else {
        return Manifest.isBroken(path)
          ? [
            .skipped(
              Skipped(path, "a report that breaks off, so its failures are unknown."))
          ]
          : []
      }
      return list(tree, content, path, source)
    }
  }
}

import Base

/// A folder that can hold a baseline.
struct Candidate {
  let folder: ListedFolder
  /// The folder that the baseline must stay in.
  let root: String
  /// True if it holds references without a folder for each test file.
  var isFlat = false

  var parentName: String { Paths.name(Paths.parent(folder.path)) }

  /// A candidate with its links resolved.
  struct Settled: Sendable {
    let folder: ListedFolder
    let root: String
    /// The folder's path with links resolved.
    let real: String
    /// The nearest folder that holds it with links resolved: what is written stays in that.
    let home: String
    /// True if a link to it leads out of `root`.
    let isBehindLink: Bool

    /// - Parameter real: Resolves links.
    init(_ candidate: Candidate, _ real: (String) -> String) {
      (folder, root) = (candidate.folder, candidate.root)
      let path = real(folder.path)
      let parent = candidate.isFlat ? path : real(Paths.parent(folder.path))
      self.real = path
      isBehindLink = !Paths.isInside(path, root)
      home = Paths.isInside(path, parent) ? parent : root
    }

    /// The folder that it lies in.
    var parent: String { Paths.parent(folder.path) }

    /// The path of the file by a name, whether or not it is there.
    func path(of name: String) -> String {
      Paths.join(real, folder.spelling(of: name) ?? name)
    }
  }
}

import Base
import Host

/// All folders below a root, nearest first, each read once. Links are followed only if they stay
/// below the root, because a folder must not bring in files from elsewhere.
package struct Walk: Sendable {
  package var folders: [ListedFolder] = []
  /// Links to folders elsewhere, which were not followed.
  package var outwardLinks: [String] = []
  private var unread: [Skipped] = []
  package var entryCount = 0
  /// False if a limit ended the walk.
  private var isComplete = true

  package struct Limits: Sendable {
    package var entries: Int
    package var depth: Int
    /// Names of folders that are not entered.
    package var skipped: Set<String> = []
    /// True if a repository within the repository is another project, except for a submodule.
    package var staysInRepository = false
    /// Folders that are entered although their names begin with a dot.
    package var hidden: Set<String> = []
  }

  package init(_ root: String, limits: Limits) throws(SystemError) {
    var waiting = Waiting(root: root, limits: limits)
    take(try ListedFolder(reading: root), depth: 0, &waiting)
    while case let next = waiting.next(), !next.isEmpty {
      let allowed = next.filter { $0.depth <= limits.depth && entryCount < limits.entries }
      if allowed.count < next.count { isComplete = false }
      for (place, listing) in zip(allowed, Self.read(allowed)) {
        switch listing {
        case .success(let folder): take(folder, depth: place.depth, &waiting, place.isAlias)
        case .failure(let error):
          unread.append(
            Skipped(place.path, "cannot be read (\(error)); its snapshots are not listed."))
        }
      }
    }
    outwardLinks = waiting.outwardLinks
  }

  /// Everything below the root that was not read.
  package var skipped: [Skipped] {
    let rest = "too deep or too large to be read whole. Name the folder of failures in it."
    return unread + (isComplete ? [] : [Skipped(folders[0].path, rest)])
      + outwardLinks.map {
        Skipped($0, "a link that leads out of the opened folder; it was not followed.")
      }
  }

  private static func read(_ places: [Waiting.Place]) -> [Result<ListedFolder, SystemError>] {
    mapOnAllCores(places.count, band: 4) { index in
      let place = places[index]
      return Result { () throws(SystemError) in
        try ListedFolder(reading: place.path, isBehindLink: place.isBehindLink)
      }
    }
  }

  /// Folders that are still to be read.
  private struct Waiting {
    /// `isAlias` is true for a link that has a library's name for a folder of references, and for
    /// everything below it: these names count, although the folders have others too.
    typealias Place = (path: String, depth: Int, isBehindLink: Bool, isAlias: Bool)

    let root: String
    let limits: Limits
    var seen: Set<FileIdentity> = []
    /// The submodules of the repositories that were entered.
    var submodules: Set<String> = []
    var outwardLinks: [String] = []
    var folders: [Place] = []
    var links: [Place] = []
    var position = 0

    mutating func add(_ folder: ListedFolder, depth: Int, isAlias: Bool) {
      let hidden = folder.hiddenFolders.filter(limits.hidden.contains)
      for name in folder.folders + hidden where !limits.skipped.contains(name) {
        folders.append((Paths.join(folder.path, name), depth + 1, folder.isBehindLink, isAlias))
      }
      // Links inside a linked folder could lead in circles.
      guard !isAlias else { return }
      for path in folder.links.map({ Paths.join(folder.path, $0) }) {
        if let real = try? Paths.real(path), Paths.isInside(real, root) {
          let isAlias = limits.staysInRepository && ReferenceFolders.isMarked(Paths.name(path))
          links.append((path, depth + 1, true, isAlias))
        } else {
          outwardLinks.append(path)
        }
      }
    }

    /// Returns the next folders to read at once. Links come last, one by one, so that a folder is
    /// known by its own path if it has one here.
    mutating func next() -> [Place] {
      guard position < folders.count else { return links.popLast().map { [$0] } ?? [] }
      let next = folders[position..<min(position + 256, folders.count)]
      position = next.endIndex
      return Array(next)
    }
  }

  private mutating func take(
    _ folder: ListedFolder, depth: Int, _ waiting: inout Waiting, _ isAlias: Bool = false
  ) {
    if let identity = folder.identity, !waiting.seen.insert(identity).inserted, !isAlias { return }
    if waiting.limits.staysInRepository, folder.isRepository {
      guard depth == 0 || waiting.submodules.contains(folder.path) else { return }
      waiting.submodules.formUnion(Repositories.submodules(in: folder.path))
    }
    waiting.add(folder, depth: depth, isAlias: isAlias)
    entryCount += folder.entryCount
    folders.append(folder)
    unread += folder.skipped
    // Some tools name a folder after the picture whose files it holds.
    if depth > 0, folder.entryCount == 0, let kind = FileKind(name: folder.name), kind != .text {
      unread.append(Skipped(folder.path, "an empty folder instead of a picture. Remove it."))
    }
  }
}

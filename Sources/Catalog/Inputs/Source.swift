import Base
import Host
import Settings

/// A path as given by the user.
struct GivenPath {
  static let standardInputName = "-"

  static let standardInput = GivenPath(archive: "/dev/stdin", shown: standardInputName)

  /// The path as given, safe to show.
  let shown: String
  /// The absolute path. Links are resolved except for the file itself, whose name decides its kind.
  let path: String
  let kind: FileType
  /// The artifact's name, if the path is a fetched one.
  var artifact: String?
  /// The archive whose contents the folder holds; nil for the user's own folders.
  var archive: String?
  /// The links of an unpacked archive, and what they lead to.
  var links: [String: String] = [:]

  /// The name used in messages.
  var name: String { isUnpacked ? shown : path }
  var isUnpacked: Bool { archive != nil }

  init(_ given: String) throws(CatalogError) {
    shown = printable(given)
    let wanted =
      "Name a folder of failed snapshots, a single failure, or a reference and its actual."
    guard !given.isEmpty else {
      throw .wrongUse("A path is empty: perhaps a variable is not set. \(wanted)")
    }
    do throws(SystemError) {
      kind = try FileStatus(of: given).kind
      if kind == .folder {
        path = try Paths.real(given)
      } else {
        let absolute = Paths.resolve(given, from: Paths.workingFolder)
        path = Paths.join(try Paths.real(Paths.parent(absolute)), Paths.name(absolute))
      }
    } catch {
      let hint = error.isMissing ? Self.nearest(to: given).map { "Did you mean \($0)? " } : nil
      throw CatalogError(unreadable: printable(given), error, " \(hint ?? "")\(wanted)")
    }
  }

  /// Returns the path that was probably meant, which differs in the spelling of the last part.
  private static func nearest(to given: String) -> String? {
    let folder = Paths.parent(given)
    let name = Spelling.nearest(to: Paths.name(given), among: FolderNames.all(in: folder))
    return name.map { printable(folder == "." ? $0 : Paths.join(folder, $0)) }
  }

  /// Creates a path for a fetched or an inner archive, or for a log from standard input.
  init(archive path: String, shown: String, as artifact: String? = nil) {
    (self.shown, self.path, kind, self.artifact) = (shown, path, .file, artifact)
  }

  var folder: String { kind == .folder ? path : Paths.parent(path) }

  /// True for `/dev/null`, which git gives for a side that has no file.
  var isAbsent: Bool { path == "/dev/null" }
}

struct Source {
  let place: GivenPath
  /// The folder whose tree was read.
  let top: String
  let folders: [ListedFolder]
  /// Links that lead out of the tree, which are not followed.
  let outwardLinks: [String]
  let skipped: [Skipped]
  /// The only file that was asked for; nil for whole folders.
  let onlyFile: String?
  /// The failures of a log, by their files; all other files are left out.
  var logged: LoggedFiles?

  init(_ place: GivenPath, limits: Walk.Limits = .named) throws(CatalogError) {
    self.place = place
    guard place.kind == .folder || place.kind == .file else {
      throw .wrongUse("\(place.shown): neither a folder nor a plain file.")
    }
    do throws(SystemError) {
      if place.kind == .folder {
        let walk = try Walk(place.path, limits: limits)
        (top, folders, onlyFile) = (place.path, walk.folders, nil)
        (outwardLinks, skipped) = (walk.outwardLinks, walk.skipped)
      } else {
        top = Paths.parent(place.path)
        (folders, onlyFile) = ([try ListedFolder(reading: top)], place.path)
        (outwardLinks, skipped) = ([], [])
      }
    } catch {
      throw .unreadable("\(place.shown): cannot be read (\(error)).")
    }
  }

  /// Reads only the folders that hold some files.
  init(_ place: GivenPath, top: String, files: some Sequence<String>, _ logged: LoggedFiles? = nil)
  {
    (self.place, self.top, self.logged) = (place, top, logged)
    folders = Set(files.map(Paths.parent)).sorted().compactMap { try? ListedFolder(reading: $0) }
    (outwardLinks, skipped, onlyFile) = ([], [], nil)
  }

  /// Examines the folders on all cores and returns the results in the order of the folders.
  func lookIntoFolders<Found: Sendable>(_ look: @Sendable (ListedFolder) -> Found?) -> [Found] {
    mapOnAllCores(folders.count, band: 4) { look(folders[$0]) }.compactMap(\.self)
  }

  /// Returns the links to folders in a folder, and what they lead to.
  func links(in folder: ListedFolder) -> [(path: String, target: String)] {
    let links = folder.links.map { Paths.join(folder.path, $0) }
    return links.compactMap { link in (try? Paths.real(link)).map { (link, $0) } }
      + place.links.filter { Paths.parent($0.key) == folder.path }.map { ($0.key, $0.value) }
  }

  /// Returns the folder in which the decisions about these sources are kept.
  ///
  /// - Parameter layouts: Folders that hold class folders, according to the cases found in them, so
  ///   that decisions are found again whether one class folder or the whole is opened.
  static func commonRoot(of sources: [Source], layouts: Set<String>) -> String {
    let roots = sources.map { source in
      if layouts.contains(source.top) { return source.top }
      let above = layouts.filter { Paths.isInside(source.top, $0) && $0 != "/" }
      return above.max { $0.utf8.count < $1.utf8.count } ?? source.top
    }
    return roots.first { root in roots.allSatisfy { Paths.isInside($0, root) } }
      // The choice must not depend on the order in which they were given.
      ?? roots.min { ExactName($0) < ExactName($1) } ?? "/"
  }
}

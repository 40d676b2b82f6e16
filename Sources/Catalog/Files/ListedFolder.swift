import Base
import Host

/// The contents of a folder at the time when it was read.
package final class ListedFolder: Sendable {
  package let path: String
  /// Images and texts.
  package let files: FileNames
  /// All other plain files; they are snapshots only if a layout says so.
  let others: [String]
  private let otherNames = Once<FileNames>()
  /// Names of the folders in it, without hidden ones.
  package let folders: [String]
  /// Names of hidden folders and of `node_modules`, which are not entered.
  let hiddenFolders: [String]
  /// Names of texts and documents that begin with a dot; pictures with such names are in `files`.
  let hiddenFiles: [String]
  /// Names of links to folders, which a walk follows last.
  let links: [String]
  /// Names of those `files` that are links.
  let linkedFiles: [String]
  let identity: FileIdentity?
  /// The number of entries except "." and "..", including hidden ones.
  package let entryCount: Int
  /// Entries that are named like snapshots but are not, or whose names are not UTF-8, so that we can
  /// neither show nor open them.
  let skipped: [Skipped]
  /// Entries without a snapshot's name that are no files or folders; for use among failures.
  let oddEntries: [Skipped]
  package let isRepository: Bool
  /// True if the walk reached this folder through a symlink; `path` is then unresolved.
  let isBehindLink: Bool

  package var name: String { Paths.name(path) }

  /// Returns the path of a file by this name, as the folder itself spells it.
  package func path(of file: String) -> String? {
    spelling(of: file).map { Paths.join(path, $0) }
  }

  func spelling(of file: String) -> String? {
    if FileKind(name: file) != nil { return files.spelling(of: file) }
    return otherNames.value {
      var names = FileNames()
      for name in others { names.insert(name) }
      return names
    }.spelling(of: file)
  }

  var pictures: [String] {
    files.filter { FileKind(name: $0) != .text }.map { Paths.join(path, $0) }
  }

  /// Every plain file, because one that cannot be drawn may be a snapshot too.
  var allFiles: [String] { Array(files) + others }

  package init(reading path: String, isBehindLink: Bool = false) throws(SystemError) {
    var listing = Listing(path: path)
    identity = try FolderEntry.forEach(in: path) { listing.add($0) }
    (self.path, self.isBehindLink) = (path, isBehindLink)
    (files, others) = (listing.files, listing.others)
    (folders, hiddenFolders) = (listing.folders, listing.hiddenFolders)
    hiddenFiles = listing.hiddenFiles
    (links, linkedFiles) = (listing.links, listing.linkedFiles)
    (entryCount, skipped, oddEntries) = (
      listing.entryCount, listing.allSkipped, listing.oddEntries
    )
    isRepository = listing.isRepository
  }

  /// The entries of a folder that have been read so far.
  private struct Listing {
    let path: String
    var files = FileNames()
    var others: [String] = []
    var folders: [String] = []
    var hiddenFolders: [String] = []
    var hiddenFiles: [String] = []
    var links: [String] = []
    var linkedFiles: [String] = []
    var entryCount = 0
    var isRepository = false
    private var unreadableNames = 0
    private var skipped: [Skipped] = []
    var oddEntries: [Skipped] = []

    init(path: String) { self.path = path }

    var allSkipped: [Skipped] {
      unreadableNames == 0
        ? skipped : skipped + [Skipped(unreadableNames: unreadableNames, in: path)]
    }

    mutating func add(_ entry: FolderEntry) {
      guard let name = entry.name else {
        unreadableNames += 1
        return
      }
      entryCount += 1
      let isHidden = name.utf8.first == UInt8(ascii: ".")
      if entry.type == .file, !isHidden || FileKind.isHiddenPicture(name) {
        addFile(name)
      } else {
        add(name, entry.type, isHidden: isHidden)
      }
    }

    private mutating func addFile(_ name: String) {
      if FileKind(name: name) != nil {
        files.insert(name)
      } else if !FileKind.isSystemFile(name) {
        others.append(name)
      }
    }

    private mutating func add(_ name: String, _ type: FileType?, isHidden: Bool) {
      if name == ".git" { isRepository = true }
      guard !isHidden, name != "node_modules" else {
        let type = type ?? (try? FileStatus(of: Paths.join(path, name)))?.kind
        if type == .folder { hiddenFolders.append(name) }
        if type == .file, FileKind.isHiddenSnapshot(name) { hiddenFiles.append(name) }
        return
      }
      switch type {
      case .folder: folders.append(name)
      case .link, nil: addByStatus(name, isLink: type == .link)
      case .file, .other: skip(name, "a pipe, a socket or a device instead of a file. Remove it.")
      }
    }

    /// Notes why an entry is no snapshot; without a snapshot's name, it counts only among failures.
    private mutating func skip(_ name: String, _ why: String) {
      let why = Skipped(Paths.join(path, name), why)
      if FileKind(name: name) != nil { skipped.append(why) } else { oddEntries.append(why) }
    }

    private mutating func addByStatus(_ name: String, isLink: Bool) {
      let status: FileStatus
      do throws(SystemError) {
        status = try FileStatus(of: Paths.join(path, name))
      } catch {
        if error.isMissing {
          skip(name, "a link to a file that is not there. Remove it, or put the file back.")
        } else {
          skipped.append(Skipped(Paths.join(path, name), "cannot be read (\(error))."))
        }
        return
      }
      switch status.kind {
      case .file:
        addFile(name)
        if isLink || FileStatus.isLink(Paths.join(path, name)) { linkedFiles.append(name) }
      case .folder where isLink || FileStatus.isLink(Paths.join(path, name)): links.append(name)
      case .folder: folders.append(name)
      case .link, .other: skip(name, "neither a file nor a folder. Remove it.")
      }
    }
  }
}

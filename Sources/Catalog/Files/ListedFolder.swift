import Base
import Host

/// The contents of a folder at the time when it was read.
package struct ListedFolder: Sendable {
  package let path: String
  /// Images and texts.
  package private(set) var files = FileNames()
  /// All other plain files; they are snapshots only if a layout says so.
  private(set) var others: [String] = []
  private let otherNames = Once<FileNames>()
  /// Names of the folders in it, without hidden ones.
  package private(set) var folders: [String] = []
  /// Names of hidden folders and of `node_modules`, which are not entered.
  private(set) var hiddenFolders: [String] = []
  /// Names of texts and documents that begin with a dot; pictures with such names are in `files`.
  private(set) var hiddenFiles: [String] = []
  /// Names of links to folders, which a walk follows last.
  private(set) var links: [String] = []
  private(set) var linkedFiles: [String] = []
  private(set) var identity: FileIdentity?
  /// The number of entries except "." and "..", including hidden ones.
  package private(set) var entryCount = 0
  /// Entries that are named like snapshots but are not, or whose names are not UTF-8, so that we can
  /// neither show nor open them.
  private(set) var skipped: [Skipped] = []
  /// Entries without a snapshot's name that are no files or folders; for use among failures.
  private(set) var oddEntries: [Skipped] = []
  package private(set) var isRepository = false
  /// True if the walk reached this folder through a symlink; `path` is then unresolved.
  let isBehindLink: Bool

  package init(reading path: String, isBehindLink: Bool = false) throws(SystemError) {
    (self.path, self.isBehindLink) = (path, isBehindLink)
    var unreadableNames = 0
    identity = try FolderEntry.forEach(in: path) { entry in
      guard let name = entry.name else {
        unreadableNames += 1
        return
      }
      add(name, entry.type)
    }
    if unreadableNames > 0 {
      skipped.append(Skipped(unreadableNames: unreadableNames, in: path))
    }
  }

  package var name: String { Paths.name(path) }

  /// Returns the path of a file by this name, as the folder itself spells it.
  package func path(of file: String) -> String? {
    spelling(of: file).map { Paths.join(path, $0) }
  }

  func spelling(of file: String) -> String? {
    if FileKind(name: file) != nil { return files.spelling(of: file) }
    return otherNames.value { FileNames(others) }.spelling(of: file)
  }

  /// Returns the folder with only some of its files.
  func keeping(_ isKept: (String) -> Bool) -> ListedFolder {
    var folder = self
    folder.files = FileNames(files.filter(isKept))
    folder.others = others.filter(isKept)
    return folder
  }

  var pictures: [String] {
    files.filter { FileKind(name: $0) != .text }.map { Paths.join(path, $0) }
  }

  /// Every plain file, because one that cannot be drawn may be a snapshot too.
  var allFiles: [String] { Array(files) + others }

  // MARK: Reading

  private mutating func add(_ name: String, _ type: FileType?) {
    entryCount += 1
    let isHidden = name.utf8.first == UInt8(ascii: ".")
    if type == .file, !isHidden || FileKind.isHiddenPicture(name) { return addFile(name) }
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

  private mutating func addFile(_ name: String) {
    if FileKind(name: name) != nil {
      files.insert(name)
    } else if !FileKind.isSystemFile(name) {
      others.append(name)
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

extension ListedFolder {
  func isCopy(_ file: String) -> Bool {
    CopyName.originals(of: file).contains { spelling(of: $0) != nil }
  }
}

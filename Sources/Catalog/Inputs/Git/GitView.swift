import Base
import Host

/// A git folder of our own, through which git sees a repository's objects, references and index,
/// but not its configuration or hooks.
///
/// All programs that git starts are named in a configuration: filters, monitors, drivers,
/// transports, signature checkers. The view has no such configuration. The work trees of git's own
/// `git-new-workdir` are similar, but they link the configuration too.
final class GitView: Sendable {
  /// The view's folder, which is removed together with it.
  let path: String
  /// The variables that point git to the view.
  let environment: [String]

  init(
    of folders: GitFolders, _ settings: GitSettings, in place: PrivateFolder
  ) throws(SystemError) {
    path = Paths.join(place.path, "git-" + randomDigits(8))
    let common = Paths.join(path, "common")
    let own = folders.isLinked ? Paths.join(path, "own") : common
    environment = [
      "GIT_DIR=\(own)", "GIT_WORK_TREE=\(folders.top)", "GIT_INDEX_FILE=\(folders.index)",
      "GIT_OBJECT_DIRECTORY=\(folders.objects)",
    ]
    try Disk.real.makeFolders(to: common, mode: 0o700)
    try Self.show(folders.common, in: common)
    try Self.create("config", in: common, Self.configuration(settings))
    if folders.isLinked {
      try Disk.real.makeFolders(to: own, mode: 0o700)
      try Self.show(folders.own, in: own)
      try Self.create("commondir", in: own, Array("../common\n".utf8))
    }
  }

  deinit { PrivateFolder.removeTree(path) }

  private static func show(_ source: String, in view: String) throws(SystemError) {
    for name in FolderNames.all(in: source) {
      let original = Paths.join(source, name)
      if name == "HEAD" {
        // Git does not accept a link as `HEAD`.
        try create(name, in: view, try Disk.real.read(original, limit: .rules).bytes)
      } else if ["refs", "packed-refs", "reftable", "logs", "info", "shallow"].contains(name)
        || name.hasPrefix("sharedindex.") || name.hasSuffix("_HEAD")
      {
        // `sharedindex.*` is the larger part of a split index; `MERGE_HEAD` and the like are
        // revisions.
        try Disk.real.makeLink(Paths.join(view, name), to: original)
      }
    }
  }

  private static func create(
    _ name: String, in view: String, _ bytes: [UInt8]
  ) throws(SystemError) {
    try Disk.real.create(Paths.join(view, name), bytes, isVital: false)
  }

  /// Returns the settings that git needs to read the repository at all. They must be in a file,
  /// because git does not take them from the environment.
  private static func configuration(_ settings: GitSettings) -> [UInt8] {
    var text = "[core]\nrepositoryFormatVersion = 1\nbare = false\n[extensions]\n"
    for (name, value) in [
      ("objectFormat", settings.objectFormat), ("refStorage", settings.refStorage),
    ] {
      guard let value, value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
        continue
      }
      text += "\(name) = \(value)\n"
    }
    return Array(text.utf8)
  }
}

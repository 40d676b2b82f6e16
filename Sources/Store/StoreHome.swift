import Base
import Host

/// The place where the decisions on some baselines are kept.
package struct StoreHome: Hashable, Sendable {
  /// The work tree that contains the baselines or, without a repository, their root. The journal's
  /// paths are relative to it, so that a moved project keeps its decisions. Absolute, links
  /// resolved.
  package let folder: String
  /// The store's own folder; nil if the user has no home folder.
  package let place: String?
  /// True if the location of `place` does not tell whose store it is, so a file in it names
  /// `folder`.
  package let isNamed: Bool

  package init(folder: String, place: String?, isNamed: Bool = false) {
    (self.folder, self.place, self.isNamed) = (folder, place, isNamed)
  }
}

extension StoreHome {
  package init(folder: String, in state: UserFolder?) {
    let name = Self.name(of: folder)
    let place = state.map { Paths.join(Paths.join($0.path, Self.folders), name) }
    self.init(folder: folder, place: place, isNamed: true)
  }

  private static let folders = "folders"

  private static func name(of folder: String) -> String {
    String(Fingerprint.hash(Array(folder.utf8)).prefix(32))
  }

  /// True if the journal ends with the beginning of a step, as after a kill.
  package var isInterrupted: Bool {
    let (folder, newline) = (StoreFolder(path: place ?? "", disk: .real), UInt8(ascii: "\n"))
    guard folder.condition() == .usable,
      let bytes = try? Disk.real.read(folder.journal, limit: .journal).bytes,
      // What follows the last newline is incomplete.
      let end = bytes.lastIndex(of: newline)
    else { return false }
    let line = bytes[(bytes[..<end].lastIndex(of: newline) ?? 0)..<end]
    return ["\"event\":\"begin\"", "\"file\":{"].allSatisfy { line.firstRange(of: $0.utf8) != nil }
  }

  /// The folders outside any repository whose baselines this user has decided on.
  package static func known(in state: UserFolder?) -> Set<String> {
    guard let state else { return [] }
    let top = Paths.join(state.path, folders)
    let named = FolderNames.all(in: top).compactMap { name -> String? in
      let file = StoreFolder(path: Paths.join(top, name), disk: .real).name
      guard let bytes = try? FileHead.read(file, count: 8192),
        let folder = String(validating: bytes.dropLast(), as: UTF8.self),
        name == Self.name(of: folder)
      else { return nil }
      return folder
    }
    return Set(named)
  }
}

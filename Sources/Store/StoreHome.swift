import Base
import Host

/// The place where the decisions on some baselines are kept.
package struct StoreHome: Hashable, Sendable {
  /// The work tree that the baselines lie in; without a repository, their root. The journal's paths
  /// start here, so that a moved project keeps its decisions. Absolute, links resolved.
  package let folder: String
  /// The store's own folder; nil for a user without a home folder.
  package let place: String?
  /// True if nothing around `place` tells whose store it is, so that a file in it names `folder`.
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

  /// The folders in no repository on whose baselines this user has decided.
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

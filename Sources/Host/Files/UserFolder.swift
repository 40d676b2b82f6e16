import Base
import Libc

/// The folder in which this user, on this machine, keeps what snapreview remembers. Files that come
/// with a folder of failures cannot write here, so its content is known to be the user's own.
package struct UserFolder: Hashable, Sendable {
  package static let name = "snapreview"

  /// Absolute; it need not exist.
  package let path: String

  package init(path: String) { self.path = path }

  /// The folder for what must be remembered; nil if the user has no home folder.
  package static var state: UserFolder? { UserFolder(.state, known) }

  /// The folder for what can be recomputed and may be deleted at any time; nil if the user has no
  /// home folder.
  package static var cache: UserFolder? { UserFolder(.cache, known) }

  package enum Purpose: Sendable {
    case state, cache

    fileprivate var variable: String {
      switch self {
      case .state: "XDG_STATE_HOME"
      case .cache: "XDG_CACHE_HOME"
      }
    }

    /// The location in the home folder if the variable is not set.
    fileprivate var place: String {
      switch self {
      case .state: ".local/state"
      case .cache:
        #if canImport(Darwin)
          "Library/Caches"
        #else
          ".cache"
        #endif
      }
    }
  }

  /// - Parameter variable: Returns the value of an environment variable. As the XDG specification
  ///   says, a relative path is ignored.
  package init?(_ purpose: Purpose, _ variable: (String) -> String?) {
    if let given = variable(purpose.variable), given.hasPrefix("/") {
      path = Paths.join(given, Self.name)
    } else if let home = variable("HOME"), home.hasPrefix("/") {
      path = Paths.join(Paths.join(home, purpose.place), Self.name)
    } else {
      return nil
    }
  }

  /// Makes the folder, private to the user, and any missing folders above it.
  ///
  /// - Throws: `EACCES` if somebody else can write to the folder.
  package func make(on disk: Disk = .real) throws(SystemError) {
    for folder in disk.missingFolders(to: path) {
      do throws(SystemError) {
        try disk.makeFolder(folder, mode: 0o700)
        try? disk.syncFolder(Paths.parent(folder))
      } catch {
        guard error.isTaken else { throw error }
      }
    }
    guard isPrivate else { throw SystemError(EACCES) }
  }

  /// True if the folder exists and nobody but the user can write to it; only then can its content
  /// be trusted.
  package var isPrivate: Bool {
    guard let status = try? FileStatus(of: path) else { return false }
    return status.kind == .folder && status.owner == UInt32(geteuid()) && status.mode & 0o022 == 0
  }

  private static func known(_ variable: String) -> String? {
    Environment.value(variable) ?? (variable == "HOME" ? accountHome : nil)
  }

  /// The home folder from the user database, for a process that was started without `HOME`.
  private static var accountHome: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var text = [CChar](repeating: 0, count: 16_384)
    guard unsafe getpwuid_r(geteuid(), &entry, &text, text.count, &found) == 0, unsafe found != nil
    else {
      return nil
    }
    return unsafe entry.pw_dir.map { unsafe String(cString: $0) }
  }
}

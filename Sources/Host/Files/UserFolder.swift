import Base
import Libc

/// A folder in which this user keeps, on this machine, what snapreview remembers. What comes with a
/// folder of failures cannot write here, so this is how it is distinguished from what the user made.
package struct UserFolder: Hashable, Sendable {
  package static let name = "snapreview"

  /// Absolute; it need not exist.
  package let path: String

  package init(path: String) { self.path = path }

  /// What must be remembered; nil for a user without a home folder.
  package static var state: UserFolder? { UserFolder(.state, known) }

  /// What can be found out again, and may be deleted at any time; nil for a user without a home
  /// folder.
  package static var cache: UserFolder? { UserFolder(.cache, known) }

  package enum Purpose: Sendable {
    case state, cache

    fileprivate var variable: String {
      switch self {
      case .state: "XDG_STATE_HOME"
      case .cache: "XDG_CACHE_HOME"
      }
    }

    /// The place in the home folder where the variable is not set.
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

  /// - Parameter variable: The value of an environment variable; as their specification says, a
  ///   relative path does not count.
  package init?(_ purpose: Purpose, _ variable: (String) -> String?) {
    if let given = variable(purpose.variable), given.hasPrefix("/") {
      path = Paths.join(given, Self.name)
    } else if let home = variable("HOME"), home.hasPrefix("/") {
      path = Paths.join(Paths.join(home, purpose.place), Self.name)
    } else {
      return nil
    }
  }

  /// Makes the folder, for the user's eyes only, and those above it that are missing.
  ///
  /// - Throws: Also where a folder that is there already can be written by somebody else.
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

  /// True if the folder is there and nobody but the user can write to it: only then does what lies
  /// in it prove anything.
  package var isPrivate: Bool {
    guard let status = try? FileStatus(of: path) else { return false }
    return status.kind == .folder && status.owner == UInt32(geteuid()) && status.mode & 0o022 == 0
  }

  private static func known(_ variable: String) -> String? {
    Environment.value(variable) ?? (variable == "HOME" ? accountHome : nil)
  }

  /// The home folder in the user database, for a process that was started without `HOME`.
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

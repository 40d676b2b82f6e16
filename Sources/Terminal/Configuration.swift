import Base
import Essentials

/// The user's own files, in `$XDG_CONFIG_HOME/snapreview` or else `~/.config/snapreview`.
package enum Configuration {
  /// Returns the path of one of the files, even if it does not exist.
  package static func path(_ name: String) -> String {
    let given = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    let folder = given.isEmpty ? Paths.join(home, ".config") : given
    return Paths.join(folder, "snapreview/" + name)
  }

  package static func isThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}

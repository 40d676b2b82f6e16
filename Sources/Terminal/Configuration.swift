#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's own files: `$XDG_CONFIG_HOME/snapreview`, else `~/.config/snapreview`.
enum Configuration {
  /// Why a file cannot be used: one sentence.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// The path of one of them, whether it is there or not.
  static func path(_ name: String) -> String {
    let given = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? ""
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    return (given.isEmpty ? home + "/.config" : given) + "/snapreview/" + name
  }

  static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  static func text(of path: String) throws(Unreadable) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      let reason = isThere(path) ? "cannot be read as text in UTF-8" : "no such file"
      throw Unreadable(description: "\(path): \(reason).")
    }
  }
}

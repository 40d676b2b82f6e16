internal import Catalog
import PNGCodec

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

  static func text(of path: String, limit: SizeLimit) throws(Unreadable) -> String {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Disk.real.read(path, limit: limit).bytes
    } catch {
      throw Unreadable(description: "\(printable(path)): cannot be read (\(error)).")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Unreadable(description: "\(printable(path)): is not a text in UTF-8.")
    }
    return text
  }
}

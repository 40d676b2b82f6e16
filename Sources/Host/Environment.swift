private import CSystem
import Libc

/// The words and variables that this process was started with.
package enum Environment {
  /// The command line, with the program's own name first. On Linux Swift reads its own from /proc,
  /// and has none where that is missing.
  package static let arguments: [String] = {
    let count = snap_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).compactMap { unsafe snap_argument($0).map { unsafe String(cString: $0) } }
  }()

  /// Returns the value of a variable; nil if it is not set or is empty.
  package static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

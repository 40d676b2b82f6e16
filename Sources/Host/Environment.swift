private import CSystem
import Libc

/// The arguments and variables that this process was started with.
package enum Environment {
  /// The command line, starting with the program's name. On Linux, Swift reads it from /proc and
  /// has no arguments if that is missing.
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

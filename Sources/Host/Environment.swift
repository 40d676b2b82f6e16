import Libc

/// The variables that this process was started with.
package enum Environment {
  /// Returns the value of a variable; nil if it is not set or is empty.
  package static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

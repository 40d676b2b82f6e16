import Catalog
import Essentials
import Libc

/// Why Foundation could not do something with a file.
enum FileTrouble {
  /// The system's own reason where there is one: "permission denied". No full stop.
  static func reason(_ error: any Error) -> String {
    let cause = (error as? CocoaError)?.underlying ?? error
    if let cause = cause as? POSIXError { return SystemError(cause.code.rawValue).description }
    return printable("\(cause)")
  }
}

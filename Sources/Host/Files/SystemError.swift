import Libc

/// The system's reason for a failed call.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32
  /// Our own message for an error that did not come from the system.
  private let reason: String?

  package init(_ code: Int32) { self.init(code, nil) }

  private init(_ code: Int32, _ reason: String?) {
    self.code = code
    self.reason = reason
  }

  /// Returns the error for a file of too many bytes; nil if the file may be read.
  package static func excess(_ bytes: Int, over limit: SizeLimit) -> SystemError? {
    limit.refusal(bytes).map { SystemError(EFBIG, $0) }
  }

  /// The error of the call that has just returned.
  package static var last: SystemError { SystemError(errno) }

  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  package var isTaken: Bool { code == EEXIST }
  package var isNotEmpty: Bool { code == ENOTEMPTY || code == EEXIST }

  /// The reason as part of a sentence, such as "permission denied".
  package var description: String {
    if let reason { return reason }
    return switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the disk is read-only"
    case EIO: "the disk reports an input/output error"
    case ENOTDIR: "a part of the path is not a folder"
    case EBUSY, EWOULDBLOCK: "another program is using it"
    case EISDIR: "it is a folder"
    case ELOOP: "the links lead in a circle"
    case ENAMETOOLONG: "the name is too long"
    case ESTALE, ENODEV, ENXIO, ENOTCONN: "the disk is gone"
    default: unsafe String(cString: strerror(code)).lowercased()
    }
  }
}

import Libc

/// The disk as the store uses it; the store reads, writes, locks and queries only through these
/// calls.
///
/// An interceptor sees each call before it is made and may refuse it. Tests use it to make calls
/// fail, to simulate the end of the process before any call, or to let another store run in
/// between.
package final class Disk: Sendable {
  /// An interceptor's decision on a call.
  package enum Verdict: Sendable {
    case proceed
    /// The call is not made but succeeds.
    case skip
    /// The call is not made and fails, except that `close` still closes the file.
    case fail(SystemError)
    /// `pread` and `write` move only half of the bytes.
    case half
  }

  /// Receives the call, its path and, for `rename`, the second path.
  package typealias Interceptor =
    @Sendable (_ call: SystemCall, _ path: String, _ target: String?) -> Verdict

  package static let real = Disk()

  private let interceptor: Interceptor?

  package init(interceptor: Interceptor? = nil) { self.interceptor = interceptor }

  /// Makes a call, retries it if a signal interrupts it, and throws the error for a negative
  /// result.
  ///
  /// - Parameters:
  ///   - count: The number of bytes to move.
  ///   - body: Receives the number of bytes to move.
  @discardableResult
  func make<Result: SignedInteger>(
    _ call: SystemCall, _ path: String, target: String? = nil, count: Int = 0,
    _ body: (Int) -> Result
  ) throws(SystemError) -> Result {
    while true {
      let error: SystemError
      switch interceptor?(call, path, target) ?? .proceed {
      case .skip: return 0
      case .fail(let refusal): error = refusal
      case let verdict:
        var allowed = count
        if case .half = verdict { allowed = (count + 1) / 2 }
        let result = body(allowed)
        if result >= 0 { return result }
        error = .last
      }
      if error.code != EINTR || !call.isRetried { throw error }
    }
  }
}

package struct OpenFile: Sendable {
  let descriptor: Int32
  package let path: String

  package static let standardInput = OpenFile(descriptor: STDIN_FILENO, path: "-")
  package static let standardOutput = OpenFile(descriptor: STDOUT_FILENO, path: "-")
  package static let standardError = OpenFile(descriptor: STDERR_FILENO, path: "-")
}

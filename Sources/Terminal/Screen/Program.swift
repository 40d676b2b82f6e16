import Base
import Host

/// Runs other programs.
package enum Program {
  /// Runs it without input, and returns its output and exit status; nil when it cannot be
  /// started, is killed, or takes longer than half a second.
  package static func ask(_ words: [String]) -> (text: String, status: Int32)? {
    let child = try? ChildProcess(
      words, environment: ChildProcess.ownEnvironment, limit: .total(500))
    guard let child else { return nil }
    let text = String(decoding: child.rest(), as: UTF8.self)
    let status = child.end()
    return status < 0 ? nil : (text, status)
  }
}

import Base
import Host

package enum Program {
  /// Runs it without input, and returns its output and exit status; nil when it cannot be
  /// started, is killed, or takes longer than half a second.
  package static func ask(_ words: [String]) -> (text: String, status: Int32)? {
    run(words, limit: 500).flatMap { $0.status < 0 ? nil : $0 }
  }

  /// Runs it without input, and returns what it and its own programs have written by then; empty when
  /// it cannot be started.
  package static func output(of words: [String], within milliseconds: Int) -> String {
    run(words, limit: milliseconds)?.text ?? ""
  }

  private static func run(_ words: [String], limit: Int) -> (text: String, status: Int32)? {
    let child = try? ChildProcess(
      words, environment: ChildProcess.ownEnvironment, limit: .total(limit))
    return child.map { (String(decoding: $0.rest(), as: UTF8.self), $0.end()) }
  }
}

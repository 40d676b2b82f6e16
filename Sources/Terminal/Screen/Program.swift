import Host

package enum Program {
  /// Runs a program without input and returns its output and exit status; nil if it cannot be
  /// started, is killed, or takes longer than half a second.
  package static func ask(_ words: [String]) -> (text: String, status: Int32)? {
    run(words, limit: 500).flatMap { $0.status < 0 ? nil : $0 }
  }

  /// Runs a program without input and returns what it and its children have written within the
  /// time; empty if it cannot be started.
  package static func output(of words: [String], within milliseconds: Int) -> String {
    run(words, limit: milliseconds)?.text ?? ""
  }

  private static func run(_ words: [String], limit: Int) -> (text: String, status: Int32)? {
    let child = try? ChildProcess(
      words, environment: ChildProcess.ownEnvironment, limit: .total(limit))
    return child.map { (String(decoding: $0.rest(), as: UTF8.self), $0.end()) }
  }
}

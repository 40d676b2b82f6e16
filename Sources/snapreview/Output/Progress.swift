import Base
import Libc

/// Shows "12 of 52 cases" on standard error if it is a terminal; otherwise does nothing.
final class Progress: Sendable {
  private let total: Int
  private let hint: String
  private let isShown: Bool
  private let done = Mutex(0)

  /// - Parameter hint: What to show beside the count, from the start.
  init(of total: Int, hint: String = "") {
    (self.total, self.hint) = (total, hint)
    isShown = isatty(STDERR_FILENO) == 1
    if isShown, !hint.isEmpty { Console.writeError("\r" + words(0)) }
  }

  /// Counts a case; may be called from any thread.
  func advance() {
    guard isShown else { return }
    done.withLock { done in
      done += 1
      // At most a hundred updates, however many cases.
      guard done * 100 / total != (done - 1) * 100 / total else { return }
      Console.writeError("\r" + words(done))
    }
  }

  func clear() {
    // Overwrite it with blanks, which work in every terminal.
    let blanks = String(repeating: " ", count: words(total).count)
    if isShown { Console.writeError("\r\(blanks)\r") }
  }

  private func words(_ done: Int) -> String {
    "\(Wording.grouped(done)) of \(Wording.grouped(total)) cases\(hint)"
  }
}

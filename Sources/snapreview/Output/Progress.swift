import Base
import Catalog
import Libc

/// "12 of 52 cases" on standard error, for someone who waits at a terminal; nothing for everyone else.
final class Progress: Sendable {
  private let total: Int
  private let isShown: Bool
  private let done = Mutex(0)

  init(of total: Int) {
    self.total = total
    isShown = isatty(STDERR_FILENO) == 1
  }

  /// Counts a case; may be called from any thread.
  func advance() {
    guard isShown else { return }
    done.withLock { done in
      done += 1
      // No more than a hundred lines, however many cases.
      guard done * 100 / total != (done - 1) * 100 / total else { return }
      Console.writeError("\r" + words(done))
    }
  }

  /// Leaves the line empty, for what comes next.
  func clear() {
    // By blanks, which every terminal knows.
    let blanks = String(repeating: " ", count: words(total).count)
    if isShown { Console.writeError("\r\(blanks)\r") }
  }

  private func words(_ done: Int) -> String {
    "\(Wording.grouped(done)) of \(Wording.grouped(total)) cases"
  }
}

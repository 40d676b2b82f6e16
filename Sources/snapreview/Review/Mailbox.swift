import Base
import ReviewUI

/// Holds the workers' answers for the one thread that owns the screen.
package final class Mailbox: Sendable {
  /// The mail that is taken out at once.
  package struct Delivery {
    package var actions: [ReviewAction]
    /// True if the screen waits for one of them.
    package var isAwaited: Bool
    /// True if results are left.
    package var hasMore: Bool
  }

  private struct Contents: Sendable {
    /// The screen waits for these.
    var answers: [ReviewAction] = []
    /// The measuring of the rest of the folder.
    var results: ArraySlice<ReviewAction> = []

    var isEmpty: Bool { answers.isEmpty && results.isEmpty }
  }

  private let contents = Mutex(Contents())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Ends the event loop's wait; called from any thread.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// - Parameter isAwaited: True if the screen waits for it.
  package func post(_ action: ReviewAction, isAwaited: Bool = true) {
    let mustWake = contents.withLock { contents in
      // One wake-up for all that gathers until it is collected.
      defer {
        if isAwaited { contents.answers.append(action) } else { contents.results.append(action) }
      }
      return isAwaited ? contents.answers.isEmpty : contents.isEmpty
    }
    if mustWake { wake() }
  }

  /// Takes out what is awaited, and of the rest at most so many.
  package func collect(results most: Int = .max) -> Delivery {
    contents.withLock { contents in
      let results = contents.results.prefix(most)
      let rest = contents.results.dropFirst(results.count)
      let delivery = Delivery(
        actions: contents.answers + results, isAwaited: !contents.answers.isEmpty,
        hasMore: !rest.isEmpty)
      // An empty slice would still hold what was taken from it.
      (contents.answers, contents.results) = ([], rest.isEmpty ? [] : rest)
      return delivery
    }
  }
}

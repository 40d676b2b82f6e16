import Base
import ReviewUI

/// Collects the workers' results for the one thread that owns the screen.
package final class Mailbox: Sendable {
  /// The actions that are taken out together.
  package struct Delivery {
    package var actions: [ReviewAction]
    /// True if the screen waits for any of the actions.
    package var isAwaited: Bool
    /// True if some results remain.
    package var hasMore: Bool
  }

  private struct Contents: Sendable {
    /// Actions that the screen waits for.
    var answers: [ReviewAction] = []
    /// Results of measuring the rest of the folder.
    var results: ArraySlice<ReviewAction> = []

    var isEmpty: Bool { answers.isEmpty && results.isEmpty }
  }

  private let contents = Mutex(Contents())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Ends the event loop's wait; may be called from any thread.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// - Parameter isAwaited: True if the screen waits for the action.
  package func post(_ action: ReviewAction, isAwaited: Bool = true) {
    let mustWake = contents.withLock { contents in
      // One wake-up is enough for everything posted until the next collection.
      defer {
        if isAwaited { contents.answers.append(action) } else { contents.results.append(action) }
      }
      return isAwaited ? contents.answers.isEmpty : contents.isEmpty
    }
    if mustWake { wake() }
  }

  /// Takes out all awaited actions and at most `most` results.
  package func collect(results most: Int = .max) -> Delivery {
    contents.withLock { contents in
      let results = contents.results.prefix(most)
      let rest = contents.results.dropFirst(results.count)
      let delivery = Delivery(
        actions: contents.answers + results, isAwaited: !contents.answers.isEmpty,
        hasMore: !rest.isEmpty)
      // An empty slice would still retain the elements taken from it.
      (contents.answers, contents.results) = ([], rest.isEmpty ? [] : rest)
      return delivery
    }
  }
}

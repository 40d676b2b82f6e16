import Base
import ReviewUI

/// Where workers leave their answers for the one thread that owns the screen.
package final class Mailbox: Sendable {
  /// What is taken out at once.
  package struct Delivery {
    package var actions: [ReviewAction]
    /// Whether the screen waits for one of them.
    package var isAwaited: Bool
    /// Whether results are left.
    package var hasMore: Bool
  }

  private struct Letters: Sendable {
    /// The screen waits for these.
    var answers: [ReviewAction] = []
    /// The measuring of the rest of the folder; those before `taken` are read.
    var results: [ReviewAction] = []
    var taken = 0

    var isEmpty: Bool { answers.isEmpty && taken == results.count }
  }

  private let letters = Mutex(Letters())
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Ends the event loop's wait; called from any thread.
  package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// - Parameter isAwaited: Whether the screen waits for it.
  package func post(_ action: ReviewAction, isAwaited: Bool = true) {
    let mustWake = letters.withLock { letters in
      // One wake-up for all that gathers until it is collected.
      defer {
        if isAwaited { letters.answers.append(action) } else { letters.results.append(action) }
      }
      return isAwaited ? letters.answers.isEmpty : letters.isEmpty
    }
    if mustWake { wake() }
  }

  /// Takes out what is awaited, and of the rest at most so many.
  package func collect(results most: Int = .max) -> Delivery {
    letters.withLock { letters in
      let end =
        most < letters.results.count - letters.taken
        ? letters.taken + most : letters.results.count
      let results = letters.results[letters.taken..<end]
      let delivery = Delivery(
        actions: letters.answers + results, isAwaited: !letters.answers.isEmpty,
        hasMore: end < letters.results.count)
      letters.answers = []
      letters.taken = end
      if !delivery.hasMore { (letters.results, letters.taken) = ([], 0) }
      return delivery
    }
  }
}

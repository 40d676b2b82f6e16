import ReviewUI
import Synchronization

/// Where workers leave their answers for the one thread that owns the screen.
final class Mailbox: Sendable {
  private let actions = Mutex<[ReviewAction]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Ends the event loop's wait; called from any thread.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ action: ReviewAction) {
    let isFirst = actions.withLock { actions in
      actions.append(action)
      return actions.count == 1
    }
    // One wake-up for all that gathers until it is collected.
    if isFirst { wake() }
  }

  func collect() -> [ReviewAction] {
    actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }
}

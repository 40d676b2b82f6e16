import Base

/// Work that stops between two bands once its result is no longer wanted, because the next key
/// press often makes a request stale.
///
///     let work = DroppableWork { !isOnScreen() }
///     let outcome = DroppableWork.$current.withValue(work) { compare(…) }
///     if !work.isDropped { show(outcome) }
package final class DroppableWork: Sendable {
  /// The current thread's work; nil for work that always completes.
  @TaskLocal package static var current: DroppableWork?

  private let isStale: @Sendable () -> Bool
  private let dropped = Atomic(false)

  package init(isStale: @escaping @Sendable () -> Bool) { self.isStale = isStale }

  /// True once a band was skipped; the results of the others are then meaningless.
  package var isDropped: Bool { dropped.load(ordering: .relaxed) }

  /// Returns true if the next band and all later ones are to be skipped.
  package func leavesOut() -> Bool {
    if !isDropped, isStale() { dropped.store(true, ordering: .relaxed) }
    return isDropped
  }
}

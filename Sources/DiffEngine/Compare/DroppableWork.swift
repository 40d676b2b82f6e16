import Base

/// Work that is given up between two bands once its result is no longer wanted: what one key asks
/// for is often stale at the next.
///
///     let work = DroppableWork { !isOnScreen() }
///     let outcome = DroppableWork.$current.withValue(work) { compare(…) }
///     if !work.isDropped { show(outcome) }
package final class DroppableWork: Sendable {
  /// The work that the present thread does; nil for what is always finished.
  @TaskLocal package static var current: DroppableWork?

  private let isStale: @Sendable () -> Bool
  private let dropped = Atomic(false)

  package init(isStale: @escaping @Sendable () -> Bool) { self.isStale = isStale }

  /// True once a band was left out: an outcome of the others says nothing.
  package var isDropped: Bool { dropped.load(ordering: .relaxed) }

  /// True if the next band is to be left out, as are all others from then on.
  package func leavesOut() -> Bool {
    if !isDropped, isStale() { dropped.store(true, ordering: .relaxed) }
    return isDropped
  }
}

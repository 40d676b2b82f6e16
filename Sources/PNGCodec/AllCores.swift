import CKernels
import Dispatch
import Libc
import Locks

/// The cores that this process may use.
package let coreCount = Int(snap_core_count())

/// Calls `body` with 0 to `count - 1`, on all cores at once, and waits for all.
///
/// Linux often starts a thread on its creator's core and lets the two take turns there for
/// milliseconds, as long as most of this work takes. A thread that finds itself on the caller's
/// core therefore moves away.
package func onAllCores(_ count: Int, _ body: @Sendable (Int) -> Void) {
  #if canImport(Darwin)
    // Only compared.
    nonisolated(unsafe) let caller = pthread_self()
  #else
    let caller = pthread_self()
  #endif
  let core = Atomic(snap_current_core())
  DispatchQueue.concurrentPerform(iterations: count) { index in
    if pthread_equal(pthread_self(), caller) != 0 {
      core.store(snap_current_core(), ordering: .relaxed)
    } else {
      snap_leave_core(core.load(ordering: .relaxed))
    }
    body(index)
  }
}

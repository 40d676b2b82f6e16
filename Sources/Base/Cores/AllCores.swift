import CKernels
private import CSystem
import Dispatch
import Libc

/// The cores that this process may use.
package let coreCount = Int(snap_core_count())

/// Calls `body` with 0 to `count - 1`, on all cores at once, and waits for all.
///
/// Linux often starts a thread on its creator's core and lets the two take turns there for
/// milliseconds, as long as most of this work takes. A thread that finds itself on the caller's
/// core therefore moves away.
@usableFromInline
package func onAllCores(_ count: Int, _ body: @Sendable (Int) -> Void) {
  #if canImport(Darwin)
    // Only compared.
    nonisolated(unsafe) let caller = unsafe pthread_self()
    let isCaller: @Sendable () -> Bool = { unsafe pthread_equal(pthread_self(), caller) != 0 }
  #else
    let caller = pthread_self()
    let isCaller: @Sendable () -> Bool = { pthread_equal(pthread_self(), caller) != 0 }
  #endif
  let core = Atomic(snap_current_core())
  DispatchQueue.concurrentPerform(iterations: count) { index in
    useAlternateStack()
    if isCaller() {
      core.store(snap_current_core(), ordering: .relaxed)
    } else {
      snap_leave_core(core.load(ordering: .relaxed))
    }
    body(index)
  }
}

/// Lets the terminal be restored although this thread's stack overflows; to be called by each thread
/// that works for the screen. Costs nothing the second time.
package func useAlternateStack() { snap_use_alternate_stack() }

/// Starts a worker thread early, because the first start can take milliseconds.
package func wakeCores() {
  let core = snap_current_core()
  DispatchQueue.global().async { snap_leave_core(core) }
}

/// Returns the results of `transform` on 0 to `count - 1`, in their order, computed on all cores.
///
/// - Parameter band: The number of indices that a thread takes at a time; starting a thread costs
///   as much as reading a few folders.
@inlinable
package func mapOnAllCores<Result: Sendable>(
  _ count: Int, band: Int = 1, _ transform: @Sendable (Int) -> Result
) -> [Result] {
  guard count > band else { return (0..<count).map(transform) }
  let bands = (count + band - 1) / band
  let results = Mutex([[Result]](repeating: [], count: bands))
  onAllCores(bands) { number in
    let part = (number * band..<min((number + 1) * band, count)).map(transform)
    results.withLock { $0[number] = part }
  }
  return results.withLock { parts in
    var all: [Result] = []
    all.reserveCapacity(count)
    for part in parts { all += part }
    return all
  }
}

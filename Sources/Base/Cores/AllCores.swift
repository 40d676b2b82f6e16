private import CSystem
import Dispatch
import Essentials

/// The cores that this process may use.
package let coreCount = ProcessInfo.processInfo.activeProcessorCount

/// Calls `body` with 0 to `count - 1`, on all cores at once, and waits for all calls to return.
@usableFromInline
package func onAllCores(_ count: Int, _ body: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count) { index in
    useAlternateStack()
    body(index)
  }
}

/// Lets the terminal be restored even if this thread's stack overflows. Every thread that works for
/// the screen calls this; calling it again costs nothing.
package func useAlternateStack() { snap_use_alternate_stack() }

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

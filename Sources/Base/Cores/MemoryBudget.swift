import Dispatch

/// A byte budget that threads share. A request that exceeds what is left waits for its turn.
package final class MemoryBudget: Sendable {
  package let limit: Int
  private let state = Mutex(State())

  private struct State {
    var used = 0
    var waiting: [(bytes: Int, turn: DispatchSemaphore)] = []
  }

  package init(limit: Int) { self.limit = limit }

  /// The budget for this run's decoded images, on all cores together: two thirds of the 1.5 GB that
  /// a run may take. The rest is for results. A pair of the longest pages that browsers draw at
  /// three pixels a point, 3840 x 32,767, just fits.
  package static let pictures = MemoryBudget(limit: 1 << 30)

  package var used: Int { state.withLock { $0.used } }

  /// True if a thread waits for memory. In that case, cache nothing that can be made again.
  package var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

  /// Takes some bytes, at most `limit`, once all earlier requests are satisfied.
  ///
  /// - Parameter freeing: Releases unneeded memory; called if too little is left.
  package func take(_ bytes: Int, freeing: () -> Void) {
    precondition(bytes <= limit, "a request above the limit would wait for ever")
    let turn = state.withLock { state -> DispatchSemaphore? in
      if state.waiting.isEmpty, state.used + bytes <= limit {
        state.used += bytes
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      state.waiting.append((bytes, turn))
      return turn
    }
    guard let turn else { return }
    // In this order, so that whoever might keep memory from now on sees `isAwaited`.
    freeing()
    turn.wait()
  }

  package func give(_ bytes: Int) {
    state.withLock { state in
      state.used -= bytes
      while let first = state.waiting.first, state.used + first.bytes <= limit {
        state.used += first.bytes
        state.waiting.removeFirst().turn.signal()
      }
    }
  }
}

import Base
import DiffEngine

/// Values that are expensive to make: each is made once, even when several threads ask for it at
/// the same time, and the least recently used go when the bytes run out.
package final class OnceCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A value that is being made, or has been.
  private final class Slot: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private struct Kept: Sendable {
    var slots: [Key: Slot] = [:]
    /// Least recently used first.
    var order: [Key] = []
    var costs: [Key: Int] = [:]
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  /// - Parameter limit: Bytes of all values together; the newest is kept whatever it takes.
  package init(limit: Int) { self.limit = limit }

  /// Lets all values go that are made; who holds one keeps it.
  package func forgetAll() {
    let gone = kept.withLock { kept in
      let gone = kept.slots
      kept = Kept()
      return gone
    }
    // Not while the lock is held: what a value holds goes with it.
    withExtendedLifetime(gone) {}
  }

  /// The value of a key, made if it is not there.
  ///
  /// - Parameter isKept: True if it may take the place of others afterwards. A value that another
  ///   caller wants to keep is kept.
  package func value(
    _ key: Key, isKept: Bool = true, cost: (Value) -> Int, make: () -> Value
  ) -> Value {
    let slot = kept.withLock { kept in
      if isKept {
        kept.order.removeAll { $0 == key }
        kept.order.append(key)
      }
      if let slot = kept.slots[key] { return slot }
      let slot = Slot()
      kept.slots[key] = slot
      return slot
    }
    // Held while the value is made: whoever else asks for it waits here instead of making it.
    let value = slot.value.withLock { value in
      if let value { return value }
      let made = make()
      // Whoever waits for what was given up here makes it anew.
      if DroppableWork.current?.isDropped != true { value = made }
      return made
    }
    kept.withLock { kept in
      guard kept.slots[key] === slot else { return }
      guard kept.order.contains(key) else {
        kept.slots[key] = nil
        return
      }
      kept.costs[key] = cost(value)
      while kept.order.count > 1, kept.costs.values.reduce(0, +) > limit {
        let oldest = kept.order.removeFirst()
        kept.slots[oldest] = nil
        kept.costs[oldest] = nil
      }
    }
    return value
  }
}

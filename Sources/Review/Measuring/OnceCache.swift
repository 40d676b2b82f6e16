import Base
import DiffEngine

/// A cache of expensive values. Each value is made only once, even if several threads ask for it at
/// the same time, and the least recently used are evicted when the byte limit is exceeded.
package final class OnceCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// A value that exists or is being made.
  private final class Slot: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private struct Kept: Sendable {
    var slots: [Key: Slot] = [:]
    /// The keys, the least recently used first.
    var order: [Key] = []
    var costs: [Key: Int] = [:]
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  /// - Parameter limit: The bytes of all values together; the newest is always kept.
  package init(limit: Int) { self.limit = limit }

  /// Evicts all finished values; whoever holds one keeps it.
  package func forgetAll() {
    let gone = kept.withLock { kept in
      let gone = kept.slots
      kept = Kept()
      return gone
    }
    // Releases the values outside the lock, because that may release more objects.
    withExtendedLifetime(gone) {}
  }

  /// Returns the value of a key; makes it if necessary.
  ///
  /// - Parameter isKept: True if it may evict other values. A value that another caller wants to
  ///   keep is kept.
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
    // Held while the value is made, so that other threads wait here instead of making it again.
    let value = slot.value.withLock { value in
      if let value { return value }
      let made = make()
      // If the work was dropped, the value is incomplete, and the next waiting thread makes it
      // again.
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

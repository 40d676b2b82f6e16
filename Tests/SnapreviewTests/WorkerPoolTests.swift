import Dispatch
import Locks
import Testing
import snapreview

@Suite struct WorkerPoolTests {
  /// What ran, in order.
  private final class Log: Sendable {
    private let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  @Test func `what somebody waits for starts although every patient thread is busy`() {
    let pool = WorkerPool(width: 1)
    let gate = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    pool.submit(.later) { gate.wait() }
    pool.submit(.now) { answered.signal() }
    answered.wait()
    gate.signal()
    pool.waitUntilIdle()
  }

  @Test func `patient jobs pause while an urgent one runs, and go on afterwards`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    pool.submit(.now) {
      started.signal()
      gate.wait()
      log.note("urgent")
    }
    started.wait()
    for index in 1...3 { pool.submit(.later) { log.note("patient \(index)") } }
    gate.signal()
    pool.waitUntilIdle()
    #expect(log.all == ["urgent", "patient 1", "patient 2", "patient 3"])
  }

  @Test func `of the urgent ones the newest goes first, and what is unwanted is dropped`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    pool.submit(.now) {
      started.signal()
      gate.wait()
    }
    started.wait()
    pool.submit(.soon) { log.note("soon") }
    pool.submit(.now) { log.note("old") }
    pool.submit(.now) { log.note("new") }
    pool.submit(.now, isWanted: { false }, work: { log.note("dropped") })
    gate.signal()
    pool.waitUntilIdle()
    #expect(log.all == ["new", "old", "soon"])
  }

  @Test func `a value that nobody keeps leaves the kept ones in place`() {
    let cache = OnceCache<Int, Int>(limit: 2)
    let made = Mutex(0)
    func value(_ key: Int, isKept: Bool = true) {
      _ = cache.value(key, isKept: isKept) { _ in
        1
      } make: {
        made.withLock { $0 += 1 }
        return key
      }
    }
    value(1)
    value(2)
    value(3, isKept: false)
    value(1)
    value(2)
    #expect(made.withLock { $0 } == 3)
    value(3)
    #expect(made.withLock { $0 } == 4)
  }
}

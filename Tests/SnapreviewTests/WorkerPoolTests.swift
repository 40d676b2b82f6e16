import Base
import DiffEngine
import Dispatch
import Review
import Testing
import snapreview

extension WorkerPool {
  /// Asks for more while one urgent job holds the pool.
  func whileBusy(_ ask: () -> Void, then note: @escaping @Sendable () -> Void = {}) {
    let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    submit(.now) {
      started.signal()
      gate.wait()
      note()
    }
    started.wait()
    ask()
    gate.signal()
  }
}

@Suite struct WorkerPoolTests {
  /// The jobs that ran, in order.
  private final class Log: Sendable {
    private let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  @Test func `what somebody waits for starts although every patient thread is busy`() {
    let pool = WorkerPool(width: 1)
    let gate = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    pool.submit(.verdict) { gate.wait() }
    pool.submit(.now) { answered.signal() }
    answered.wait()
    gate.signal()
    pool.waitUntilIdle()
  }

  @Test func `patient jobs pause while an urgent one runs, and go on afterwards`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    pool.whileBusy {
      for index in 1...3 { pool.submit(.verdict) { log.note("patient \(index)") } }
    } then: {
      log.note("urgent")
    }
    pool.waitUntilIdle()
    #expect(log.all == ["urgent", "patient 1", "patient 2", "patient 3"])
  }

  @Test func `a stage begins when nothing of an earlier one waits, an urgent job in between`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    pool.submit(.now) {
      started.signal()
      gate.wait()
    }
    started.wait()
    pool.submit(.landscape) { log.note("landscape") }
    pool.submit(.cause, count: 2) { log.note("cause \($0)") }
    pool.submit(.verdict) {
      log.note("verdict")
      let answered = DispatchSemaphore(value: 0)
      pool.submit(.now) {
        log.note("urgent")
        answered.signal()
      }
      answered.wait()
      pool.submit(.verdict) { log.note("another") }
    }
    gate.signal()
    pool.waitUntilIdle()
    #expect(log.all == ["verdict", "urgent", "another", "cause 0", "cause 1", "landscape"])
  }

  @Test func `what is one key away leaves a core free, what is on screen takes all`() {
    let pool = WorkerPool(width: 2)
    let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let running = Mutex((now: 0, most: 0))
    for _ in 1...3 {
      pool.submit(.soon) {
        running.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        started.signal()
        gate.wait()
        running.withLock { $0.now -= 1 }
      }
    }
    started.wait()
    let answered = DispatchSemaphore(value: 0)
    pool.submit(.now) { answered.signal() }
    answered.wait()
    for _ in 1...3 { gate.signal() }
    pool.waitUntilIdle()
    #expect(running.withLock { $0.most } == 1)
  }

  @Test func `of the urgent ones the newest goes first, and what is unwanted is dropped`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    pool.whileBusy {
      pool.submit(.soon) { log.note("soon") }
      pool.submit(.now) { log.note("old") }
      pool.submit(.now) { log.note("new") }
      pool.submit(.now, isWanted: { false }, work: { log.note("dropped") })
    }
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

  @Test func `a value that was given up is made anew for whoever waits for it`() {
    let cache = OnceCache<Int, String>(limit: 9)
    let work = DroppableWork { true }
    let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let given = DispatchGroup()
    DispatchQueue.global().async(group: given) {
      DroppableWork.$current.withValue(work) {
        _ = cache.value(1) { _ in
          1
        } make: {
          begun.signal()
          gate.wait()
          return work.leavesOut() ? "half" : "whole"
        }
      }
    }
    begun.wait()
    gate.signal()
    #expect(cache.value(1, cost: { _ in 1 }, make: { "whole" }) == "whole")
    given.wait()
    #expect(cache.value(1, cost: { _ in 1 }, make: { "again" }) != "half")
  }
}

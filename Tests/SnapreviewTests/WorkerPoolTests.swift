import Base
import DiffEngine
import Dispatch
import Review
import Testing
import snapreview

extension WorkerPool {
  /// Asks for more while a job for the screen holds the pool.
  func whileBusy(_ ask: () -> Void, then note: @escaping @Sendable () -> Void = {}) {
    let (started, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    submit(.screen) {
      started.signal()
      gate.wait()
      note()
    }
    started.wait()
    ask()
    gate.signal()
  }
}

struct WorkerPoolTests {
  /// The jobs that ran, in order.
  private final class Log: Sendable {
    private let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  @Test func `what the screen waits for starts although every thread of the folder is busy`() {
    let pool = WorkerPool(width: 1)
    let gate = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    pool.submit(.folder) { gate.wait() }
    pool.submit(.screen) { answered.signal() }
    answered.wait()
    gate.signal()
    pool.waitUntilIdle()
  }

  @Test func `the folder leaves its cores to the screen, and goes on afterwards`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    pool.whileBusy {
      pool.submit(.folder, (1...3).map { number in .init { log.note("folder \(number)") } })
    } then: {
      log.note("screen")
    }
    pool.waitUntilIdle()
    #expect(log.all == ["screen", "folder 1", "folder 2", "folder 3"])
  }

  @Test func `what can wait begins when nothing else waits, also what is asked for meanwhile`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    pool.whileBusy {
      pool.submit(.later, (0..<2).map { number in .init { log.note("later \(number)") } })
      pool.submit(.folder) {
        log.note("verdict")
        let answered = DispatchSemaphore(value: 0)
        pool.submit(.screen) {
          log.note("screen")
          answered.signal()
        }
        answered.wait()
        pool.submit(.folder) { log.note("another") }
      }
    }
    pool.waitUntilIdle()
    #expect(log.all == ["verdict", "screen", "another", "later 0", "later 1"])
  }

  @Test
  func `the newest jobs of the screen go first, each lot in order, and the unwanted not at all`() {
    let pool = WorkerPool(width: 1)
    let log = Log()
    pool.whileBusy {
      pool.submit(.screen, ["old", "older"].map { name in .init { log.note(name) } })
      pool.submit(.screen, ["new", "newer"].map { name in .init { log.note(name) } })
      pool.submit(.screen, isWanted: { false }, work: { log.note("dropped") })
    }
    pool.waitUntilIdle()
    #expect(log.all == ["new", "newer", "old", "older"])
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

import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs jobs on a Dispatch pool as wide as the machine: urgent ones first, of those the newest.
///
/// A job that is no longer wanted when its turn comes is dropped.
final class WorkerPool: Sendable {
  enum Urgency: Int, CaseIterable, Sendable {
    /// Somebody looks at the place where the answer belongs.
    case now
    /// One key away from being looked at.
    case soon
    /// The rest of the folder.
    case later
  }

  private struct Job: Sendable {
    var isWanted: @Sendable () -> Bool
    var work: @Sendable () -> Void
  }

  private struct Slots: Sendable {
    /// By urgency. `now` and `soon` are taken from the end, newest first; `later` in order.
    var waiting: [[Job]] = Array(repeating: [], count: Urgency.allCases.count)
    var taken = 0
    var running = 0
  }

  private let queue = DispatchQueue(
    label: "snapreview.workers", qos: .userInitiated, attributes: .concurrent)
  private let slots = Mutex(Slots())
  private let width: Int
  /// The threads that are at work.
  private let busy = DispatchGroup()

  init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.width = max(width, 1)
  }

  func submit(
    _ urgency: Urgency, isWanted: @escaping @Sendable () -> Bool = { true },
    work: @escaping @Sendable () -> Void
  ) {
    let mustStart = slots.withLock { slots in
      slots.waiting[urgency.rawValue].append(Job(isWanted: isWanted, work: work))
      guard slots.running < width else { return false }
      slots.running += 1
      return true
    }
    if mustStart { queue.async(group: busy) { self.drain() } }
  }

  /// Returns once nothing waits or runs: for callers that submit all jobs themselves.
  func waitUntilIdle() { busy.wait() }

  /// Takes jobs until none waits; one call for each thread of the pool.
  private func drain() {
    while let job = next() {
      if job.isWanted() { job.work() }
    }
  }

  private func next() -> Job? {
    slots.withLock { slots in
      for urgency in [Urgency.now, .soon] {
        if let job = slots.waiting[urgency.rawValue].popLast() { return job }
      }
      let later = Urgency.later.rawValue
      if slots.taken < slots.waiting[later].count {
        slots.taken += 1
        return slots.waiting[later][slots.taken - 1]
      }
      slots.waiting[later] = []
      slots.taken = 0
      slots.running -= 1
      return nil
    }
  }
}

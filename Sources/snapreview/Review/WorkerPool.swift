import Base
import Dispatch
import Essentials

/// Runs jobs on as many threads as there are cores. Jobs that the screen waits for have threads of
/// their own, so that they never queue behind measuring the whole folder, which leaves cores for
/// them.
///
/// A job that is no longer wanted when its turn comes is dropped.
package final class WorkerPool: Sendable {
  package enum Urgency: Sendable {
    /// The result is on screen or one key away; the newest job goes first.
    case screen
    /// The verdicts of the folder and the content of the list; in order.
    case folder
    /// Jobs that start, in order, when no job of the folder waits.
    case later
  }

  package struct Job: Sendable {
    fileprivate let isWanted: @Sendable () -> Bool
    fileprivate let work: @Sendable () -> Void

    package init(
      isWanted: @escaping @Sendable () -> Bool = { true }, work: @escaping @Sendable () -> Void
    ) {
      (self.isWanted, self.work) = (isWanted, work)
    }
  }

  private struct Slots: Sendable {
    /// Jobs are taken from the end.
    var screen: [Job] = []
    var folder: ArraySlice<Job> = []
    var later: ArraySlice<Job> = []
    /// The number of threads that work for the screen and for the folder.
    var (answering, measuring) = (0, 0)

    mutating func nextOfFolder() -> Job? {
      // An empty slice would still retain the elements taken from it.
      defer { if folder.isEmpty { folder = [] } }
      if let job = folder.popFirst() { return job }
      defer { if later.isEmpty { later = [] } }
      return later.popFirst()
    }
  }

  private let screenQueue = DispatchQueue(
    label: "snapreview.screen", qos: .userInteractive, attributes: .concurrent)
  private let folderQueue = DispatchQueue(
    label: "snapreview.folder", qos: .utility, attributes: .concurrent)
  private let slots = Mutex(Slots())
  private let width: Int
  /// Tracks working threads.
  private let busy = DispatchGroup()

  package init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.width = max(width, 1)
  }

  package func submit(
    _ urgency: Urgency, isWanted: @escaping @Sendable () -> Bool = { true },
    work: @escaping @Sendable () -> Void
  ) {
    submit(urgency, [Job(isWanted: isWanted, work: work)])
  }

  /// Submits jobs that are taken in order.
  package func submit(_ urgency: Urgency, _ jobs: [Job]) {
    slots.withLock { slots in
      switch urgency {
      case .screen: slots.screen += jobs.reversed()
      case .folder: slots.folder += jobs
      case .later: slots.later += jobs
      }
      startThreads(&slots)
    }
  }

  /// Returns once nothing waits or runs, for callers that submit all jobs themselves.
  package func waitUntilIdle() { busy.wait() }

  private func startThreads(_ slots: inout Slots) {
    for _ in 0..<min(slots.screen.count, width - slots.answering) {
      slots.answering += 1
      screenQueue.async(group: busy) { [self] in work(nextForScreen) }
    }
    let waiting = slots.screen.isEmpty ? slots.folder.count + slots.later.count : 0
    let free = max(width - slots.answering - slots.measuring, 0)
    for _ in 0..<min(waiting, free) {
      slots.measuring += 1
      folderQueue.async(group: busy) { [self] in work(nextForFolder) }
    }
  }

  /// Runs jobs until there are none left for this thread.
  private func work(_ next: () -> Job?) {
    useAlternateStack()
    while let job = next() {
      if job.isWanted() { job.work() }
    }
  }

  private func nextForScreen() -> Job? {
    slots.withLock { slots in
      if let job = slots.screen.popLast() { return job }
      slots.answering -= 1
      startThreads(&slots)
      return nil
    }
  }

  private func nextForFolder() -> Job? {
    slots.withLock { slots in
      if slots.answering + slots.measuring <= width,
        let job = slots.nextOfFolder()
      {
        return job
      }
      slots.measuring -= 1
      return nil
    }
  }
}

import Base
import Dispatch
import Essentials

/// Runs jobs on two Dispatch pools as wide as the machine: what the screen waits for never
/// queues behind the measuring of the whole folder, which pauses meanwhile, and a moment longer:
/// an answer often brings the next question.
///
/// The folder is measured in stages, each of which begins when nothing of an earlier one waits.
///
/// A job that is no longer wanted when its turn comes is dropped.
package final class WorkerPool: Sendable {
  package enum Urgency: Int, Sendable {
    /// The stages of measuring the folder, the last one first.
    case landscape, cause, verdict
    /// The answer is one key away from being looked at.
    case soon
    /// The place where the answer belongs is on screen.
    case now

    fileprivate var lane: Lane { rawValue < Self.soon.rawValue ? .patient : .urgent }
  }

  fileprivate enum Lane: CaseIterable, Sendable { case urgent, patient }

  private struct Job: Sendable {
    var isWanted: @Sendable () -> Bool
    var work: @Sendable () -> Void
  }

  /// Jobs of one kind, numbered: twenty thousand cases to be read are one entry in the queue.
  private struct Batch: Sendable {
    var rest: Range<Int>
    var job: @Sendable (Int) -> Job
  }

  /// The batches of a stage, taken in order.
  private struct Stage: Sendable {
    private var batches: [Batch] = []
    /// Those before it have been taken.
    private var place = 0

    var count: Int { batches[place...].reduce(0) { $0 + $1.rest.count } }

    mutating func append(_ batch: Batch) { batches.append(batch) }

    mutating func next() -> Job? {
      guard place < batches.count else { return nil }
      let job = batches[place].job(batches[place].rest.removeFirst())
      if batches[place].rest.isEmpty { place += 1 }
      if place == batches.count { (batches, place) = ([], 0) }
      return job
    }
  }

  private struct Slots: Sendable {
    /// Taken from the end, newest first, `now` before `soon`.
    var now: [Job] = []
    var soon: [Job] = []
    /// By `Urgency`; the last one first.
    var stages = [Stage](repeating: Stage(), count: Urgency.soon.rawValue)
    /// Threads of each lane.
    var running: [Lane: Int] = [.urgent: 0, .patient: 0]

    /// Counts pauses; the latest one ends them all.
    var pauses = 0
    var isPaused = false
    /// A core less for the patient lane: who asked a moment ago will ask again.
    var isNarrow = false

    let width: Int
    init(width: Int) { self.width = width }

    /// Leaves a core to the frame that is being drawn, and to the next key.
    private var oneCoreLess: Int { max(width - 1, 1) }
    private var patientWidth: Int { isNarrow ? oneCoreLess : width }

    /// True if a lane has room and work for one thread more.
    func mayStart(_ lane: Lane) -> Bool {
      let count = running[lane, default: 0]
      return switch lane {
      case .urgent: !now.isEmpty && count < width || !soon.isEmpty && count < oneCoreLess
      case .patient: running[.urgent] == 0 && !isPaused && count < patientWidth
      }
    }

    mutating func append(_ job: Job, _ urgency: Urgency) {
      switch urgency {
      case .now: now.append(job)
      case .soon: soon.append(job)
      case .verdict, .cause, .landscape:
        stages[urgency.rawValue].append(Batch(rest: 0..<1) { _ in job })
      }
    }

    /// The number of queued patient jobs.
    var patient: Int { stages.reduce(0) { $0 + $1.count } }

    /// Takes the next job for a running thread of a lane.
    mutating func next(_ lane: Lane) -> Job? {
      let count = running[lane, default: 0]
      if lane == .urgent { return now.popLast() ?? (count <= oneCoreLess ? soon.popLast() : nil) }
      guard running[.urgent] == 0, !isPaused, count <= patientWidth else { return nil }
      for place in stages.indices.reversed() {
        if let job = stages[place].next() { return job }
      }
      return nil
    }
  }

  private let queues: [Lane: DispatchQueue] = [
    .urgent: DispatchQueue(
      label: "snapreview.urgent", qos: .userInteractive, attributes: .concurrent),
    .patient: DispatchQueue(label: "snapreview.patient", qos: .utility, attributes: .concurrent),
  ]
  /// The time that the event loop takes to draw an answer and to ask again.
  private static let pause = DispatchTimeInterval.milliseconds(20)
  /// A time longer than between two keys of somebody who goes through a folder.
  private static let quiet = DispatchTimeInterval.milliseconds(400)

  private let slots: Mutex<Slots>
  private let width: Int
  /// The threads that are at work.
  private let busy = DispatchGroup()

  package init(width: Int = ProcessInfo.processInfo.activeProcessorCount) {
    self.width = max(width, 1)
    slots = Mutex(Slots(width: self.width))
  }

  package func submit(
    _ urgency: Urgency, isWanted: @escaping @Sendable () -> Bool = { true },
    work: @escaping @Sendable () -> Void
  ) {
    slots.withLock { slots in
      slots.append(Job(isWanted: isWanted, work: work), urgency)
      startThread(urgency.lane, &slots)
    }
  }

  /// Submits jobs of a stage, one for each number from 0, taken in order.
  package func submit(
    _ stage: Urgency, count: Int, isWanted: @escaping @Sendable (Int) -> Bool = { _ in true },
    work: @escaping @Sendable (Int) -> Void
  ) {
    guard count > 0 else { return }
    slots.withLock { slots in
      slots.stages[stage.rawValue].append(
        Batch(rest: 0..<count) { number in
          Job(isWanted: { isWanted(number) }, work: { work(number) })
        })
      for _ in 0..<min(count, width) { startThread(.patient, &slots) }
    }
  }

  /// Returns once nothing waits or runs: for callers that submit all jobs themselves.
  package func waitUntilIdle() { busy.wait() }

  /// Starts one more thread if the lane may have it.
  private func startThread(_ lane: Lane, _ slots: inout Slots) {
    guard slots.mayStart(lane) else { return }
    slots.running[lane, default: 0] += 1
    queues[lane]?.async(group: busy) { self.drain(lane) }
  }

  /// Takes jobs of a lane until none waits; one call for each of its threads.
  private func drain(_ lane: Lane) {
    while let job = next(lane) {
      if job.isWanted() { job.work() }
    }
  }

  private func next(_ lane: Lane) -> Job? {
    slots.withLock { slots in
      if let job = slots.next(lane) { return job }
      slots.running[lane, default: 0] -= 1
      if lane == .urgent, slots.running[.urgent] == 0 { pause(&slots) }
      return nil
    }
  }

  /// Lets the patient lane go on a little later, and with all cores once no key has asked for a while.
  private func pause(_ slots: inout Slots) {
    slots.isPaused = true
    slots.isNarrow = true
    slots.pauses += 1
    let number = slots.pauses
    busy.enter()
    queues[.patient]?.asyncAfter(deadline: .now() + Self.pause) { [self] in
      resume(after: number) { $0.isPaused = false }
      busy.leave()
    }
    queues[.patient]?.asyncAfter(deadline: .now() + Self.quiet) { [self] in
      resume(after: number) { $0.isNarrow = false }
    }
  }

  private func resume(after pause: Int, _ open: (inout Slots) -> Void) {
    slots.withLock { slots in
      guard slots.pauses == pause else { return }
      open(&slots)
      for _ in 0..<min(slots.patient, width) { startThread(.patient, &slots) }
    }
  }
}

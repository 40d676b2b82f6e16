import Catalog
import DiffEngine
import Dispatch
import ReviewUI
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Performs what the model asks for, off the event loop, and posts the answers.
final class EffectRunner: Sendable {
  private struct Shared: Sendable {
    var snapshots: [SnapshotCase]
    /// What the screen misses right now; everything else in the queue is dropped.
    var wanted = Wanted()
    /// The latest comparison asked for each case.
    var comparisons: [Int: ComparisonRequest] = [:]
    /// Readings that have been begun.
    var measured: Set<MeasureRequest> = []
    var blink = 0
  }

  private let shared: Mutex<Shared>
  private let mailbox: Mailbox
  private let store: ReviewStore
  private let loader: PairLoader
  private let pictures: PictureMaker
  private let pool = WorkerPool()
  /// Steps on disk happen one after the other, in the order of the keys.
  private let storeQueue = DispatchQueue(label: "snapreview.store", qos: .userInitiated)

  init(snapshots: [SnapshotCase], store: ReviewStore, mailbox: Mailbox) {
    shared = Mutex(Shared(snapshots: snapshots))
    self.mailbox = mailbox
    self.store = store
    loader = PairLoader { store.shownReference(for: $0) }
    pictures = PictureMaker(loader: loader)
  }

  /// Starts the work behind an effect; effects of the screen itself are the event loop's.
  func perform(_ effect: ReviewEffect) {
    switch effect {
    case .measure(let requests): measure(requests)
    case .want(let wanted): want(wanted)
    case .compare(let requests): compare(requests)
    case .tabulate(let requests): tabulate(requests)
    case .record(let decision, let requests, let note): record(decision, requests, note)
    case .undo:
      reverse { () throws(StoreError) in
        try self.store.undo()
      } describe: {
        "Undone: \($0)"
      }
    case .redo:
      reverse { () throws(StoreError) in
        try self.store.redo()
      } describe: {
        "Redone: \($0)"
      }
    case .blink(let milliseconds): blink(milliseconds)
    case .openOutside(let item): openOutside(item)
    case .reload, .saveRule, .copy, .redraw, .suspend, .leave: break
    }
  }

  /// Takes over the cases of a folder that was read again.
  func replace(_ snapshots: [SnapshotCase]) {
    shared.withLock {
      $0.snapshots = snapshots
      $0.comparisons = [:]
      $0.measured = []
    }
  }

  /// Returns once every answer to what was asked so far is in the mailbox.
  func waitUntilIdle() {
    storeQueue.sync {}
    pool.waitUntilIdle()
  }

  private func snapshot(_ item: Int) -> SnapshotCase? {
    shared.withLock { $0.snapshots.indices.contains(item) ? $0.snapshots[item] : nil }
  }

  // MARK: - Reading

  private func measure(_ requests: [MeasureRequest]) {
    for (index, request) in requests.enumerated() {
      measure(request, index == 0 ? .now : .later)
    }
  }

  private func measure(_ request: MeasureRequest, _ urgency: WorkerPool.Urgency) {
    pool.submit(urgency) { [self] in
      shared.withLock { !$0.measured.contains(request) }
    } work: { [self] in
      let isFirst = shared.withLock { $0.measured.insert(request).inserted }
      guard isFirst, let snapshot = snapshot(request.item) else { return }
      let key = CaseKey(item: request.item, revision: request.revision)
      let isLookedAt = urgency == .now
      let reader = CaseReader(snapshot, key, loader: loader, isKept: isLookedAt)
      if isLookedAt, let glance = reader.glance() { post(glance, request) }
      post(reader.reading(request.formula), request)
      // Nobody waits for the groups. Decoded again if need be: to hold the images of every case
      // that was looked at until its turn comes would fill the memory.
      if isLookedAt {
        pool.submit(.later) { [self] in sign(request) }
      } else {
        post(reader.signature(), request)
      }
    }
  }

  private func post(_ reading: Reading, _ request: MeasureRequest) {
    mailbox.post(.measured(item: request.item, revision: request.revision, reading))
  }

  private func sign(_ request: MeasureRequest) {
    guard let snapshot = snapshot(request.item), snapshot.content == .image else { return }
    let key = CaseKey(item: request.item, revision: request.revision)
    let pair = try? loader.load(snapshot, key, isKept: false).get()
    post(pair?.both.map { ChangeSignature($0, $1) }, request)
  }

  private func post(_ signature: ChangeSignature?, _ request: MeasureRequest) {
    guard let signature else { return }
    mailbox.post(.signed(item: request.item, revision: request.revision, signature))
  }

  private func want(_ wanted: Wanted) {
    shared.withLock { $0.wanted = wanted }
    for request in wanted.pictures.reversed() {
      pool.submit(.now) { [self] in
        shared.withLock { $0.wanted.pictures.contains(request) }
      } work: { [self] in
        guard let snapshot = snapshot(request.item),
          let picture = pictures.picture(snapshot, request)
        else { return }
        mailbox.post(.drawn(request, picture))
      }
    }
    if let request = wanted.comparison {
      pool.submit(.now) { [self] in
        shared.withLock { $0.wanted.comparison == request }
      } work: { [self] in
        answer(request)
      }
    }
    prefetch(wanted.neighbours)
    if let request = wanted.inspection { inspect(request) }
    if let request = wanted.cluster { measureCluster(request) }
  }

  /// Decodes the cases that a key would show next, so that the key finds them ready.
  private func prefetch(_ requests: [MeasureRequest]) {
    for request in requests.reversed() {
      pool.submit(.soon) { [self] in
        shared.withLock { $0.wanted.neighbours.contains(request) }
      } work: { [self] in
        guard let snapshot = snapshot(request.item), snapshot.content == .image else { return }
        _ = loader.load(snapshot, CaseKey(item: request.item, revision: request.revision))
      }
    }
  }

  private func inspect(_ request: InspectionRequest) {
    pool.submit(.now) { [self] in
      shared.withLock { $0.wanted.inspection == request }
    } work: { [self] in
      guard let snapshot = snapshot(request.item),
        let inspection = pictures.inspection(snapshot, request)
      else { return }
      mailbox.post(.inspected(request, inspection))
    }
  }

  private func measureCluster(_ request: ClusterRequest) {
    pool.submit(.soon) { [self] in
      shared.withLock { $0.wanted.cluster == request }
    } work: { [self] in
      guard let snapshot = snapshot(request.item),
        let deltaE = pictures.largestDeltaE(snapshot, request)
      else { return }
      mailbox.post(.clusterMeasured(request, deltaE: deltaE))
    }
  }

  private func tabulate(_ requests: [ComparisonRequest]) {
    for request in requests.reversed() {
      pool.submit(.now) { [self] in answer(request) }
    }
  }

  private func compare(_ requests: [ComparisonRequest]) {
    shared.withLock { shared in
      for request in requests { shared.comparisons[request.item] = request }
    }
    for request in requests {
      pool.submit(.later) { [self] in
        shared.withLock { $0.comparisons[request.item] == request }
      } work: { [self] in
        answer(request)
      }
    }
  }

  private func answer(_ request: ComparisonRequest) {
    guard let snapshot = snapshot(request.item),
      let comparison = pictures.comparison(snapshot, request)
    else { return }
    mailbox.post(.compared(request, comparison))
  }

  // MARK: - Deciding

  private func record(_ decision: Decision, _ requests: [DecisionRequest], _ note: String) {
    storeQueue.async { [self] in
      let batch = requests.count > 1 ? UUID().uuidString : nil
      var changes: [DecisionChange] = []
      for request in requests {
        guard let snapshot = snapshot(request.item) else { continue }
        if decision == .accepted, requests.count > 1, snapshot.rivals > 0 {
          mailbox.post(rivalry(snapshot, item: request.item))
          continue
        }
        do throws(StoreError) {
          try keep(decision, snapshot, request.shown, note, batch)
          changes.append(
            DecisionChange(item: request.item, record: DecisionRecord(decision, note: note)))
        } catch {
          mailbox.post(refusal(error, item: request.item))
        }
      }
      if !changes.isEmpty {
        mailbox.post(.recorded(changes, sentence: sentence(decision, changes)))
      }
    }
  }

  private func keep(
    _ decision: Decision, _ snapshot: SnapshotCase, _ shown: Fingerprint, _ note: String,
    _ batch: String?
  ) throws(StoreError) {
    if decision == .accepted {
      try store.accept(snapshot, shown: shown, note: note, batch: batch)
    } else {
      try store.record(decision, for: snapshot, shown: shown, note: note, batch: batch)
    }
  }

  /// Of several cases that would write one baseline, only one that is accepted by itself.
  private func rivalry(_ snapshot: SnapshotCase, item: Int) -> ReviewAction {
    .notRecorded(
      items: [item],
      reason: "\(printable(snapshot.id)) was left alone: another case would write the same "
        + "baseline. Accept one of them by itself.")
  }

  private func refusal(_ error: StoreError, item: Int) -> ReviewAction {
    error.reason == .baselineChanged || error.reason == .actualChanged
      ? .changedOnDisk(items: [item], reason: error.description)
      : .notRecorded(items: [item], reason: error.description)
  }

  private func sentence(_ decision: Decision, _ changes: [DecisionChange]) -> String {
    let what =
      changes.count == 1
      ? snapshot(changes[0].item)?.id ?? "1 case" : "\(changes.count) cases"
    let written = decision == .accepted ? "; the baseline is written" : "; every file stays"
    return "\(decision.rawValue.capitalized) \(what)\(written)."
  }

  private func reverse(
    _ act: @escaping @Sendable () throws(StoreError) -> Reversal,
    describe: @escaping @Sendable (String) -> String
  ) {
    storeQueue.async { [self] in
      do throws(StoreError) {
        let reversal = try act()
        guard let last = reversal.steps.last else { return mailbox.post(nothingDone(reversal)) }
        let snapshots = shared.withLock { $0.snapshots }
        let decisions = store.decisions(for: snapshots)
        let touched = Set(reversal.steps.map { [$0.failures, $0.caseKey] })
        let changes = snapshots.indices.filter {
          touched.contains([snapshots[$0].failures, snapshots[$0].key])
        }.map {
          DecisionChange(item: $0, record: decisions[snapshots[$0].id])
        }
        let what = reversal.steps.count == 1 ? words(last) : "\(reversal.steps.count) decisions."
        let sentence = ([describe(what)] + passedOver(reversal)).joined(separator: " ")
        mailbox.post(.undone(changes, sentence: sentence))
      } catch {
        mailbox.post(.notUndone(reason: error.description, isGone: false))
      }
    }
  }

  /// What to say where no step was undone or redone.
  private func nothingDone(_ reversal: Reversal) -> ReviewAction {
    let reasons = passedOver(reversal) + store.unsettled
    guard !reasons.isEmpty else { return .nothingToUndo("Nothing to undo or redo.") }
    return .notUndone(reason: reasons.joined(separator: " "), isGone: false)
  }

  private func passedOver(_ reversal: Reversal) -> [String] {
    guard let first = reversal.failures.first else { return [] }
    let count = reversal.failures.count - 1
    return ["Passed over: \(first)"] + (count > 0 ? ["And \(count) more."] : [])
  }

  /// What a step was: where the one before it had decided the same, only its note is new.
  private func words(_ step: Step) -> String {
    let before = store.steps.last {
      $0.failures == step.failures && $0.caseKey == step.caseKey && $0.id < step.id
        && !$0.isUndone
    }
    guard let before, before.decision == step.decision, before.note != step.note else {
      return "\(step)"
    }
    return "the note on \(printable(step.caseID))."
  }

  // MARK: - Small things

  private func blink(_ milliseconds: Int) {
    let turn = shared.withLock { shared in
      shared.blink += 1
      return shared.blink
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      if shared.withLock({ $0.blink == turn }) { mailbox.post(.blinked) }
    }
  }

  private func openOutside(_ item: Int) {
    guard let snapshot = snapshot(item) else { return }
    let files = [loader.referencePath(snapshot), snapshot.actual].compactMap { $0 }
    do {
      try OutsideViewer.open(files)
      mailbox.post(.told("Opened \(files.count) files outside."))
    } catch {
      mailbox.post(.told("\(error)"))
    }
  }
}

import Catalog
import DiffEngine
import Dispatch
import ReviewUI
import Synchronization

/// Performs what the model asks for, off the event loop, and posts the answers.
package final class EffectRunner: Sendable {
  private struct Shared: Sendable {
    /// The cases on the screen, and the revision that they came with: what is asked for by a lower
    /// one is about other cases.
    var snapshots: [SnapshotCase]
    var revision = 0
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
  private let session: ReviewSession
  private let loader: PairLoader
  private let pictures: PictureMaker
  private let pool = WorkerPool()

  package init(_ source: ReviewSource, mailbox: Mailbox) {
    shared = Mutex(Shared(snapshots: source.catalog.cases))
    self.mailbox = mailbox
    session = ReviewSession(source, mailbox: mailbox)
    let store = source.store
    loader = PairLoader { store.shownReference(for: $0) }
    pictures = PictureMaker(loader: loader)
  }

  /// Starts the work behind an effect; effects of the screen itself are the event loop's.
  package func perform(_ effect: ReviewEffect) {
    switch effect {
    case .measure(let requests): measure(requests)
    case .want(let wanted): want(wanted)
    case .compare(let requests): compare(requests)
    case .tabulate(let requests): tabulate(requests)
    case .group(let request): group(request)
    case .chart(let request): chart(request)
    case .propose(let request): propose(request)
    case .record(let decision, let requests, let note):
      session.record(decision, requests, note: note)
    case .undo: session.undo()
    case .redo: session.redo()
    case .reload: session.reload()
    case .saveRule(let glob, let strategy): session.save(strategy, match: glob)
    case .adopt(let snapshots, let revision): adopt(snapshots, revision)
    case .blink(let milliseconds): blink(milliseconds)
    case .openOutside(let item): openOutside(item)
    case .copy, .redraw, .suspend, .leave: break
    }
  }

  /// Takes over the cases of a folder that was read again, with all that is asked for from now on.
  private func adopt(_ snapshots: [SnapshotCase], _ revision: Int) {
    shared.withLock {
      $0.snapshots = snapshots
      $0.revision = revision
      $0.comparisons = [:]
      $0.measured = []
    }
  }

  /// Returns once every answer to what was asked so far is in the mailbox.
  package func waitUntilIdle() {
    session.finish()
    pool.waitUntilIdle()
  }

  /// Returns once every decision is on disk, or refused, and the answer in the mailbox.
  func finishDecisions() { session.finish() }

  /// Nil where the screen has gone over to other cases.
  private func snapshot(_ item: Int, _ revision: Int) -> SnapshotCase? {
    shared.withLock {
      $0.snapshots.indices.contains(item) && revision >= $0.revision ? $0.snapshots[item] : nil
    }
  }

  // MARK: - Reading

  private func measure(_ requests: [MeasureRequest]) {
    guard let first = requests.first else { return }
    pool.submit(.now) { [self] in
      isUnread(first)
    } work: { [self] in
      measure(first, isLookedAt: true)
    }
    pool.submitLater(requests.count - 1) { [self] in
      isUnread(requests[$0 + 1])
    } work: { [self] in
      measure(requests[$0 + 1], isLookedAt: false)
    }
  }

  private func isUnread(_ request: MeasureRequest) -> Bool {
    shared.withLock { !$0.measured.contains(request) }
  }

  private func measure(_ request: MeasureRequest, isLookedAt: Bool) {
    let isFirst = shared.withLock { $0.measured.insert(request).inserted }
    guard isFirst, let snapshot = snapshot(request.item, request.revision) else { return }
    let key = CaseKey(item: request.item, revision: request.revision)
    let reader = CaseReader(snapshot, key, loader: loader, isKept: isLookedAt)
    if isLookedAt, let glance = reader.glance() { post(glance, request, isAwaited: true) }
    post(reader.reading(request.formula), request, isAwaited: isLookedAt)
    // Nobody waits for the groups. Decoded again if need be: to hold the images of every case
    // that was looked at until its turn comes would fill the memory.
    if isLookedAt {
      pool.submit(.later) { [self] in sign(request) }
    } else {
      post(reader.signature(), request)
    }
  }

  private func post(_ reading: Reading, _ request: MeasureRequest, isAwaited: Bool) {
    mailbox.post(
      .measured(item: request.item, revision: request.revision, reading), isAwaited: isAwaited)
  }

  private func group(_ request: GroupRequest) {
    pool.submit(.later) { [self] in
      mailbox.post(.grouped(number: request.number, request.groups()), isAwaited: false)
    }
  }

  private func sign(_ request: MeasureRequest) {
    guard let snapshot = snapshot(request.item, request.revision), snapshot.content == .image else {
      return
    }
    let key = CaseKey(item: request.item, revision: request.revision)
    let pair = try? loader.load(snapshot, key, isKept: false).get()
    post(pair?.both.map { ChangeSignature($0, $1) }, request)
  }

  private func chart(_ request: ChartRequest) {
    pool.submit(.now) { [self] in
      mailbox.post(.charted(number: request.number, request.answer()))
    }
  }

  private func propose(_ request: ProposalRequest) {
    pool.submit(.now) { [self] in
      mailbox.post(.proposed(number: request.number, request.answer()))
    }
  }

  private func post(_ signature: ChangeSignature?, _ request: MeasureRequest) {
    guard let signature else { return }
    mailbox.post(
      .signed(item: request.item, revision: request.revision, signature), isAwaited: false)
  }

  private func want(_ wanted: Wanted) {
    shared.withLock { $0.wanted = wanted }
    for request in wanted.pictures.reversed() {
      pool.submit(.now) { [self] in
        shared.withLock { $0.wanted.pictures.contains(request) }
      } work: { [self] in
        guard let snapshot = snapshot(request.item, request.revision),
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
        guard let snapshot = snapshot(request.item, request.revision), snapshot.content == .image
        else { return }
        _ = loader.load(snapshot, CaseKey(item: request.item, revision: request.revision))
      }
    }
  }

  private func inspect(_ request: InspectionRequest) {
    pool.submit(.now) { [self] in
      shared.withLock { $0.wanted.inspection == request }
    } work: { [self] in
      guard let snapshot = snapshot(request.item, request.revision),
        let inspection = pictures.inspection(snapshot, request)
      else { return }
      mailbox.post(.inspected(request, inspection))
    }
  }

  private func measureCluster(_ request: ClusterRequest) {
    pool.submit(.soon) { [self] in
      shared.withLock { $0.wanted.cluster == request }
    } work: { [self] in
      guard let snapshot = snapshot(request.item, request.revision),
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
    pool.submitLater(requests.count) { [self] in
      let request = requests[$0]
      return shared.withLock { $0.comparisons[request.item] == request }
    } work: { [self] in
      answer(requests[$0], isAwaited: false)
    }
  }

  private func answer(_ request: ComparisonRequest, isAwaited: Bool = true) {
    guard let snapshot = snapshot(request.item, request.revision),
      let comparison = pictures.comparison(snapshot, request)
    else { return }
    mailbox.post(.compared(request, comparison), isAwaited: isAwaited)
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
    guard let snapshot = snapshot(item, .max) else { return }
    // Not on the event loop: a viewer may take its time to start.
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let files = [loader.referencePath(snapshot), snapshot.actual].compactMap { $0 }
      do {
        try OutsideViewer.open(files)
        mailbox.post(.notice("Opened \(files.count) files outside."))
      } catch {
        mailbox.post(.notice("\(error)"))
      }
    }
  }
}

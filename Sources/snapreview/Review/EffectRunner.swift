import Base
import Catalog
import DiffEngine
import Dispatch
import Essentials
import Review
import ReviewUI

/// Performs the model's effects outside the event loop and posts the results.
package final class EffectRunner: Sendable {
  struct Shared: Sendable {
    /// The cases on the screen and their revision; requests with a lower revision are about other
    /// cases.
    var snapshots: [SnapshotCase]
    var revision = 0
    /// The images and facts that the screen needs now; everything else in the queue is dropped.
    var wanted = Wanted()
    /// The latest comparison requested for each case.
    var comparisons: [Int: ComparisonRequest] = [:]
    var readings: [Int: ComparisonRequest] = [:]
    /// The readings that have been started for each case.
    var read: Set<ReadingKey> = []
    var signed: Set<ReadingKey> = []
    /// The requested landscapes, in order, and those already begun.
    var surveys = Surveys()
    var blink = 0
    /// The latest request for the groups of all cases.
    var grouping = 0
  }

  /// One reading of a case's files, with its ignored areas.
  struct ReadingKey: Hashable, Sendable {
    var item: Int
    var revision: Int
    var areas: IgnoredAreas

    init(_ request: ComparisonRequest) {
      (item, revision, areas) = (request.item, request.revision, request.areas)
    }
  }

  struct Surveys: Sendable {
    private var asked: Set<ComparisonRequest> = []
    private var begun: Set<ComparisonRequest> = []
    private var queue: [ComparisonRequest] = []
    private var taken = 0

    /// Appends new requests.
    ///
    /// - Returns: The number of new requests.
    mutating func append(_ requests: [ComparisonRequest]) -> Int {
      let fresh = requests.filter { asked.insert($0).inserted }
      queue += fresh
      return fresh.count
    }

    /// Returns the next landscape to compute, wanted ones first.
    mutating func next(_ wanted: [ComparisonRequest]) -> ComparisonRequest? {
      if let first = wanted.first(where: { asked.contains($0) && !begun.contains($0) }) {
        begun.insert(first)
        return first
      }
      while taken < queue.count {
        defer { taken += 1 }
        if begun.insert(queue[taken]).inserted { return queue[taken] }
      }
      return nil
    }
  }

  let shared: Mutex<Shared>
  let mailbox: Mailbox
  private let session: ReviewSession
  let loader: PairLoader
  let pictures: PictureMaker
  let pool: WorkerPool
  let keeping = DispatchQueue(label: "snapreview.keeping")

  package init(_ source: ReviewSource, mailbox: Mailbox, pool: WorkerPool = WorkerPool()) {
    shared = Mutex(Shared(snapshots: source.catalog.cases))
    self.mailbox = mailbox
    self.pool = pool
    session = ReviewSession(source, mailbox: mailbox)
    let store = source.store
    loader = PairLoader(kept: source.kept) { store.shownFiles(of: $0) }
    pictures = PictureMaker(loader: loader)
  }

  /// Starts the work of an effect; effects on the screen itself belong to the event loop.
  package func perform(_ effect: ReviewEffect) {
    switch effect {
    case .measure(let requests): measure(requests)
    case .survey(let requests): survey(requests)
    case .want(let wanted): want(wanted)
    case .compare(let requests): compare(requests)
    case .tabulate(let requests): pool.submit(.screen, requests.map { comparing($0) })
    case .group(let request): group(request)
    case .chart(let request):
      post { .charted(number: request.number, request.answer()) }
    case .propose(let request):
      post { [loader] in
        let proposal = request.answer { PairCounts(of: loader.files($0), ignoring: $1, $2) }
        return .proposed(number: request.number, proposal)
      }
    case .record(let decision, let requests): session.record(decision, requests)
    case .undo: session.undo()
    case .redo: session.redo()
    case .reload: session.reload()
    case .previewRule(let request): session.preview(request)
    case .saveRule(let preview): session.save(preview)
    case .writeRules(let edit, let sentence): session.writeRules(by: edit, sentence)
    case .adopt(let snapshots, let revision): adopt(snapshots, revision)
    case .blink(let milliseconds): blink(milliseconds)
    case .openOutside(let item): openOutside(item)
    case .copy(let text): copy(text)
    case .keep(let choice): keep(choice)
    case .redraw, .suspend, .leave: break
    }
  }

  /// Adopts the cases of a folder that was read again, with the requests about them.
  private func adopt(_ snapshots: [SnapshotCase], _ revision: Int) {
    shared.withLock {
      $0.snapshots = snapshots
      $0.revision = revision
      $0.comparisons = [:]
      ($0.readings, $0.read, $0.signed, $0.surveys) = ([:], [], [], Surveys())
    }
  }

  /// Returns once the results of all effects so far are in the mailbox.
  package func waitUntilIdle() {
    session.finish()
    pool.waitUntilIdle()
  }

  /// Returns once every decision is on disk or refused, its result is in the mailbox, and
  /// measurements are saved.
  package func finish() {
    session.finish()
    keeping.sync {}
    loader.kept?.save()
  }

  /// Returns nil if the screen has switched to other cases.
  func snapshot(_ item: Int, _ revision: Int) -> SnapshotCase? {
    shared.withLock {
      $0.snapshots.indices.contains(item) && revision >= $0.revision ? $0.snapshots[item] : nil
    }
  }
}

import Base
import Catalog
import DiffEngine
import Dispatch
import Essentials
import Host
import Review
import ReviewUI
import Settings
import Terminal

/// Performs what the model asks for, off the event loop, and posts the answers.
package final class EffectRunner: Sendable {
  private struct Shared: Sendable {
    /// The cases on the screen, and the revision that they came with: what is asked for by a lower
    /// one is about other cases.
    var snapshots: [SnapshotCase]
    var revision = 0
    /// The pictures and facts that the screen needs now; everything else in the queue is dropped.
    var wanted = Wanted()
    /// The latest comparison asked for each case.
    var comparisons: [Int: ComparisonRequest] = [:]
    /// The latest request to read each case.
    var readings: [Int: ComparisonRequest] = [:]
    /// What has been begun of each case.
    var read: Set<ReadingKey> = []
    var signed: Set<ReadingKey> = []
    /// The landscapes that are asked for, in order, and those that have been begun.
    var surveys = Surveys()
    var blink = 0
    /// The latest request for the groups of all cases.
    var grouping = 0
  }

  /// A case at one reading of its files, and what is ignored of it.
  private struct ReadingKey: Hashable, Sendable {
    var item: Int
    var revision: Int
    var areas: IgnoredAreas

    init(_ request: ComparisonRequest) {
      (item, revision, areas) = (request.item, request.revision, request.areas)
    }
  }

  private struct Surveys: Sendable {
    private var asked: Set<SurveyRequest> = []
    private var begun: Set<SurveyRequest> = []
    private var queue: [SurveyRequest] = []
    private var taken = 0

    /// Appends what is new.
    ///
    /// - Returns: How many were.
    mutating func append(_ requests: [SurveyRequest]) -> Int {
      let fresh = requests.filter { asked.insert($0).inserted }
      queue += fresh
      return fresh.count
    }

    /// Takes the next landscape to be found, the wanted ones first.
    mutating func next(_ wanted: [SurveyRequest]) -> SurveyRequest? {
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

  private let shared: Mutex<Shared>
  private let mailbox: Mailbox
  private let session: ReviewSession
  private let loader: PairLoader
  private let pictures: PictureMaker
  private let pool: WorkerPool
  private let keeping = DispatchQueue(label: "snapreview.keeping")

  package init(_ source: ReviewSource, mailbox: Mailbox, pool: WorkerPool = WorkerPool()) {
    shared = Mutex(Shared(snapshots: source.catalog.cases))
    self.mailbox = mailbox
    self.pool = pool
    session = ReviewSession(source, mailbox: mailbox)
    let store = source.store
    loader = PairLoader(kept: source.kept) { store.shownFiles(of: $0) }
    pictures = PictureMaker(loader: loader)
  }

  /// Starts the work behind an effect; effects of the screen itself are the event loop's.
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

  /// Takes over the cases of a folder that was read again, with all that is asked for from now on.
  private func adopt(_ snapshots: [SnapshotCase], _ revision: Int) {
    shared.withLock {
      $0.snapshots = snapshots
      $0.revision = revision
      $0.comparisons = [:]
      ($0.readings, $0.read, $0.signed, $0.surveys) = ([:], [], [], Surveys())
    }
  }

  /// Returns once every answer to what was asked so far is in the mailbox.
  package func waitUntilIdle() {
    session.finish()
    pool.waitUntilIdle()
  }

  /// Returns once every decision is on disk, or refused, and the answer in the mailbox; and what was
  /// measured is kept.
  package func finish() {
    session.finish()
    keeping.sync {}
    loader.kept?.save()
  }

  /// Nil where the screen has gone over to other cases.
  private func snapshot(_ item: Int, _ revision: Int) -> SnapshotCase? {
    shared.withLock {
      $0.snapshots.indices.contains(item) && revision >= $0.revision ? $0.snapshots[item] : nil
    }
  }

  // MARK: - Answers

  /// Posts what the screen waits for.
  private func post(_ make: @escaping @Sendable () -> ReviewAction) {
    pool.submit(.screen) { [mailbox] in mailbox.post(make()) }
  }

  /// Returns the work of answering what the screen misses, unless it shows something else by then.
  private func answer<Request: CaseRequest>(
    _ request: Request, isWanted: @escaping @Sendable (Wanted) -> Bool,
    make: @escaping @Sendable (SnapshotCase, Request) -> ReviewAction?
  ) -> WorkerPool.Job {
    let isWanted = { @Sendable [self] in shared.withLock { isWanted($0.wanted) } }
    return WorkerPool.Job(isWanted: isWanted) { [self] in
      answer(request, isAwaited: true, isWanted: isWanted, make: make)
    }
  }

  /// Posts an answer, unless nobody wants it any more before it is there.
  private func answer<Request: CaseRequest>(
    _ request: Request, isAwaited: Bool, isWanted: @escaping @Sendable () -> Bool,
    make: (SnapshotCase, Request) -> ReviewAction?
  ) {
    guard let snapshot = snapshot(request.item, request.revision) else { return }
    let work = DroppableWork { !isWanted() }
    let action = DroppableWork.$current.withValue(work) { make(snapshot, request) }
    if let action, !work.isDropped { mailbox.post(action, isAwaited: isAwaited) }
  }

  /// Asks for what the screen misses, the most urgent first.
  private func want(_ wanted: Wanted) {
    shared.withLock { $0.wanted = wanted }
    var jobs: [WorkerPool.Job] = []
    if let request = wanted.inspection {
      jobs.append(
        answer(request) {
          $0.inspection == request
        } make: { [pictures] in
          pictures.inspection($0, $1).map { .inspected(request, $0) }
        })
    }
    if let request = wanted.comparison {
      jobs.append(comparing(request) { $0.comparison == request })
    }
    jobs += wanted.thumbnails.map { request in
      answer(request) {
        $0.thumbnails.contains(request)
      } make: { [pictures] in
        pictures.thumbnail($0, $1).map { .sketched(request, $0) }
      }
    }
    jobs += wanted.pictures.map { request in
      answer(request) {
        $0.pictures.contains(request)
      } make: { [pictures] in
        pictures.picture($0, $1).map { .drawn(request, $0) }
      }
    }
    if let request = wanted.regions {
      // Behind the images of the panes, which show more.
      jobs.append(
        answer(request) {
          $0.regions == request
        } make: { [pictures] in
          let rows = pictures.movedRows($0, $1)
          return pictures.regions($0, $1).map { .located(request, $0, movedRows: rows) }
        })
    }
    pool.submit(.screen, jobs + wanted.neighbours.map(preparing))
  }

  /// Prepares a case that a key would show next, so that the key finds it ready.
  private func preparing(_ request: PreparationRequest) -> WorkerPool.Job {
    answer(request) {
      $0.neighbours.contains(request)
    } make: { [self] snapshot, request in
      if snapshot.content == .image { pictures.prepare(snapshot, request) }
      // A measuring that has begun is always finished.
      DroppableWork.$current.withValue(nil) {
        if isUnread(request.measuring) { measure(request.measuring, isLookedAt: true) }
      }
      return nil
    }
  }

  private func comparing(
    _ request: ComparisonRequest, isWanted: @escaping @Sendable (Wanted) -> Bool = { _ in true }
  ) -> WorkerPool.Job {
    answer(request, isWanted: isWanted) { [pictures] in
      pictures.comparison($0, $1).map { .compared(request, $0) }
    }
  }

  private func compare(_ requests: [ComparisonRequest]) {
    shared.withLock { shared in
      for request in requests { shared.comparisons[request.item] = request }
    }
    let jobs = requests.map { request in
      let isWanted = { @Sendable [self] in
        shared.withLock { $0.comparisons[request.item] == request }
      }
      return WorkerPool.Job(isWanted: isWanted) { [self] in
        answer(request, isAwaited: false, isWanted: isWanted) { [pictures] snapshot, request in
          pictures.comparison(snapshot, request).map { .compared(request, $0) }
        }
      }
    }
    pool.submit(.folder, jobs)
  }

  // MARK: - Reading

  private func measure(_ requests: [ComparisonRequest]) {
    guard let first = requests.first else { return }
    shared.withLock { shared in
      for request in requests {
        let key = ReadingKey(request)
        // What was ignored in between is shown again: what was forgotten then is found anew.
        if let last = shared.readings.updateValue(request, forKey: request.item),
          ReadingKey(last) != key
        {
          shared.read.remove(key)
          shared.signed.remove(key)
        }
      }
    }
    func reading(_ request: ComparisonRequest, isLookedAt: Bool = false) -> WorkerPool.Job {
      WorkerPool.Job { [self] in
        isUnread(request)
      } work: { [self] in
        measure(request, isLookedAt: isLookedAt)
      }
    }
    pool.submit(.screen, [reading(first, isLookedAt: true)])
    pool.submit(.folder, requests.dropFirst().map { reading($0) })
    pool.submit(
      .later, requests.map { request in WorkerPool.Job { [self] in sign(request) } })
  }

  /// True if a case is still to be read, and with these settings.
  private func isUnread(_ request: ComparisonRequest) -> Bool {
    shared.withLock {
      $0.readings[request.item] == request && !$0.read.contains(ReadingKey(request))
    }
  }

  /// - Parameter isLookedAt: True if it is on the screen, or one key away.
  private func measure(_ request: ComparisonRequest, isLookedAt: Bool) {
    let isFirst = shared.withLock { $0.read.insert(ReadingKey(request)).inserted }
    guard isFirst, let snapshot = snapshot(request.item, request.revision) else { return }
    let reader = CaseReader(snapshot, CaseKey(request), loader: loader, isLookedAt: isLookedAt)
    let reading = reader.reading(request.strategy, ignoring: request.areas) { glance in
      if isLookedAt { post(glance, request, isAwaited: true) }
    }
    post(reading, request, isAwaited: isLookedAt)
  }

  private func post(_ reading: Reading, _ request: ComparisonRequest, isAwaited: Bool) {
    mailbox.post(
      .measured(item: request.item, revision: request.revision, reading), isAwaited: isAwaited)
  }

  /// Finds the signature of a case that has been compared. Its images are decoded again: those of a
  /// whole folder would fill the memory until all verdicts are there.
  private func sign(_ request: ComparisonRequest) {
    let isFirst = shared.withLock { $0.signed.insert(ReadingKey(request)).inserted }
    guard isFirst, let reader = imageReader(request) else { return }
    let signature = reader.signature(ignoring: request.areas)
    mailbox.post(
      .signed(item: request.item, revision: request.revision, signature), isAwaited: false)
  }

  private func survey(_ requests: [SurveyRequest]) {
    let count = shared.withLock { $0.surveys.append(requests) }
    let job = WorkerPool.Job { [self] in
      guard let request = shared.withLock({ $0.surveys.next($0.wanted.surveys) }),
        let reader = imageReader(request),
        let landscape = reader.landscape(request.formula, ignoring: request.areas)
      else { return }
      mailbox.post(
        .surveyed(item: request.item, revision: request.revision, landscape), isAwaited: false)
    }
    pool.submit(.later, [WorkerPool.Job](repeating: job, count: count))
  }

  /// Nil for a text, and where the screen has gone over to other cases.
  private func imageReader(_ request: some CaseRequest) -> CaseReader? {
    guard let snapshot = snapshot(request.item, request.revision), snapshot.content == .image else {
      return nil
    }
    return CaseReader(snapshot, CaseKey(request), loader: loader, isLookedAt: false)
  }

  /// Finds the groups, unless they have been asked for again by then.
  private func group(_ request: GroupRequest) {
    shared.withLock { $0.grouping = request.number }
    pool.submit(.folder) { [self] in
      shared.withLock { $0.grouping == request.number }
    } work: { [mailbox, loader] in
      var found = request.groups()
      if found.ready == request.items.count { found.name(request.items, loader.files) }
      mailbox.post(.grouped(number: request.number, found))
    }
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

  /// In the order of the keys.
  private func keep(_ choice: DisplayChoice) {
    keeping.async { [mailbox] in
      do throws(SettingsError) {
        try DisplayFile.keep(choice)
      } catch {
        mailbox.post(.notice("\(error)"))
      }
    }
  }

  /// Not every terminal copies what it was asked to, and a multiplexer may keep that to itself.
  private func copy(_ text: String) {
    let isInTmux = Environment.value("TMUX") != nil
    DispatchQueue.global(qos: .userInitiated).async { [mailbox] in
      let outcome: CopyOutcome =
        if Clipboard.take(text) {
          .onClipboard
        } else if isInTmux {
          Tmux.keep(text) ? .inTmuxBuffer : .refusedByTmux
        } else {
          .sent
        }
      mailbox.post(.copied(text, outcome))
    }
  }

  private func openOutside(_ item: Int) {
    guard let snapshot = snapshot(item, .max) else { return }
    // Not on the event loop: a viewer may take its time to start.
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let files = loader.files(snapshot)
      let paths = [files.reference, files.actual].compactMap { $0 }
      mailbox.post(.notice("Opening \(Wording.count(paths.count, "file")) in another program."))
      mailbox.post(.notice(OutsideViewer.open(paths)))
    }
  }
}

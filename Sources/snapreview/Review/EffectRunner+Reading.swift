import Base
import Catalog
import DiffEngine
import Review
import ReviewUI

/// Reads and measures every case, one after the other.
extension EffectRunner {
  func measure(_ requests: [ComparisonRequest]) {
    guard let first = requests.first else { return }
    shared.withLock { shared in
      for request in requests {
        let key = ReadingKey(request)
        // The change of ignored areas dropped the earlier results, so measure the case again.
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
    var signing = requests.map { request in WorkerPool.Job { [self] in sign(request) } }[...]
    var jobs: [WorkerPool.Job] = []
    for (place, request) in requests.enumerated() {
      if place > 0 { jobs.append(reading(request)) }
      guard (place + 1).isMultiple(of: Self.batch) else { continue }
      let due = place < Self.batch ? Self.batch : Self.batch / 10
      jobs += signing.prefix(due)
      signing = signing.dropFirst(due)
    }
    pool.submit(.screen, [reading(first, isLookedAt: true)])
    pool.submit(.folder, jobs)
    pool.submit(.later, Array(signing))
  }

  /// In a large folder, causes are found for the first cases before the others are measured, so
  /// that the reviewer can begin to decide. After that, each ten measured cases add the cause of
  /// one more, which takes a sixth longer in all.
  private static let batch = 50

  /// True if a case is yet to be read with these settings.
  func isUnread(_ request: ComparisonRequest) -> Bool {
    shared.withLock {
      $0.readings[request.item] == request && !$0.read.contains(ReadingKey(request))
    }
  }

  /// - Parameter isLookedAt: True if the case is on the screen or one key away.
  func measure(_ request: ComparisonRequest, isLookedAt: Bool) {
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

  /// Finds the signature of a case that has been compared. Its images are decoded again, because
  /// keeping those of a whole folder until all verdicts are known would fill the memory.
  private func sign(_ request: ComparisonRequest) {
    let isFirst = shared.withLock { $0.signed.insert(ReadingKey(request)).inserted }
    guard isFirst, let reader = imageReader(request) else { return }
    let signature = reader.signature(ignoring: request.areas)
    mailbox.post(
      .signed(item: request.item, revision: request.revision, signature), isAwaited: false)
  }

  func survey(_ requests: [ComparisonRequest]) {
    let count = shared.withLock { $0.surveys.append(requests) }
    let job = WorkerPool.Job { [self] in
      guard let request = shared.withLock({ $0.surveys.next($0.wanted.surveys) }),
        let reader = imageReader(request),
        let landscape = reader.landscape(request.strategy.formula, ignoring: request.areas)
      else { return }
      mailbox.post(
        .surveyed(item: request.item, revision: request.revision, landscape), isAwaited: false)
    }
    pool.submit(.later, [WorkerPool.Job](repeating: job, count: count))
  }

  /// Returns nil for a text, or if the screen has switched to other cases.
  private func imageReader(_ request: some CaseRequest) -> CaseReader? {
    guard let snapshot = snapshot(request.item, request.revision), snapshot.content == .image else {
      return nil
    }
    return CaseReader(snapshot, CaseKey(request), loader: loader, isLookedAt: false)
  }

  /// Finds the groups, unless they are requested again in the meantime.
  func group(_ request: GroupRequest) {
    shared.withLock { $0.grouping = request.number }
    // Those of the first cases do not wait until all others are measured.
    pool.submit(request.isWhole ? .folder : .screen) { [self] in
      shared.withLock { $0.grouping == request.number }
    } work: { [mailbox, loader] in
      var found = request.groups()
      if request.isWhole { found.name(request.items, loader.files) }
      mailbox.post(.grouped(number: request.number, found))
    }
  }
}

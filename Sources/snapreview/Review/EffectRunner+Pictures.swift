import Base
import Catalog
import DiffEngine
import Review
import ReviewUI

/// Draws the images that the screen still lacks.
extension EffectRunner {
  func post(_ make: @escaping @Sendable () -> ReviewAction) {
    pool.submit(.screen) { [mailbox] in mailbox.post(make()) }
  }

  /// Returns a job that answers a request, unless the answer is no longer wanted by then.
  private func answer<Request: CaseRequest>(
    _ request: Request, isAwaited: Bool = true,
    isWanted: @escaping @Sendable (Shared) -> Bool,
    make: @escaping @Sendable (SnapshotCase, Request) -> ReviewAction?
  ) -> WorkerPool.Job {
    let isWanted = { @Sendable [self] in shared.withLock { isWanted($0) } }
    return WorkerPool.Job(isWanted: isWanted) { [self] in
      guard let snapshot = snapshot(request.item, request.revision) else { return }
      let work = DroppableWork { !isWanted() }
      let action = DroppableWork.$current.withValue(work) { make(snapshot, request) }
      if let action, !work.isDropped { mailbox.post(action, isAwaited: isAwaited) }
    }
  }

  /// Requests what the screen lacks, the most urgent first.
  func want(_ wanted: Wanted) {
    shared.withLock { $0.wanted = wanted }
    var jobs: [WorkerPool.Job] = []
    if let request = wanted.inspection {
      jobs.append(
        answer(request) {
          $0.wanted.inspection == request
        } make: { [pictures] in
          pictures.inspection($0, $1).map { .inspected(request, $0) }
        })
    }
    if let request = wanted.comparison {
      jobs.append(comparing(request) { $0.wanted.comparison == request })
    }
    jobs += wanted.thumbnails.map { request in
      answer(request) {
        $0.wanted.thumbnails.contains(request)
      } make: { [pictures] in
        pictures.thumbnail($0, $1).map { .sketched(request, $0) }
      }
    }
    jobs += wanted.pictures.map { request in
      answer(request) {
        $0.wanted.pictures.contains(request)
      } make: { [pictures] in
        pictures.picture($0, $1).map { .drawn(request, $0) }
      }
    }
    if let request = wanted.regions {
      // These come after the images of the panes, which show more.
      jobs.append(
        answer(request) {
          $0.wanted.regions == request
        } make: { [pictures] in
          let rows = pictures.movedRows($0, $1)
          return pictures.regions($0, $1).map { .located(request, $0, movedRows: rows) }
        })
    }
    pool.submit(.screen, jobs + wanted.neighbours.map(preparing))
  }

  /// Prepares a case that the next key may show, so that it is ready by then.
  private func preparing(_ request: ComparisonRequest) -> WorkerPool.Job {
    answer(request) {
      $0.wanted.neighbours.contains(request)
    } make: { [self] snapshot, request in
      if snapshot.content == .image { pictures.prepare(snapshot, request) }
      // Once measuring has begun, it is always finished.
      DroppableWork.$current.withValue(nil) {
        if isUnread(request) { measure(request, isLookedAt: true) }
      }
      return nil
    }
  }

  func comparing(
    _ request: ComparisonRequest, isAwaited: Bool = true,
    isWanted: @escaping @Sendable (Shared) -> Bool = { _ in true }
  ) -> WorkerPool.Job {
    answer(request, isAwaited: isAwaited, isWanted: isWanted) { [pictures] in
      pictures.comparison($0, $1).map { .compared(request, $0) }
    }
  }

  func compare(_ requests: [ComparisonRequest]) {
    shared.withLock { shared in
      for request in requests { shared.comparisons[request.item] = request }
    }
    let jobs = requests.map { request in
      comparing(request, isAwaited: false) { $0.comparisons[request.item] == request }
    }
    pool.submit(.folder, jobs)
  }
}

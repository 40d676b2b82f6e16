import Base
import Catalog
import DiffEngine
import Dispatch
import Essentials
import Host
import Review
import ReviewUI
import Store

/// The one owner of the review's state: catalogue, rules and store.
///
/// It works on its own queue, in the order of the keys, so that the event loop never waits for files
/// or locks. Requests name cases, never positions in a list, which may have changed by the reply.
final class ReviewSession: Sendable {
  private struct Review: Sendable {
    var source: ReviewSource
    var cases: [CaseIdentity: SnapshotCase]
    let isAwaited: @Sendable () -> Bool

    init(_ source: ReviewSource) {
      self.source = source
      isAwaited = source.waitingCheck
      cases = Dictionary(
        source.catalog.cases.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private let review: Mutex<Review>
  private let store: ReviewStore
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "snapreview.session", qos: .userInitiated)
  private let wasAwaited = Mutex(false)
  private let actuals = Mutex<(seen: FilesStamp?, read: FilesStamp?)>((nil, nil))

  init(_ source: ReviewSource, mailbox: Mailbox) {
    review = Mutex(Review(source))
    store = source.store
    self.mailbox = mailbox
    queue.async { [weak self] in self?.lookForWaiters() }
  }

  /// Polls, because waiting commands come and go while the screen is open, and a lock does not tell.
  private func lookForWaiters() {
    let isAwaited = review.withLock(\.isAwaited)()
    let isNews = wasAwaited.withLock { was in
      defer { was = isAwaited }
      return was != isAwaited
    }
    if isNews { mailbox.post(.awaited(isAwaited)) }
    lookForActuals()
    queue.asyncAfter(deadline: .now() + 2) { [weak self] in self?.lookForWaiters() }
  }

  /// A second run may write the actuals of cases that have none. They are read once nothing has
  /// changed for one interval, because a file that is being written is not an image yet.
  private func lookForActuals() {
    let catalog = review.withLock(\.source.catalog)
    guard !catalog.watchedActuals.isEmpty else { return }
    let now = FilesStamp(below: catalog.watchedActuals)
    let isComplete = actuals.withLock { known in
      defer { known.seen = now }
      // The actuals present at the start were read with the folder.
      let isStart = known.read == nil
      guard isStart || known.read != now && known.seen == now else { return false }
      known.read = now
      return !isStart
    }
    if isComplete { readActuals(missing: catalog.cases.count(where: \.isMasked)) }
  }

  private func readActuals(missing before: Int) {
    readAgain()
    let came = before - review.withLock { $0.source.catalog.cases.count(where: \.isMasked) }
    guard came > 0 else { return }
    let verb = came == 1 ? "has" : "have"
    mailbox.post(
      .notice("\(Wording.count(came, "case")) \(verb) an actual now, and can be accepted."))
  }

  /// Returns once the results of all requests so far are in the mailbox.
  func finish() { queue.sync {} }

  // MARK: - The folder and its rules

  /// Finds the cases again; decisions stay as long as the files are the same.
  func reload() {
    queue.async { [self] in
      useAlternateStack()
      readAgain()
    }
  }

  private func readAgain() {
    do {
      let fresh = try review.withLock { $0.source }.readAgain()
      review.withLock { $0 = Review(fresh) }
      mailbox.post(.reloaded(CaseList(fresh.items()), skipped: fresh.catalog.skipped))
    } catch {
      mailbox.post(.notice("\(error)"))
    }
  }

  /// Finds out what saving settings would change, without writing anything.
  func preview(_ request: RuleRequest) {
    queue.async { [self] in
      do {
        let rules = review.withLock { $0.source.rules }
        let edit = try rules.edit(request.strategy, match: request.glob, ignored: request.areas)
        mailbox.post(
          .previewedRule(
            RulePreview(
              summary: request.strategy.summary,
              path: Paths.resolve(rules.destination, from: Paths.workingFolder), edit: edit
            )))
      } catch {
        mailbox.post(.notice("\(error)"))
      }
    }
  }

  func save(_ preview: RulePreview) {
    let sentence = "Written to \(preview.path): \(preview.summary)."
    queue.async { [self] in write(preview.edit, sentence, isNew: true) }
  }

  /// Undoes or redoes an earlier write.
  func writeRules(by edit: RuleEdit, _ sentence: String) {
    queue.async { [self] in write(edit, sentence, isNew: false) }
  }

  /// Changes the rules file and posts its new effect on every case.
  private func write(_ edit: RuleEdit, _ sentence: String, isNew: Bool) {
    do {
      var source = review.withLock { $0.source }
      source.rules = try source.rules.making(edit)
      review.withLock { $0.source.rules = source.rules }
      let rules = source.catalog.cases.map { ($0.identity, source.rule(for: $0)) }
      mailbox.post(
        .ruled(
          Dictionary(rules, uniquingKeysWith: { first, _ in first }), sentence: sentence,
          edit: isNew ? edit : nil))
    } catch {
      mailbox.post(.notice("\(error)"))
    }
  }

  // MARK: - Decisions

  func record(_ decision: Decision, _ requests: [DecisionRequest]) {
    queue.async { [self] in
      let batch = requests.count > 1 ? UUID().uuidString : nil
      var changes: [DecisionChange] = []
      var refusals: [(id: CaseIdentity, error: StoreError)] = []
      for request in requests {
        do throws(StoreError) {
          let step = try keep(decision, request, batch)
          changes.append(
            DecisionChange(
              id: request.id, record: DecisionRecord(decision, note: request.note),
              isWritten: step?.changesBaseline == true))
        } catch {
          refusals.append((request.id, error))
        }
      }
      if !changes.isEmpty {
        let trouble = stage(changes, after: decision)
        mailbox.post(.recorded(changes, sentence: trouble ?? sentence(decision, changes)))
      }
      report(refusals)
    }
  }

  /// Adds accepted files to git's index, if requested.
  ///
  /// - Returns: The reason for a failure; nil if it succeeded.
  private func stage(_ changes: [DecisionChange], after decision: Decision) -> String? {
    guard review.withLock({ $0.source.stages }) else { return nil }
    do throws(CatalogError) {
      try Catalog.stage(changes.compactMap { snapshot($0.id) }, after: decision)
      return nil
    } catch {
      return error.description
    }
  }

  private func snapshot(_ id: CaseIdentity) -> SnapshotCase? { review.withLock { $0.cases[id] } }

  private func keep(
    _ decision: Decision, _ request: DecisionRequest, _ batch: String?
  ) throws(StoreError) -> Step? {
    guard let snapshot = snapshot(request.id) else {
      throw StoreError(
        .actualChanged, "\(request.id.key) is no longer in the folder. Nothing was written.")
    }
    if decision == .accepted, batch != nil, let reason = snapshot.aloneReason {
      throw StoreError(
        .notAcceptable,
        "\(printable(snapshot.id)) was left alone: \(reason) Accept it by itself.")
    }
    return try store.record(
      decision, for: snapshot, shown: request.shown, note: request.note, batch: batch)
  }

  /// Posts one result for all cases refused for the same reason, last, so that its message stays
  /// visible.
  private func report(_ refusals: [(id: CaseIdentity, error: StoreError)]) {
    let changed = refusals.filter { $0.error.isOfOtherFiles }
    let others = refusals.filter { !$0.error.isOfOtherFiles }
    if let first = others.first {
      mailbox.post(.notRecorded(cases: others.map(\.id), reason: first.error.words(others.count)))
    }
    if let first = changed.first {
      mailbox.post(
        .changedOnDisk(cases: changed.map(\.id), reason: first.error.words(changed.count)))
    }
  }

  private func sentence(_ decision: Decision, _ changes: [DecisionChange]) -> String {
    let what =
      changes.count == 1
      ? snapshot(changes[0].id)?.id ?? "1 case" : Wording.count(changes.count, "case")
    let written = changes.filter(\.isWritten)
    let told = (written + changes).lazy.compactMap { self.snapshot($0.id) }.first
    return decision.sentence(what, told, count: written.count)
  }

  // MARK: - Undo

  func undo() { reverse("Undone") { store in { () throws(StoreError) in try store.undo() } } }

  func redo() { reverse("Redone", ReviewStore.redo) }

  private func reverse(
    _ words: String, _ act: @escaping @Sendable (ReviewStore) -> () throws(StoreError) -> Reversal
  ) {
    queue.async { [self] in
      do throws(StoreError) {
        let reversal = try act(store)()
        guard let last = reversal.steps.last else { return mailbox.post(nothingDone(reversal)) }
        let what =
          reversal.steps.count == 1
          ? "\(describe(last))." : "\(Wording.count(reversal.steps.count, "case"))."
        let sentence = (["\(words): \(what)"] + passedOver(reversal)).joined(separator: " ")
        mailbox.post(.undone(changes(after: reversal.steps), sentence: sentence))
      } catch {
        mailbox.post(.notUndone(reason: error.description, isGone: false))
      }
    }
  }

  /// Returns the message for an undo or redo that changed nothing.
  private func nothingDone(_ reversal: Reversal) -> ReviewAction {
    let reasons = passedOver(reversal) + store.unsettled
    guard !reasons.isEmpty else { return .nothingToUndo("Nothing to undo or redo.") }
    return .notUndone(reason: reasons.joined(separator: " "), isGone: false)
  }

  private func passedOver(_ reversal: Reversal) -> [String] {
    guard let first = reversal.troubles.first else { return [] }
    let count = reversal.troubles.count - 1
    let mark = reversal.failures.isEmpty ? "" : "Skipped: "
    return [mark + first] + (count > 0 ? ["And \(count) more."] : [])
  }

  private func changes(after steps: [Step]) -> [DecisionChange] {
    let (ids, baselines) = (Set(steps.map(\.identity)), Set(steps.compactMap(\.baseline)))
    let cases = review.withLock { review in
      // A step of another run may concern the same baseline.
      review.cases.values.filter { snapshot in
        ids.contains(snapshot.identity)
          || snapshot.baseline.map { baselines.contains($0.path) } == true
      }
    }
    let decisions = store.decisions(for: cases)
    return cases.map { DecisionChange(id: $0.identity, record: decisions[$0.id]) }
  }

  /// Describes a step; if the previous one made the same decision, only its note is new.
  private func describe(_ step: Step) -> String {
    let before = store.steps.last {
      $0.identity == step.identity && $0.id < step.id && !$0.isUndone
    }
    guard let before, before.decision == step.decision, before.note != step.note else {
      return step.act
    }
    return "the note on \(printable(step.caseID))"
  }
}

extension StoreError {
  /// True if the files have changed since they were shown.
  fileprivate var isOfOtherFiles: Bool { reason == .baselineChanged || reason == .actualChanged }

  /// Returns the sentence about the first of several refused cases.
  fileprivate func words(_ count: Int) -> String {
    count == 1 ? description : "\(description) \(count - 1) more could not be decided either."
  }
}

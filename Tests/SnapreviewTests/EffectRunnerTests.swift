import Base
import Catalog
import DiffEngine
import Dispatch
import Pixels
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

/// The runner on a pool of one thread, which is held while everything is asked for.
struct EffectRunnerTests {
  private let scratch = TestFolder()
  private let source: ReviewSource
  private let mailbox = Mailbox {}
  private let pool = WorkerPool(width: 1)
  private let runner: EffectRunner

  init() throws {
    for name in ["testA", "testB"] { scratch.addFailure(name) }
    source = try ReviewSource([scratch.failures])
    runner = EffectRunner(source, mailbox: mailbox, pool: pool)
  }

  /// Asks while the pool is busy, then lets it work until all is answered.
  private func ask(_ effects: ReviewEffect...) {
    pool.whileBusy { for effect in effects { runner.perform(effect) } }
    runner.waitUntilIdle()
  }

  private func measure(_ item: Int, revision: Int = 0) -> ComparisonRequest {
    ComparisonRequest(item: item, revision: revision, strategy: Strategy(.naive))
  }

  private func survey(_ item: Int) -> ComparisonRequest {
    ComparisonRequest(item: item, revision: 0, strategy: Strategy(.combined))
  }

  private func picture(_ side: Side) -> PictureRequest {
    PictureRequest(
      item: 0, revision: 0, source: .side(side),
      region: PixelRegion(x: 0, y: 0, width: 8, height: 8),
      samples: PixelSize(width: 8, height: 8), marks: Strategy(.naive))
  }

  /// The cases that were measured to the end, with their revisions.
  private func measured(_ actions: [ReviewAction]) -> [[Int]] {
    actions.compactMap { action in
      guard case .measured(let item, let revision, .images(let facts)) = action,
        facts.compared != nil
      else { return nil }
      return [item, revision]
    }
  }

  @Test func `what the screen no longer shows when its turn comes is not drawn`() {
    ask(.want(Wanted(pictures: [picture(.reference)])), .want(Wanted(pictures: [picture(.actual)])))
    let drawn = mailbox.collect().actions.compactMap { action in
      if case .drawn(let request, _) = action { request.source } else { nil }
    }
    #expect(drawn == [.side(.actual)])
  }

  @Test func `a case is measured once, however often it is asked for`() {
    ask(.measure([measure(0), measure(1)]), .measure([measure(1)]))
    #expect(measured(mailbox.collect().actions).sorted { $0[0] < $1[0] } == [[0, 0], [1, 0]])
  }

  @Test func `only the first of the cases to be measured is awaited`() {
    ask(.measure([measure(0), measure(1)]))
    #expect(measured(mailbox.collect(results: 0).actions) == [[0, 0]])
    #expect(measured(mailbox.collect().actions) == [[1, 0]])
  }

  @Test
  func `all are compared before the first is signed, and signed before the first is surveyed`() {
    let items = source.catalog.cases.indices
    ask(
      .measure(items.map { measure($0) }),
      .survey(items.map { survey($0) }))
    let stages = mailbox.collect().actions.compactMap { action in
      switch action {
      case .measured(_, _, .images(let facts)): facts.compared == nil ? nil : "compared"
      case .signed: "signed"
      case .surveyed: "surveyed"
      default: nil
      }
    }
    #expect(stages == ["compared", "compared", "signed", "signed", "surveyed", "surveyed"])
  }

  @Test func `the first fifty are signed and grouped before all are compared`() throws {
    for index in 2..<160 { scratch.addFailure("test\(index)") }
    let many = try ReviewSource([scratch.failures])
    var runner = EffectRunner(many, mailbox: mailbox, pool: pool)
    let requests = (0..<160).map { measure($0) }
    pool.whileBusy { runner.perform(.measure(requests)) }
    runner.waitUntilIdle()
    var (compared, signedAfter): (Set<Int>, [Int]) = ([], [])
    var state = ReviewState(
      title: "", items: many.items(), size: GridSize(columns: 80, rows: 24))
    var groups: [ReviewEffect] = []
    for action in mailbox.collect().actions {
      groups += state.reduce(action).filter { if case .group = $0 { true } else { false } }
      switch action {
      case .measured(let item, _, .images(let facts)) where facts.compared != nil:
        compared.insert(item)
      case .signed(let item, _, _):
        #expect(item == signedAfter.count)
        signedAfter.append(compared.count)
      default: break
      }
    }
    let expected = [(50, 50), (5, 100), (5, 150), (100, 160)]
    #expect(signedAfter == expected.flatMap { [Int](repeating: $0.1, count: $0.0) })
    // Of the first fifty, of a hundred, and of all.
    #expect(groups.count == 3)
    runner = EffectRunner(many, mailbox: mailbox, pool: pool)
    pool.whileBusy { for effect in [.measure(requests), groups[0]] { runner.perform(effect) } }
    runner.waitUntilIdle()
    let actions = mailbox.collect().actions
    let grouped = try #require(
      actions.firstIndex { if case .grouped = $0 { true } else { false } })
    #expect(measured(Array(actions[grouped...])).count >= 159)
  }

  @Test func `the landscape of the case on screen comes before those of the others`() {
    let items = source.catalog.cases.indices
    var wanted = Wanted()
    wanted.surveys = [survey(1)]
    ask(
      .want(wanted),
      .survey(items.map { survey($0) }))
    let surveyed = mailbox.collect().actions.compactMap { action in
      if case .surveyed(let item, _, _) = action { item } else { nil }
    }
    #expect(surveyed == [1, 0])
  }

  @Test func `a case that is still unread when the settings change is read with the new ones`() {
    let loose = ComparisonRequest(item: 1, revision: 0, strategy: Strategy(.pixelmatch))
    ask(.measure([measure(0), measure(1)]), .measure([loose]))
    let strategies = mailbox.collect().actions.compactMap { action -> Strategy? in
      guard case .measured(1, _, .images(let facts)) = action else { return nil }
      return facts.compared?.strategy
    }
    #expect(strategies == [loose.strategy])
  }

  @Test func `what was asked of the old list is not answered about the new one`() {
    ask(
      .measure([measure(0)]), .adopt(source.catalog.cases.reversed(), revision: 1),
      .measure([measure(1, revision: 1)]))
    #expect(measured(mailbox.collect().actions) == [[1, 1]])
  }

  @Test func `of several settings the last one is compared`() {
    let requests = [Strategy.Kind.naive, .pixelmatch].map {
      ComparisonRequest(item: 0, revision: 0, strategy: Strategy($0))
    }
    ask(.compare([requests[0]]), .compare([requests[1]]))
    let compared = mailbox.collect().actions.compactMap { action in
      if case .compared(let request, _) = action { request } else { nil }
    }
    #expect(compared == [requests[1]])
  }

  @Test func `a case that is not in the list is not answered`() {
    ask(
      .measure([measure(7)]),
      .tabulate([ComparisonRequest(item: 7, revision: 0, strategy: Strategy(.naive))]))
    #expect(mailbox.collect().actions.isEmpty)
  }

  @Test func `a blink comes back and wakes the loop`() {
    let woken = DispatchSemaphore(value: 0)
    let mailbox = Mailbox { woken.signal() }
    let runner = EffectRunner(source, mailbox: mailbox, pool: pool)
    runner.perform(.blink(milliseconds: 0))
    woken.wait()
    let blinks = mailbox.collect().actions.count { if case .blinked = $0 { true } else { false } }
    #expect(blinks == 1)
  }
}

struct MailboxTests {
  @Test func `one wake-up for all that gathers until it is collected`() {
    let wakes = Mutex(0)
    let mailbox = Mailbox { wakes.withLock { $0 += 1 } }
    for _ in 0..<3 { mailbox.post(.blinked, isAwaited: false) }
    #expect(wakes.withLock { $0 } == 1)
    // An answer is not kept waiting by results that may wait.
    mailbox.post(.notice("a"))
    mailbox.post(.notice("b"))
    #expect(wakes.withLock { $0 } == 2)
    #expect(mailbox.collect().actions.count == 5)
    mailbox.post(.blinked)
    #expect(wakes.withLock { $0 } == 3)
  }

  @Test func `answers come before results, of which no more than asked for`() {
    let mailbox = Mailbox {}
    for _ in 0..<3 { mailbox.post(.blinked, isAwaited: false) }
    mailbox.post(.notice("answer"))
    let first = mailbox.collect(results: 2)
    #expect(first.actions.count == 3 && first.isAwaited && first.hasMore)
    guard case .notice("answer") = first.actions[0] else {
      Issue.record("\(first.actions)")
      return
    }
    let rest = mailbox.collect(results: 2)
    #expect(rest.actions.count == 1 && !rest.isAwaited && !rest.hasMore)
  }
}

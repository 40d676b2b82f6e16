import Base
import DiffEngine
import Review
import ReviewUI
import Testing

struct UndoTests {
  private func recorded(_ items: [Int], _ decision: Decision? = .tolerated) -> ReviewAction {
    .recorded(changes(items, decision), sentence: "Done.")
  }

  private func changes(_ items: [Int], _ decision: Decision?) -> [DecisionChange] {
    items.map { DecisionChange(item: $0, record: decision.map { DecisionRecord($0) }) }
  }

  private func marks(_ state: ReviewState) -> [Int] {
    state.items.indices.filter { state.items[$0].isMarked }
  }

  @Test func `marks are undone one step at a time, and redone`() {
    var state = review()
    state.type("mjV")
    #expect(marks(state) == [0, 1, 2])
    #expect(state.asked("u") == [])
    #expect(marks(state) == [0])
    #expect(state.message?.text == "Undone: 2 marks.")
    state.type("u")
    #expect(marks(state) == [])
    #expect(state.selection == 0)
    #expect(state.message?.text == "Undone: the mark on Suite/case0.")
    state.type("UU")
    #expect(marks(state) == [0, 1, 2])
    #expect(state.message?.text == "Redone: 2 marks.")
  }

  @Test func `a mark that was taken off comes back`() {
    var state = review()
    state.type("mggm")
    #expect(marks(state) == [])
    state.type("u")
    #expect(marks(state) == [0])
    #expect(state.message?.text == "Undone: Suite/case0 is marked again.")
  }

  @Test func `a case is read again once a decision from before is undone`() {
    var state = review()
    state.type("t")
    _ = state.reduce(recorded([0]))
    state.type("u")
    #expect(
      !measures(state.reduce(.undone(changes([0], nil), sentence: ""))), "it was read before that")
    // The baseline that was read is the one that the earlier decision had written.
    state.type("u")
    let effects = state.reduce(.undone(changes([1], nil), sentence: ""))
    #expect(measures(effects))
  }

  private func measures(_ effects: [ReviewEffect]) -> Bool {
    effects.contains { if case .measure = $0 { true } else { false } }
  }

  @Test func `marks by pattern that change nothing are no step`() {
    var state = review()
    state.type("*case1<enter>*case1<enter>")
    #expect(marks(state) == [1])
    #expect(state.asked("u") == [])
    #expect(marks(state) == [])
    // Nothing of the screen's own is left: the store is asked for what it has.
    #expect(state.asked("u") == [.undo])
  }

  @Test func `marks and decisions are undone in the reverse order they were made`() {
    var state = review()
    state.type("t")
    _ = state.reduce(recorded([0]))
    state.type("m")
    state.type("r")
    _ = state.reduce(recorded([2], .rejected))
    #expect(state.asked("u") == [.undo])
    _ = state.reduce(.undone(changes([2], nil), sentence: ""))
    #expect(state.asked("u") == [])
    #expect(marks(state) == [])
    #expect(state.asked("u") == [.undo])
    _ = state.reduce(.undone(changes([0], nil), sentence: ""))
    #expect(state.asked("U") == [.redo])
    #expect(state.asked("U") == [])
    #expect(marks(state) == [1])
    #expect(state.asked("U") == [.redo])
  }

  @Test func `the marks that went with a decision come back with it`() {
    var state = review()
    state.type("mm")
    state.type("Ty")
    _ = state.reduce(recorded([0, 1]))
    #expect(marks(state) == [])
    state.type("u")
    _ = state.reduce(.undone(changes([0, 1], nil), sentence: ""))
    #expect(marks(state) == [0, 1])
    state.type("U")
    _ = state.reduce(.undone(changes([0, 1], .tolerated), sentence: ""))
    #expect(marks(state) == [])
  }

  @Test func `a decision that was refused is not waited for`() {
    var state = review()
    state.type("mt")
    _ = state.reduce(.notRecorded(items: [1], reason: "No."))
    #expect(state.asked("u") == [])
    #expect(marks(state) == [])
  }

  @Test func `a bulk of which some were refused is one step`() {
    var state = review()
    state.type("mTy")
    state.type("Ty")
    _ = state.reduce(.notRecorded(items: [0], reason: "No."))
    _ = state.reduce(.notRecorded(items: [1], reason: "No."))
    _ = state.reduce(recorded([2, 3]))
    #expect(state.asked("u") == [.undo])
  }

  @Test func `an undo that failed is tried again, but for a step that is passed over`() {
    for (isGone, effects) in [(false, [ReviewEffect.undo]), (true, [])] {
      var state = review()
      state.type("mt")
      _ = state.reduce(recorded([1]))
      state.type("u")
      _ = state.reduce(.notUndone(reason: "Disk full.", isGone: isGone))
      #expect(state.message?.kind == .warning)
      #expect(state.asked("u") == effects)
    }
  }

  @Test func `redo that failed is tried again`() {
    var state = review()
    state.type("t")
    _ = state.reduce(recorded([0]))
    state.type("um")
    _ = state.reduce(.undone(changes([0], nil), sentence: ""))
    #expect(state.asked("U") == [.redo])
    _ = state.reduce(.notUndone(reason: "Disk full.", isGone: false))
    #expect(state.asked("U") == [.redo])
  }

  @Test func `a split is undone and redone`() {
    var state = review(dots: [2, 3, 2, 2])
    state.type("X")
    #expect(state.group(of: 0) == nil)
    #expect(state.asked("Gu") == [])
    #expect(state.group(of: 0)?.items == [0, 2, 3])
    #expect(state.selection == 0)
    #expect(state.message?.text == "Undone: Suite/case0 is with its cause again.")
    state.type("U")
    #expect(state.group(of: 0) == nil)
    state.type("X")
    #expect(state.group(of: 0)?.items == [0, 2, 3])
    state.type("u")
    #expect(state.group(of: 0) == nil)
  }

  @Test func `what was split off and marked stays so when the folder is read again`() {
    var state = review(dots: [2, 3, 2, 2])
    state.type("Xm")
    // One more case before the others: places are no names.
    let fresh = ["aaa", "case0", "case1", "case2", "case3"].map {
      ReviewItem(snapshot: snapshot($0), rule: Strategy(.naive))
    }
    _ = state.reduce(.reloaded(CaseList(fresh)))
    #expect(marks(state) == [1])
    state.type("u")
    #expect(marks(state) == [])
    for (index, count) in [9, 2, 3, 2, 2].enumerated() {
      let places = (0..<count).map { (x: 1 + 3 * ($0 % 5), y: 2 + 4 * ($0 / 5)) }
      let revision = state.items[index].revision
      _ = state.reduce(.measured(item: index, revision: revision, images(places)))
      state.hear(.signed(item: index, revision: revision, signature(of: places)))
    }
    #expect(state.group(of: 1) == nil)
    #expect(state.group(of: 3)?.items == [3, 4])
    state.type("u")
    #expect(state.group(of: 1)?.items == [1, 3, 4])
  }

  @Test func `a note is a step on disk`() {
    var state = review()
    _ = state.reduce(recorded([0], .rejected))
    state.type("cwrong font<enter>")
    _ = state.reduce(recorded([0], .rejected))
    #expect(state.asked("u") == [.undo])
  }
}

extension ReviewState {
  /// Returns the undo and redo effects that keys lead to.
  fileprivate mutating func asked(_ keys: String) -> [ReviewEffect] {
    type(keys).filter { $0 == .undo || $0 == .redo }
  }
}

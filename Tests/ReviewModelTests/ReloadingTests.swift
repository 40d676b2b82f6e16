import Base
import Catalog
import DiffEngine
import ReviewUI
import Testing

/// The list is another one after the folder was read again; answers and requests that were on
/// their way find the cases that they are about.
struct ReloadingTests {
  private let fresh = CaseList(
    ["aaa", "case0", "case1", "case2", "case3"].map {
      ReviewItem(snapshot: snapshot($0), rule: Strategy(.naive))
    })

  @Test func `what is measured for the old list is not taken for the new one`() {
    var state = review()
    let revision = state.items[0].revision
    _ = state.reduce(.reloaded(fresh))
    _ = state.reduce(.measured(item: 0, revision: revision, images([(x: 1, y: 1)])))
    #expect(!state.items[0].isMeasured)
    #expect(state.unmeasured == 5)
  }

  @Test func `requests for the new list come after word of its cases`() throws {
    var state = review()
    let effects = state.reduce(.reloaded(fresh))
    guard case .adopt(let cases, let revision) = effects.first,
      case .measure(let requests) = effects.dropFirst().first
    else {
      Issue.record("\(effects)")
      return
    }
    #expect(cases.map(\.name) == ["aaa", "case0", "case1", "case2", "case3"])
    #expect(requests.allSatisfy { $0.revision >= revision })
    #expect(requests.first?.item == 1)
  }

  @Test func `a decision on its way stays so, and its answer finds the case`() {
    var state = review()
    state.type("jt")
    _ = state.reduce(.reloaded(fresh))
    #expect(state.items.map { $0.pending } == [nil, nil, .tolerated, nil, nil])
    state.recorded(.tolerated, 2)
    #expect(state.items.map(\.decision) == [nil, nil, .tolerated, nil, nil])
    #expect(state.items.allSatisfy { $0.pending == nil })
  }

  @Test func `rules go to the cases that they name`() {
    var state = review()
    _ = state.reduce(.reloaded(fresh))
    let rules = [snapshot("case2").identity: (Strategy(.cluster), IgnoredAreas())]
    _ = state.reduce(.ruled(rules, sentence: ""))
    #expect(state.items.map(\.rule.kind) == [.naive, .naive, .naive, .cluster, .naive])
  }
}

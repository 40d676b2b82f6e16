import Base
import Catalog
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// Settings that are proposed from decisions: `p`.
struct ProposalTests {
  @Test func `a proposal passes what is tolerated and fails what is rejected`() {
    // Lone dots are noise; a block of four is the bug.
    var state = review(dots: [1, 2, 3], rule: Strategy(.combined))
    let block = images([(x: 8, y: 8), (x: 9, y: 8), (x: 8, y: 9), (x: 9, y: 9)])
    _ = state.reduce(.measured(item: 2, revision: 0, block))
    decide(&state, [.tolerated, .tolerated, .rejected])
    state.type("p")
    #expect(state.strategy.kind == .combined)
    #expect(state.strategy.clusterSize == 3)
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .match, .mismatch])
    #expect(state.says("passes 2 of 2 pairs of noise, fails 1 of 1 of change"))
    #expect(state.says("cluster size 2 to 4"))
    // Three decisions tell nothing of others.
    #expect(state.says("that takes 10 pairs of noise and 10 of change"))
  }

  @Test func `a decision on its way to the disk counts at once`() {
    var state = review(dots: [1, 4], layout: .afsnapshot)
    state.type("trp")
    #expect(state.items.map(\.decision) == [nil, nil])
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .mismatch])
    #expect(state.says("fails 1 of 1 of change"))
  }

  @Test func `a proposal keeps the formula, whose landscapes are measured when it is chosen`() {
    var state = review(dots: [1, 2], rule: Strategy(.perceptual))
    let requests = state.type(":formula 76<enter>").flatMap { effect -> [ComparisonRequest] in
      if case .survey(let requests) = effect { requests } else { [] }
    }
    #expect(requests.map(\.item) == [0, 1])
    #expect(requests.allSatisfy { $0.strategy.formula == .cie76 })
    decide(&state, [.tolerated, .rejected])
    state.type("p")
    #expect(state.tuned?.threshold == 0)
    #expect(state.says("2 cases not measured"))
    for (index, count) in [1, 2].enumerated() {
      let dots = (0..<count).map { (x: 1 + 3 * $0, y: 2) }
      _ = state.reduce(.measured(item: index, revision: 0, images(dots, formula: .cie76)))
    }
    state.type("p")
    #expect(state.strategy.formula == .cie76)
    #expect(state.strategy.threshold == 1)
    // Tolerated cases do not count as failing.
    #expect(state.type("M").charts.first?.answer().chart.cases == 1)
    state.type("M")
    // Both formulas stay at hand.
    let again = state.type(":formula 2000<enter>")
    #expect(!again.contains { if case .measure = $0 { true } else { false } })
    #expect(state.tally.unknown == 0)
  }

  @Test func `settings that were chosen meanwhile stand above those that are proposed`() {
    var state = review(dots: [1, 4], layout: .afsnapshot)
    decide(&state, [.tolerated, .rejected])
    let requests = state.reduce(.command(.propose)).proposals
    #expect(requests.count == 1)
    state.type(">>>")
    for request in requests {
      _ = state.reduce(.proposed(number: request.number, request.answer { _, _, _ in nil }))
    }
    #expect(state.strategy.threshold == 3)
  }

  @Test func `what cannot be judged is counted`() {
    var state = review(dots: [1, 2, 3], rule: Strategy(.combined))
    var facts = ImageFacts(
      reference: PixelSize(width: 16, height: 16), actual: PixelSize(width: 17, height: 16),
      fingerprint: fingerprint, landscape: nil)
    facts.landscape = Landscape(dotted([]), dotted([], side: 17), formula: .ciede2000)
    _ = state.reduce(.measured(item: 2, revision: 0, .images(facts)))
    decide(&state, [.tolerated, .rejected, .tolerated])
    state.type("p")
    #expect(state.says("not judged: 1 case of different sizes"))
  }

  @Test func `what settings cannot decide on is named where it is all that is tolerated`() {
    var state = unmeasured(["case0", "case1"].map { snapshot($0) }, rule: Strategy(.combined))
    _ = state.reduce(.measured(item: 0, revision: 0, .lone(nil)))
    _ = state.reduce(.measured(item: 1, revision: 0, .texts("a", "b")))
    decide(&state, [.tolerated, .tolerated])
    state.type("p")
    #expect(state.tuned == nil)
    #expect(
      state.message?.text
        == "No setting can judge what is tolerated: 1 text, 1 case that cannot be compared.")
  }

  @Test func `with nothing rejected the settings that forgive the fewest pixels are proposed`() {
    // Two lone dots pass by cluster size 2, which forgives the five as well, or by threshold 2.
    var state = review(dots: [2, 5], rule: Strategy(.combined))
    decide(&state, [.tolerated])
    state.type("p")
    #expect(state.strategy.threshold == 2)
    #expect(state.items.map { state.verdict(of: $0) } == [.match, .mismatch])
    #expect(state.says("forgive the fewest pixels"))
  }

  @Test func `a conflict names a case that is misjudged and changes nothing`() {
    var state = review(dots: [2, 2], rule: Strategy(.combined))
    decide(&state, [.tolerated, .rejected])
    state.type("p")
    #expect(state.tuned == nil)
    #expect(state.says("No setting of combined separates noise from bugs"))
    #expect(state.message?.kind == .warning)
    #expect(state.says("but Suite/case0 (tolerated) fails"))
  }

  @Test func `the library's own strategy is tuned, from its files`() throws {
    var state = review(dots: [1, 4])
    decide(&state, [.tolerated, .rejected])
    let request = try #require(state.reduce(.command(.propose)).proposals.first)
    let proposal = request.answer { snapshot, areas, grids in
      var counts = PairCounts(
        Landscape(dotted([]), dotted([]), formula: .ciede2000), grids)
      let dots = (0..<(snapshot.name == "case0" ? 1 : 4)).map { (x: 1 + 3 * $0, y: 2) }
      for grid in grids { counts.add(dotted([]), dotted(dots), grid, ignoring: areas) }
      return counts
    }
    _ = state.reduce(.proposed(number: request.number, proposal))
    #expect(state.strategy.kind == .pointfree)
    #expect(state.says("passes 1 of 1 pair of noise, fails 1 of 1 of change"))
    // Chosen by hand, another strategy is tuned instead.
    state.type(":strategy cluster<enter>p")
    #expect(state.strategy.kind == .cluster)
    #expect(state.says("passes 1 of 1 pair of noise"))
  }

  private func decide(_ state: inout ReviewState, _ decisions: [Decision]) {
    for (index, decision) in decisions.enumerated() { state.recorded(decision, index) }
  }
}

import Base
import Catalog
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// A case whose actual is known outside of its mismatches alone, and what is left from earlier runs.
struct MaskTests {
  private let masked = SnapshotCase(
    id: "LoginTests/testDark", suite: "LoginTests", name: "testDark", layout: .afsnapshot,
    reference: "/r/AppTests/LoginTests/testDark.png",
    difference: "/r/AppTests/Difference/LoginTests/testDark.diff.png",
    baseline: Baseline(path: "/r/AppTests/LoginTests/testDark.png", root: "/r/AppTests"),
    obstacle: "No actual.")

  private func reading(_ dots: [(x: Int, y: Int)]) throws -> Reading {
    let picture = dotted(dots, colour: Pixel(0, 255, 0, 255))
    let difference = try DifferencePicture(picture, beside: dotted([]))
    let size = PixelSize(width: 16, height: 16)
    return .images(
      ImageFacts(
        reference: size, actual: size, fingerprint: fingerprint,
        landscape: Landscape(difference, formula: .ciede2000),
        mask: MaskFacts(change: MaskChange(difference.mask), undecided: "3 pixels cannot be told."))
    )
  }

  private func review(_ rule: Strategy = Strategy(.naive)) throws -> ReviewState {
    var state = unmeasured([masked], 120, 30, rule: rule)
    _ = state.reduce(.started)
    state.hear(.measured(item: 0, revision: 0, try reading([(1, 1), (5, 5), (6, 5)])))
    return state
  }

  private func copied(_ effects: [ReviewEffect]) -> [String] {
    effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
  }

  private func screen(_ state: ReviewState) -> String {
    text(render(state)).joined(separator: "\n")
  }

  @Test func `no key is named that would be refused`() throws {
    var state = try review()
    state.type("<tab>")
    let hints = try #require(text(render(state)).last)
    #expect(hints.contains(" r t decide") && !hints.contains("a r t"))
  }

  @Test func `it says what the test saw, and that the rest is not known`() throws {
    let shown = screen(try review())
    #expect(shown.contains("striped: unknown"))
    #expect(shown.contains("3 px in 2 clusters, largest 2, as the test saw it"))
    #expect(!shown.contains("ΔE up to"))
  }

  @Test func `the hint offers to accept only what can be`() throws {
    func hint(_ obstacles: [String?]) throws -> String {
      let cases = obstacles.enumerated().map { index, obstacle in
        var own = masked
        (own.id, own.name, own.obstacle) = ("LoginTests/\(index)", "\(index)", obstacle)
        return own
      }
      var state = unmeasured(cases, 160, 30, order: .cause)
      _ = state.reduce(.started)
      for index in cases.indices {
        state.hear(.measured(item: index, revision: 0, try reading([(1, 1), (5, 5), (6, 5)])))
      }
      return text(render(state)).last!
    }
    let none = try hint(["No actual.", "No actual.", "No actual."])
    #expect(none.hasPrefix(" R reject all 3   T tolerate all 3   y copy the command"))
    #expect(try hint(["No actual.", nil, nil]).hasPrefix(" A accept 2   R reject all 3 "))
    #expect(try hint([nil, nil]).hasPrefix(" A accept all 2 "))
  }

  @Test func `of a pixel that is painted over the loupe says that it is not known`() throws {
    var state = try review()
    state.type("x")
    let request = try #require(state.inspectionRequest)
    var unknown = ChangeMask(width: 16, height: 16)
    unknown[request.point.x, request.point.y] = true
    let inspection = Inspection(dotted([]), dotted([]), request, unknown: unknown)
    _ = state.reduce(.inspected(request, inspection))
    #expect(inspection.actual == nil)
    #expect(screen(state).contains("not known") && !screen(state).contains("outside"))
  }

  @Test func `threshold and cluster size decide on it`() throws {
    var state = try review()
    #expect(state.verdict(of: state.items[0]) == .mismatch)
    state.type(">>>")
    #expect(state.verdict(of: state.items[0]) == .match)
    state.type("<ctrl-g>|}}")
    #expect(state.verdict(of: state.items[0]) == .match)
  }

  @Test func `a strategy of another library needs the actual`() throws {
    let state = try review(Strategy(.pixelmatch))
    var compared = state
    let request = try #require(state.comparisonRequest)
    _ = compared.reduce(.compared(request, Comparison(verdict: .unreadable)))
    #expect(screen(compared).contains("pixelmatch needs the actual"))
  }

  @Test func `it is not accepted, and a key copies the run that gives the actual`() throws {
    var state = try review()
    #expect(state.decisions(typing: "a").isEmpty)
    #expect(state.message?.text == "No actual. y copies the command.")
    let run =
      "TEST_RUNNER_SNAPSHOT_ARTIFACTS=\(try #require(state.secondRun).folder) xcodebuild test … "
      + "-only-testing:AppTests/LoginTests/testDark"
    #expect(copied(state.type("y")) == [run])
    #expect(copied(state.type(">y")) == [".naive(threshold: 1)"])
    #expect(state.decisions(typing: "t").map(\.0) == [.tolerated])
  }

  @Test func `styles that need the actual's colours say so and show what differs`() throws {
    var state = try review()
    state.type("7")
    #expect(screen(state).contains("difference tint, as heat needs the actual"))
  }

  @Test func `what is left from an earlier run is folded apart and not counted`() throws {
    var state = unmeasured([masked, snapshot("other")], 120, 30)
    _ = state.reduce(.started)
    state.hear(
      .measured(
        item: 0, revision: 0,
        .oneSided(
          OneSidedFacts(
            side: .reference, size: PixelSize(width: 16, height: 16), fingerprint: fingerprint,
            reason: "It is older.", isStale: true))))
    state.hear(.measured(item: 1, revision: 0, images([(1, 1)])))
    #expect(state.tally.failing == 1 && state.tally.stale == 1 && state.tally.undecided == 1)
    #expect(state.caseCount == 1)
    #expect(screen(state).contains("left from earlier runs"))
  }
}

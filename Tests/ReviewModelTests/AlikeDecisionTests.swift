import Base
import Changes
import DiffEngine
import Pixels
import Review
import ReviewUI
import Testing

/// A new icon in four themes, each a decision of its own; the cases look alike.
struct AlikeDecisionTests {
  private static let old = [(0, 0, 24, 6), (0, 6, 6, 18), (12, 12, 6, 12)]
  private static let new = [(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, 6)]
  private static let broken = [(9, 0, 6, 24), (0, 9, 24, 6), (18, 18, 6, 3)]

  /// An icon in two inks.
  private static func icon(_ parts: [(Int, Int, Int, Int)], on ground: Pixel, _ ink: Pixel)
    -> PixelImage
  {
    var pixels = [Pixel](repeating: ground, count: 60 * 50)
    for (index, (left, top, width, height)) in parts.enumerated() {
      for y in top..<top + height {
        for x in left..<left + width {
          pixels[(y + 13) * 60 + x + 18] = index == 1 ? Pixel(210, 40, 40, 255) : ink
        }
      }
    }
    return PixelImage(width: 60, height: 50, pixels: pixels)
  }

  private func state(_ themes: [Int] = [0, 1, 2, 3]) -> ReviewState {
    var state = review(
      dots: themes.map { _ in 1 }, size: GridSize(columns: 120, rows: 40), order: .cause)
    for (item, theme) in themes.enumerated() {
      state.hear(.signed(item: item, revision: 0, Self.signature(theme)))
    }
    return state
  }

  private static func signature(_ theme: Int) -> ChangeSignature {
    let themes: [(UInt8, UInt8)] = [(255, 0), (0, 255), (235, 20), (15, 240)]
    let further = UInt8(6 * max(0, theme - themes.count))
    let (ground, ink) = theme < themes.count ? themes[theme] : (225 - further / 2, 30 + further / 2)
    let colours = (Pixel(ground, ground, ground, 255), Pixel(ink, ink, ink, 255))
    return ChangeSignature(
      icon(old, on: colours.0, colours.1),
      icon(theme == 2 ? broken : new, on: colours.0, colours.1))
  }

  private func asked(_ state: ReviewState) -> Bulk? {
    guard case .bulk(let bulk) = state.panel else { return nil }
    return bulk
  }

  @Test func `causes that look alike are one entry and one decision`() {
    let state = state()
    #expect(state.groups == [])
    let shown = text(render(state))
    #expect(shown[0].contains("0 of 1 decision · 4 cases fail"))
    #expect(shown.contains { $0.contains("4 cases · 4 causes") })
    #expect(shown.contains { $0.contains("4 causes in 4 cases") })
    // The one that is furthest off stands for it.
    #expect(state.selection == 2)
  }

  @Test func `the one that looks least like the others is shown first`() throws {
    var state = state()
    state.type("ggR")
    let bulk = try #require(asked(state))
    #expect(bulk.scope.name == "that look alike" && bulk.scope.items == [0, 1, 2, 3])
    #expect(bulk.scope.shown.first == 2)
    #expect(bulk.scope.reason?.hasSuffix("changed at the same place in each") == true)
    #expect(state.selection == 2)
    // Others may stand out, too: a number before the words would count them.
    #expect(text(render(state)).contains { $0.contains("▲ 1 of 4, stands out  ") })
  }

  /// Asks of what is alike, and checks that the question is about exactly the cases of its causes,
  /// and that what becomes known later changes nothing of it.
  private func expectTrueQuestion(_ state: ReviewState, _ stage: String) throws {
    var state = state
    state.type("ggA")
    guard let bulk = asked(state) else {
      #expect(!state.areCausesFound && state.says("Still finding causes"), "\(stage)")
      return
    }
    #expect(state.areCausesFound, "\(stage)")
    guard bulk.scope.name == "that look alike" else { return }
    var finder = CaseCauseFinder()
    let causes = bulk.scope.items.map { place in
      finder.add(state.items[place].change!).id
    }
    let family = try #require(finder.families.first, "\(stage): \(bulk.scope.items)")
    #expect(Set(family.causes) == Set(causes), "\(stage): \(bulk.scope.items)")
    #expect(bulk.scope.reason == nil || bulk.scope.reason == family.reason, "\(stage)")
    #expect(text(render(state)).contains { $0.contains("\(Set(causes).count) causes") }, "\(stage)")
    #expect(Set(bulk.scope.shown) == Set(bulk.scope.items))
    state.hear(.signed(item: 0, revision: 0, Self.signature(2)))
    #expect(asked(state)?.scope == bulk.scope && asked(state)?.question == bulk.question)
  }

  @Test func `a question about what is alike is true of its cases at whatever stage`() throws {
    let themes = [0, 1, 0, 2, 3, 1]
    for order in [Array(0..<6), Array((0..<6).reversed()), [3, 0, 5, 1, 4, 2]] {
      var state = unmeasured(
        themes.indices.map { snapshot("case\($0)") }, 120, 40, order: .cause)
      _ = state.reduce(.started)
      for place in order {
        let results: [ReviewAction] = [
          .measured(item: place, revision: 0, images([(x: 1, y: 2)])),
          .signed(item: place, revision: 0, Self.signature(themes[place])),
        ]
        for action in results {
          for case .group(let request) in state.reduce(action) {
            try expectTrueQuestion(state, "before the causes of \(order)")
            _ = state.reduce(.grouped(number: request.number, request.groups()))
          }
          try expectTrueQuestion(state, "\(place) of \(order)")
        }
      }
      var asking = state
      asking.type("ggA")
      let all = try #require(asked(asking))
      #expect(all.scope.items == [0, 1, 2, 3, 4, 5] && all.scope.reason != nil)
      // A case that is decided leaves the question, and so does one that changes anew.
      state.recorded(.rejected, 3)
      try expectTrueQuestion(state, "after one was rejected")
      for case .group(let request) in state.reduce(.signed(item: 0, revision: 0, nil)) {
        try expectTrueQuestion(state, "before it is known that one has no cause")
        _ = state.reduce(.grouped(number: request.number, request.groups()))
        try expectTrueQuestion(state, "after that")
      }
    }
  }

  @Test func `its causes stand inside, each to be decided by itself`() throws {
    var state = state()
    state.type("l")
    #expect(text(render(state)).contains { $0.contains("▾ 4 cases") })
    #expect(state.listed == [2, 1, 3, 0])
    #expect(state.decisions(typing: "r").map(\.1) == [[2]])
    state.recorded(.rejected, 2)
    #expect(text(render(state))[0].contains("0 of 1 decision"))
    // What is left is still one entry, and what is decided stands below.
    #expect(state.listed == [1, 3, 0, 2])
    state.type("gghA")
    #expect(try #require(asked(state)).scope.items == [0, 1, 3])
  }

  @Test func `a key on a closed decision asks about it, even where others are marked`() throws {
    var state = state()
    state.type("lGmggh")
    #expect(state.items.count { $0.isMarked } == 1)
    var asking = state
    asking.type("a")
    #expect(try #require(asked(asking)).scope.name == "that look alike")
    asking = state
    asking.type("A")
    #expect(try #require(asked(asking)).scope.name == "that are marked")
  }

  @Test func `a picture of each cause comes before a second one of any`() throws {
    var state = state([0, 0, 1, 1, 3, 3])
    state.type("ggA")
    #expect(try #require(asked(state)).scope.shown.prefix(3).map { $0 / 2 }.sorted() == [0, 1, 2])
  }

  @Test func `of thirty causes that look alike 24 are enough to look at`() throws {
    var state = state(Array(4..<34))
    state.type("ggA")
    let scope = try #require(asked(state)).scope
    #expect(scope.items.count == 30 && scope.forLooking == 24)
  }
}

import DiffEngine
import Testing

@Suite struct SamenessGroupTests {
  private let word: [UInt8] = [21, 15, 9, 9, 27]

  /// The word in light at 1x, elsewhere, at 2x, in dark; a box, twice; nothing; no image.
  private var mixed: [ChangeSignature?] {
    let word = word
    let box = { (canvas: inout SamenessCanvas) in canvas.fill(50, 60, 30, 9, .orange) }
    return [
      signature(of: SamenessCanvas(200, 120)) { $0.write(word, 10, 10, .black) },
      signature(of: SamenessCanvas(200, 120), box),
      nil,
      signature(of: SamenessCanvas(300, 120)) { $0.write(word, 90, 80, .black) },
      signature(of: SamenessCanvas(200, 120)) { _ in },
      signature(of: SamenessCanvas(200, 120, scale: 2)) { $0.write(word, 10, 10, .black) },
      signature(of: SamenessCanvas(200, 120, ground: .black)) { $0.write(word, 10, 10, .white) },
      signature(of: SamenessCanvas(220, 90), box),
      signature(of: SamenessCanvas(200, 120)) { $0.fill(3, 3, 5, 70, .blue) },
    ]
  }

  /// The members and reasons of every cause with two cases and more.
  private func groups(of signatures: [ChangeSignature?]) -> [[Cause.Member]] {
    causes(of: signatures).all.map(\.members).filter { $0.count > 1 }
  }

  @Test func `groups hold the reason of every member, the first leads`() {
    let same = "the same pixels before and after"
    let expected: [[Cause.Member]] = [
      [
        .init(index: 0, reason: "the first of its kind"), .init(index: 3, reason: same),
        .init(index: 5, reason: "black appeared on white in each"),
        .init(index: 6, reason: "the same shapes in other colours"),
      ],
      [.init(index: 1, reason: "the first of its kind"), .init(index: 7, reason: same)],
    ]
    #expect(groups(of: mixed) == expected)
  }

  @Test func `every case that changed has a cause, numbered in the order of the cases`() {
    let all = causes(of: mixed).all
    #expect(all.map(\.id) == [1, 2, 3])
    #expect(all.map { $0.members.map(\.index) } == [[0, 3, 5, 6], [1, 7], [8]])
  }

  @Test func `signatures and causes are the same every time`() {
    #expect(mixed == mixed)
    #expect(causes(of: mixed) == causes(of: mixed))
  }

  @Test func `a relation is the same from both sides`() {
    let all = mixed.compactMap { $0 }
    for (first, second) in all.flatMap({ first in all.map { (first, $0) } }) {
      #expect(first.relation(to: second) == second.relation(to: first))
    }
  }

  @Test func `nothing, one and what has no counterpart make no group`() {
    #expect(groups(of: []) == [])
    #expect(groups(of: [nil, nil]) == [])
    #expect(groups(of: [mixed[0], mixed[1], nil]) == [])
  }

  @Test func `what did not change is in no group`() {
    #expect(groups(of: [mixed[4], mixed[4]]) == [])
  }

  @Test(arguments: [
    (Sameness.identical, "the same pixels before and after"),
    (.recoloured, "the same shapes in other colours"),
    (.noise, "only noise of the same strength: scattered pixels, hardly off, no cluster"),
  ])
  func `every reason has a sentence`(_ reason: Sameness, _ text: String) {
    #expect(reason.reason == text)
  }

  @Test(arguments: [(1, 1), (64, 3), (65, 70), (130, 9)], [1, 2, 5, 64, 90, 200])
  func `a mask grows by a square, as pixel by pixel`(_ size: (Int, Int), _ reach: Int) {
    var mask = ChangeMask(width: size.0, height: size.1)
    for index in stride(from: 0, to: size.0 * size.1, by: 97) {
      mask[index % size.0, index / size.0] = true
    }
    #expect(mask.dilated(by: reach) == literallyDilated(mask, by: reach))
  }
}

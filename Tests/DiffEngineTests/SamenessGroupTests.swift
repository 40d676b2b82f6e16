import Changes
import DiffEngine
import Pixels
import TestSupport
import Testing

struct SamenessGroupTests {
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
    let same = "pixel for pixel the same change"
    let expected: [[Cause.Member]] = [
      [
        .init(index: 0, reason: "the first of its kind"), .init(index: 3, reason: same),
      ],
      [.init(index: 1, reason: "the first of its kind"), .init(index: 7, reason: same)],
    ]
    #expect(groups(of: mixed) == expected)
  }

  @Test func `every case that changed has a cause, numbered in the order of the cases`() {
    let all = causes(of: mixed).all
    #expect(all.map(\.id) == [1, 2, 3, 4, 5])
    #expect(all.map { $0.members.map(\.index) } == [[0, 3], [1, 7], [5], [6], [8]])
  }

  @Test func `signatures and causes are the same every time`() {
    #expect(mixed == mixed)
    #expect(causes(of: mixed) == causes(of: mixed))
  }

  /// A box or a word, of colours that are near in some cases, at one of three places and scales.
  private func drawn(_ random: inout SplitMix) -> ChangeSignature {
    let scale = Int.random(in: 1...2, using: &random)
    let x = 40 * Int.random(in: 0...2, using: &random)
    let shade = UInt8(Int.random(in: 0...9, using: &random) * 3)
    let (ink, other) = (Pixel(200, shade, 20, 255), Pixel(20, 200 - shade, 90, 255))
    let what = Int.random(in: 0...4, using: &random)
    let length = Int.random(in: 8...9, using: &random)
    var canvas = SamenessCanvas(200, 60, scale: scale)
    canvas.fill(150, 40, 20, 12, other)
    return signature(of: canvas) { canvas in
      switch what {
      case 0: canvas.fill(x, 4, 30, length, ink)
      case 1: canvas.write([21, 15, UInt8(length)], x, 4, ink)
      case 2: canvas.fill(150, 40, 20, 12, ink)
      case 3: canvas.fill(150, 40, length, length, .white)
      default:
        canvas.fill(150, 40, 20, 12, ink)
        canvas.fill(x, 4, length, 20, other)
      }
    }
  }

  @Test(arguments: UInt64(1)...6)
  func `the causes are those of comparing with every leader`(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    let signatures = (0..<150).map { _ in drawn(&random) }
    var leaders: [Int] = []
    var expected: [Int] = []
    for (index, signature) in signatures.enumerated() {
      if let place = leaders.firstIndex(where: {
        signatures[$0].sharedCause(with: signature) != nil
      }) {
        expected.append(place)
      } else {
        expected.append(leaders.count)
        leaders.append(index)
      }
    }
    var finder = CauseFinder()
    #expect(signatures.map { finder.add($0).cause } == expected)
    #expect((10...100).contains(leaders.count))
  }

  @Test func `a relation is the same from both sides`() {
    let all = mixed.compactMap { $0 }
    for (first, second) in all.flatMap({ first in all.map { (first, $0) } }) {
      #expect((first.sharedCause(with: second) == nil) == (second.sharedCause(with: first) == nil))
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

  @Test(arguments: [(1, 1), (64, 3), (65, 70), (130, 9)], [1, 2, 5, 64, 90, 200])
  func `a mask grows by a square, as pixel by pixel`(_ size: (Int, Int), _ reach: Int) {
    var mask = ChangeMask(width: size.0, height: size.1)
    for index in stride(from: 0, to: size.0 * size.1, by: 97) {
      mask[index % size.0, index / size.0] = true
    }
    #expect(mask.dilated(by: reach) == literallyDilated(mask, by: reach))
  }
}

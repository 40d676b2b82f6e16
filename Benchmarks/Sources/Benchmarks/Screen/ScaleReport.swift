import Base
import Catalog
import Changes
import DiffEngine
import Foundation
import PNGCodec
import Pixels
import Review
import ReviewUI

/// Prints the time from a key to its first frame while results stream in, by the size of the
/// folder: the loop is busy with as many results as it takes between two frames, and the key waits
/// for them.
func reportScale() {
  let pair = Pair.dotted
  print("a key and its frame behind \(resultsPerFrame) results, 200 x 60")
  print("\("median ms".right(50))      p99")
  for count in [5_000, 10_000, 20_000] {
    let review = measuredHalf(count, pair)
    print("  \(count) cases")
    for (name, keys) in actions { report(name, keys, review, pair) }
  }
  print("")
}

/// The number of results that the event loop takes for one frame.
private let resultsPerFrame = 1024

private let actions: [(String, [String])] = [
  ("next case", ["J"]), ("row up, row down", ["k", "j"]), ("first, last", ["gg", "G"]),
  ("next undecided", ["n"]), ("fold, unfold", ["h", "l"]), ("mark", ["m"]),
  ("a letter of a search", ["/s\n", "/9\n"]), ("a letter of a filter", ["f9\n", "f\u{15}\n"]),
  ("all of the list, shown", ["A\u{1B}"]), ("ΔE up, down", [")", "("]),
]

private func report(_ name: String, _ keys: [String], _ review: ReviewState, _ pair: Pair) {
  var state = review
  var round = 0
  let (reading, signature) = results(of: pair)
  let result = measure(rounds: 200) {
    // Results come to all cases in turn, as if the folder were ten times as large.
    let first = round * resultsPerFrame
    let places = (first..<first + resultsPerFrame).map { $0 % state.items.count }
    _ = state.reduce(
      places.flatMap { place -> [ReviewAction] in
        [
          .measured(item: place, revision: 0, reading),
          .signed(item: place, revision: 0, signature),
        ]
      })
    for key in keys[round % keys.count] { _ = state.reduce(.input(.key(key.asKey))) }
    round += 1
    return render(state).cells.reduce(0) { $0 &+ Int($1.glyph.base) }
  }
  print(
    "    \(name.padded(36))\(result.cost.wall.fixed(2).right(10))\(result.late.fixed(2).right(9))")
}

private func measuredHalf(_ count: Int, _ pair: Pair) -> ReviewState {
  var state = ReviewState(
    title: "Failures", items: (0..<count).map(SampleReview.item), size: SampleReview.size)
  _ = state.reduce(.started)
  let (reading, signature) = results(of: pair)
  for place in 0..<count / 2 {
    _ = state.reduce([
      .measured(item: place, revision: 0, reading), .signed(item: place, revision: 0, signature),
    ])
  }
  return state
}

private func results(of pair: Pair) -> (Reading, ChangeSignature) {
  let size = PixelSize(width: pair.reference.width, height: pair.reference.height)
  let facts = ImageFacts(
    reference: size, actual: size, fingerprint: Fingerprint(reference: "r", actual: "a"),
    landscape: Landscape(pair.reference, pair.actual, formula: .ciede2000))
  return (.images(facts), ChangeSignature(pair.reference, pair.actual))
}

extension Character {
  fileprivate var asKey: Key {
    switch self {
    case "\n": .enter
    case "\u{1B}": .escape
    case "\u{15}": .control("u")
    default: .character(self)
    }
  }
}

extension Pair {
  /// A small picture with dots of several strengths.
  fileprivate static var dotted: Pair {
    func image(isActual: Bool) -> PixelImage {
      PixelImage(width: 64, height: 64) { pixels in
        for place in 0..<64 * 64 {
          let isDot = isActual && place % 37 == 0
          pixels[place] = isDot ? Pixel(UInt8(place % 256), 90, 90, 255) : Pixel(200, 200, 200, 255)
        }
      }
    }
    return Pair(name: "dots", reference: image(isActual: false), actual: image(isActual: true))
  }
}

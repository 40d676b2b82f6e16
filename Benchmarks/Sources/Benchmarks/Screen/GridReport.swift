import DiffEngine
import PNGCodec
import Pixels
import ReviewUI
import TestSupport

/// Prints the cost of the grid of a screen, in several views and panels, and of the work before it.
func reportGrid() {
  let review = SampleReview((0..<20).map(Pair.screen))
  let size = SampleReview.size
  print("grid of \(size.text), \(SampleReview.caseCount) measured cases")
  print("\("median ms".right(50))      p99")
  for (name, keys) in screens {
    var review = review
    review.type(keys)
    row(name) {
      render(review.state).cells.reduce(0) { $0 &+ Int($1.glyph.base) }
    }
  }
  reportReduce(review)
  print("")
}

/// The keys that lead there.
private let screens: [(String, String)] = [
  ("triple", ""), ("side by side", "2"), ("flip", "3"), ("swipe", "4"), ("onion", "5"),
  ("difference", "6"), ("heat", "7"), ("triple, overlaid", "d"), ("triple, no list", "L"),
  ("zoomed, a cluster outlined", "]"), ("landscape of all cases", "M"),
  ("table of strategies", "e"), ("help", "?"), ("filtered list", "ffailing\n"),
  ("contact sheet", "8"), ("contact sheet, no list, small", "8L--"),
]

/// Prints the cost from an event to the grid: for a key that moves on, a knob that turns every
/// verdict, and an answer from the pool.
private func reportReduce(_ review: SampleReview) {
  var state = review.state
  var isDown = false
  row("next case, reduced") {
    isDown.toggle()
    return state.reduce(.input(.key(.character(isDown ? "J" : "K")))).count
  }
  var sheet = review
  sheet.type("8")
  row("contact sheet, six rows on, drawn") {
    isDown.toggle()
    sheet.type(isDown ? "jjjjjj" : "kkkkkk")
    return render(sheet.state).cells.count
  }
  row("ΔE up or down, reduced") {
    isDown.toggle()
    return state.reduce(.input(.key(.character(isDown ? "(" : ")")))).count
  }
  row("a setting proposed") {
    state.reduce(.command(.propose)).reduce(0) { sum, effect in
      if case .propose(let request) = effect {
        sum + request.answer { _, _, _ in nil }.explanation.count
      } else {
        sum
      }
    }
  }
  var fresh = ReviewState(
    title: "Failures",
    items: review.state.items.map { ReviewItem(snapshot: $0.snapshot, rule: $0.rule) },
    size: SampleReview.size)
  var item = 0
  row("a case measured, reduced") {
    item += 1
    return fresh.reduce(.measured(item: item, revision: 0, review.state.items[item].reading)).count
  }
}

private func row(_ name: String, _ work: () -> Int) {
  let result = measure(rounds: 200, work)
  print(
    "  \(name.padded(38))\(result.cost.wall.fixed(3).right(10))\(result.late.fixed(3).right(9))  "
      + "[\(result.sum)]")
}

extension Pair {
  /// The screen of a phone, in which one thing is not as it was: another one for each number.
  fileprivate static func screen(_ number: Int) -> Pair {
    let (width, height) = (390, 844)
    let (left, top) = (20 + number * 13, 40 + number * 31)
    func image(isActual: Bool) -> PixelImage {
      var dice = SplitMix(seed: UInt64(number))
      return PixelImage(width: width, height: height) { pixels in
        for y in 0..<height {
          for x in 0..<width {
            let noise = UInt8(truncatingIfNeeded: dice.next() & 15)
            var pixel = Pixel(UInt8(x / 2) + noise, UInt8(y / 4) + noise, 90 + noise, 255)
            // A spot with a soft edge, so that it passes little by little as ΔE rises.
            let (across, down) = (Double(x - left), Double(y - top))
            let distance = (across * across + down * down).squareRoot()
            let height = Double(10 + number * 4) - distance
            if isActual, height > 0 { pixel.z += UInt8(min(height, 100)) }
            pixels[y * width + x] = pixel
          }
        }
      }
    }
    return Pair(
      name: "screen \(number)", reference: image(isActual: false), actual: image(isActual: true))
  }
}

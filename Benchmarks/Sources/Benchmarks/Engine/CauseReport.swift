import Changes
import DiffEngine
import PNGCodec
import Pixels
import TestSupport

/// Grouping by causes: a thousand changes of 300 causes, and twenty thousand of 6,000.
func reportCauses() {
  for (cases, kinds) in [(1000, 300), (20_000, 6000)] {
    let samples = (0..<kinds).map(sampleChange)
    var dice = SplitMix(seed: 3)
    let signatures = (0..<cases).map { _ in samples[dice.next(kinds)] }
    let result = measure {
      var finder = CauseFinder()
      return (signatures.map { finder.add($0).cause }.max() ?? -1) + 1
    }
    print(
      "the causes of \(cases) changes: \(result.cost.wall.fixed(3)) ms  [\(result.sum) causes]")
  }
}

/// A proposal from a thousand decisions, of which some contradict each other.
func reportTuning() {
  let grid = SettingsGrid(Strategy(.combined), isWritten: false)
  let pairs = (0..<1000).map { number in
    let (before, after) = samplePair(number)
    return Tuning.Pair(PairCounts(Landscape(before, after, formula: .ciede2000), [grid]))
  }
  let (noise, change) = (Array(pairs[..<500]), Array(pairs[500...]))
  let result = measure {
    Tuning([grid], beside: [], noise: noise, change: change).best.missed.count
  }
  print(
    "a proposal from 1,000 decisions: \(result.cost.wall.fixed(1)) ms  "
      + "[\(result.sum) rejected ones pass]")
}

private func sampleChange(_ number: Int) -> ChangeSignature {
  let (before, after) = samplePair(number)
  return ChangeSignature(before, after)
}

/// One to three boxes of some colours that became other colours.
private func samplePair(_ number: Int) -> (PixelImage, PixelImage) {
  var dice = SplitMix(seed: UInt64(number))
  let side = 48
  var before = [Pixel](repeating: Pixel(255, 255, 255, 255), count: side * side)
  var after = before
  for _ in 0...dice.next(3) {
    func colour() -> Pixel {
      Pixel(UInt8(dice.next(256)), UInt8(dice.next(256)), UInt8(dice.next(256)), 255)
    }
    let (old, new, left, top) = (colour(), colour(), dice.next(36), dice.next(36))
    for y in top..<top + 8 {
      for x in left..<left + 8 { (before[y * side + x], after[y * side + x]) = (old, new) }
    }
  }
  return (
    PixelImage(width: side, height: side, pixels: before),
    PixelImage(width: side, height: side, pixels: after)
  )
}

import CKernels
import Changes
import DiffEngine
import Foundation
import PNGCodec
import Pixels

/// The linear light of each 8-bit value of sRGB.
private let linearLight: [Float] = (0...255).map { value in
  let share = Double(value) / 255
  return Float(share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
}

/// Prints the time of every part whose name holds `part` on one pair, beside memcmp of both buffers.
func report(_ pair: Pair, only part: String) {
  print("\(pair.name): \(pair.reference.width) x \(pair.reference.height)")
  let copy = pair.copy
  let floor = measure { pair.equalBytes(to: copy) ? 1 : 0 }
  row("memcmp of both", floor, against: floor.cost)
  let parts: [(String, () -> Int)] = [
    ("compare naive", { pair.count(Strategy(.naive)) }),
    ("compare cluster 7", { pair.count(strategy(.cluster, size: 7)) }),
    ("compare perceptual ΔE 2", { pair.count(strategy(.perceptual, deltaE: 2)) }),
    ("compare combined 7, ΔE 2", { pair.count(strategy(.combined, deltaE: 2, size: 7)) }),
    ("compare pixelmatch", { pair.count(Strategy(.pixelmatch)) }),
    ("landscape", { pair.landscapeSum() }),
    ("signature and kinds", { ChangeSignature(pair.reference, pair.actual).regions.count }),
    ("picture highlight", { pair.pictureSum(.highlight) }),
    ("picture heat", { pair.pictureSum(.heat) }),
    ("encoded as PNG, bytes", { pair.encodedBytes() }),
    ("sampled 200 x 120", { pair.sampleSum() }),
  ]
  for (name, work) in parts where part.isEmpty || name.contains(part) {
    row(name, measure(work), against: floor.cost)
  }
  if part.isEmpty || "textbook".contains(part) { reportTextbook(pair) }
  if part.isEmpty || "components".contains(part) { reportComponents(pair) }
  if part.isEmpty || "kinds alone".contains(part) { reportKinds(pair, against: floor.cost) }
  print("")
}

/// ΔE 2000 of the first rows in CPU time: the reference implementation, `compare`, and the kernel
/// alone on every pixel, with each set of instructions that this machine has.
private func reportTextbook(_ pair: Pair) {
  let share = pair.rows(200)
  func nanoseconds(_ cost: Cost) -> Double { cost.cpu * 1e6 / Double(share.pixels) }
  let textbook = measure(rounds: 3) { share.textbookSum() }
  let slow = nanoseconds(textbook.cost)
  print("  ΔE 2000, one core: textbook \(slow.fixed(1)) ns per pixel  [\(textbook.sum)]")
  func line(_ name: String, _ result: (cost: Cost, late: Double, sum: Int)) {
    let fast = nanoseconds(result.cost)
    print(
      "    \(name.padded(24))\(fast.fixed(1).right(9)) ns\((fast / slow).fixed(3).right(8)) x  "
        + "[\(result.sum)]")
  }
  line("compare, ΔE 2", measure { share.count(strategy(.perceptual, deltaE: 2)) })
  for lanes in [4, 8, 16] where lanes <= Int(snap_widest_lanes()) {
    line("kernel, \(lanes) lanes", measure { share.kernelSum(lanes: lanes) })
  }
}

private func reportComponents(_ pair: Pair) {
  let mask = compare(pair.reference, pair.actual, strategy: Strategy(.naive)).mask
  let cost = measure { mask.clusters(atLeast: 1).count }
  print("  components with boxes: \(cost.cost.wall.fixed(3)) ms  [\(cost.sum) of \(mask.count)]")
}

/// Prints the cost of a signature, part by part.
private func reportKinds(_ pair: Pair, against floor: Cost) {
  let overlay = Overlay(pair.reference, pair.actual)
  guard overlay.sameSize else { return }
  let mask = overlay.byteMask()
  let regions = ChangeRegions(mask)
  let parts: [(String, () -> Int)] = [
    ("changed bytes", { overlay.byteMask().count }),
    ("regions joined", { ChangeRegions(mask).boxes.count }),
    (
      "kinds alone",
      { ChangeKinds(ofOneSize: overlay, mask, regions, isScattered: false).regionCount }
    ),
  ]
  for (name, work) in parts { row(name, measure(work), against: floor) }
}

/// A new setting for a thousand measured pairs.
func reportSettings(_ pairs: [Pair]) {
  let landscapes = pairs.map { Landscape($0.reference, $0.actual, formula: .ciede2000) }
  let thousand = (0..<1000).map { landscapes[$0 % landscapes.count] }
  var deltaE = 0
  let cost = measure(rounds: 101) {
    deltaE = (deltaE + 1) % 100
    let setting = strategy(.combined, deltaE: Double(deltaE) / 10, size: 7)
    return thousand.count { $0.comparison(setting)?.verdict == .mismatch }
  }
  print("a new setting for 1,000 pairs: \(cost.cost.wall.fixed(3)) ms  [\(cost.sum)]")
}

private func row(
  _ name: String, _ result: (cost: Cost, late: Double, sum: Int), against floor: Cost
) {
  print(
    "  \(name.padded(26))\(result.cost.wall.fixed(2).right(9))"
      + "\((result.cost.wall / floor.wall).fixed(1).right(8)) x"
      + "\(result.cost.cpu.fixed(2).right(9)) cpu  [\(result.sum)]")
}

private func strategy(_ kind: Strategy.Kind, deltaE: Double = 0, size: Int = 1) -> Strategy {
  var strategy = Strategy(kind)
  (strategy.deltaE, strategy.clusterSize) = (deltaE, size)
  return strategy
}

extension Pair {
  /// memcmp over the whole of the reference and a copy of it.
  fileprivate func equalBytes(to copy: PixelImage) -> Bool {
    reference.withPixels { first in
      copy.withPixels { second in
        first.withUnsafeBytes { first in
          second.withUnsafeBytes { memcmp(first.baseAddress!, $0.baseAddress!, first.count) == 0 }
        }
      }
    }
  }

  fileprivate var copy: PixelImage {
    PixelImage(width: reference.width, height: reference.height, pixels: reference.pixels)
  }

  fileprivate func count(_ strategy: Strategy) -> Int {
    compare(reference, actual, strategy: strategy).comparison.mismatched
  }

  fileprivate func landscapeSum() -> Int {
    let landscape = Landscape(reference, actual, formula: .ciede2000)
    return landscape.comparison(strategy(.combined, deltaE: 2, size: 7))?.mismatched ?? -1
  }

  fileprivate func pictureSum(_ style: DifferenceStyle) -> Int {
    let picture = differenceImage(
      style, reference, actual, strategy: strategy(.combined, deltaE: 2, size: 7))
    return picture.withPixels { pixels in
      stride(from: 0, to: pixels.count, by: 997).reduce(0) { $0 + Int(pixels[$1].y) }
    }
  }

  fileprivate func encodedBytes() -> Int {
    (try? PNG.encode(actual).count) ?? -1
  }

  fileprivate func sampleSum() -> Int {
    let region = PixelRegion(
      x: 0, y: 0, width: Double(reference.width), height: Double(reference.height))
    return reference.sampled(region, columns: 200, rows: 120, ground: .checkerboard).samples
      .reduce(0) { $0 + Int($1.x) }
  }

  /// The first rows alone.
  fileprivate func rows(_ count: Int) -> Pair {
    func top(_ image: PixelImage) -> PixelImage {
      let height = min(count, image.height)
      return PixelImage(
        width: image.width, height: height, pixels: Array(image.pixels[..<(image.width * height)]))
    }
    return Pair(name: name, reference: top(reference), actual: top(actual))
  }

  /// Returns the number of distances above 2, computed for every pixel, equal ones too.
  fileprivate func kernelSum(lanes: Int) -> Int {
    var distances = [Float](repeating: 0, count: reference.width)
    return reference.withPixels { first in
      actual.withPixels { second in
        first.withUnsafeBytes { first in
          second.withUnsafeBytes { second in
            let first = first.assumingMemoryBound(to: UInt32.self)
            let second = second.assumingMemoryBound(to: UInt32.self)
            return stride(from: 0, to: first.count, by: reference.width).reduce(0) { sum, start in
              snap_delta_e(
                first.baseAddress! + start, second.baseAddress! + start, reference.width,
                linearLight, 2000, Int32(lanes), &distances)
              return sum + distances.count { $0 > 2 }
            }
          }
        }
      }
    }
  }

  fileprivate func textbookSum() -> Int {
    reference.withPixels { first in
      actual.withPixels { second in
        var count = 0
        for index in 0..<min(first.count, second.count)
        where deltaE(first[index], second[index], formula: .ciede2000) > 2 {
          count += 1
        }
        return count
      }
    }
  }
}

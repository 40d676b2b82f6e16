import CKernels
import DiffEngine
import Pixels
import TestSupport
import Testing

@Suite struct StretchTests {
  /// The kernel's sums, without the key.
  private struct Sums: Equatable {
    var weight = 0
    var largest = 0
    var brighter = 0
  }

  private func measured(_ before: [Pixel]?, _ after: [Pixel]?, count: Int) -> snap_stretch {
    func lend(_ pixels: [Pixel]?, _ body: (UnsafePointer<UInt32>?) -> snap_stretch) -> snap_stretch
    {
      guard let bits = pixels?.map(\.bits) else { return body(nil) }
      return bits.withUnsafeBufferPointer { body($0.baseAddress) }
    }
    return lend(before) { first in lend(after) { snap_sum_stretch(first, $0, count) } }
  }

  private func sums(_ stretch: snap_stretch) -> Sums {
    Sums(
      weight: Int(stretch.weight), largest: Int(stretch.largest), brighter: Int(stretch.brighter))
  }

  /// The same, pixel by pixel.
  private func reference(_ before: [Pixel]?, _ after: [Pixel]?, count: Int) -> Sums {
    var sums = Sums()
    for x in 0..<count {
      func levels(_ pixels: [Pixel]?) -> SIMD4<Int> {
        SIMD4<Int>(truncatingIfNeeded: pixels.map { premultiplied($0[x]) } ?? Pixel())
      }
      let (old, new) = (levels(before), levels(after))
      let strength = (0..<4).map { abs(new[$0] - old[$0]) }.max()!
      sums.weight += strength
      sums.largest = max(sums.largest, strength)
      sums.brighter += new.wrappedSum() > old.wrappedSum() ? 1 : 0
    }
    return sums
  }

  /// Fills and single pixels, opaque and not.
  private func pixels(_ random: inout SplitMix, _ count: Int) -> [Pixel] {
    var pixels: [Pixel] = []
    while pixels.count < count {
      let pixel = random.next(3) == 0 ? random.pixel() : random.pixel().opaque
      pixels += Array(repeating: pixel, count: random.next(4) == 0 ? 1 + random.next(90) : 1)
    }
    return Array(pixels[..<count])
  }

  @Test(arguments: [1, 2, 15, 16, 17, 31, 32, 33, 200, 4096])
  func `sums are those of all pixels`(_ count: Int) {
    var random = SplitMix(seed: UInt64(count))
    let (before, after) = (pixels(&random, count), pixels(&random, count))
    let same = Array(repeating: random.pixel().opaque, count: count)
    for (old, new) in [(before, after), (same, after), (before, same), (nil, after), (before, nil)]
    {
      #expect(sums(measured(old, new, count: count)) == reference(old, new, count: count))
    }
  }

  @Test(arguments: [1, 3, 32, 47])
  func `the key tells what came out of nothing, or went into it`(_ count: Int) {
    var random = SplitMix(seed: UInt64(count))
    let pixels = (0..<count).map { _ in random.pixel().opaque }
    let clear = [Pixel](repeating: Pixel(), count: count)
    for x in 0..<count {
      var others = pixels
      others[x].y ^= 1
      for nothing in [nil, clear] {
        let (came, other) = (
          measured(nothing, pixels, count: count), measured(nothing, others, count: count)
        )
        #expect(came.key != other.key, "pixel \(x)")
        let (went, another) = (
          measured(pixels, nothing, count: count), measured(others, nothing, count: count)
        )
        #expect(went.key != another.key, "pixel \(x)")
      }
    }
  }

  @Test(arguments: [3, 31, 32, 47, 500])
  func `the key tells any change of a pixel and any other order`(_ count: Int) {
    var random = SplitMix(seed: UInt64(count))
    let before = (0..<count).map { _ in random.pixel().opaque }
    let after = (0..<count).map { _ in random.pixel().opaque }
    var keys: Set<UInt64> = [measured(before, after, count: count).key]
    var tried = 1
    for x in 0..<count {
      var (old, new) = (before, after)
      old[x].x ^= 1
      new[x].z ^= 1
      keys.insert(measured(old, after, count: count).key)
      keys.insert(measured(before, new, count: count).key)
      tried += 2
    }
    let (first, last) = (0, count - 1)
    var (old, new) = (before, after)
    old.swapAt(first, last)
    new.swapAt(first, last)
    keys.insert(measured(old, new, count: count).key)
    #expect(keys.count == tried + 1)
    #expect(measured(before, after, count: count).key == measured(before, after, count: count).key)
  }
}

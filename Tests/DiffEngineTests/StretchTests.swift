import CKernels
import DiffEngine
import Pixels
import TestSupport
import Testing

struct StretchTests {
  private func measured(_ before: [Pixel]?, _ after: [Pixel]?, count: Int) -> UInt64 {
    func lend(_ pixels: [Pixel]?, _ body: (UnsafePointer<UInt32>?) -> UInt64) -> UInt64 {
      guard let bits = pixels?.map(\.bits) else { return body(nil) }
      return bits.withUnsafeBufferPointer { body($0.baseAddress) }
    }
    return lend(before) { first in lend(after) { snap_stretch_key(first, $0, count) } }
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
        #expect(came != other, "pixel \(x)")
        let (went, another) = (
          measured(pixels, nothing, count: count), measured(others, nothing, count: count)
        )
        #expect(went != another, "pixel \(x)")
      }
    }
  }

  @Test(arguments: [3, 31, 32, 47, 500])
  func `the key tells any change of a pixel and any other order`(_ count: Int) {
    var random = SplitMix(seed: UInt64(count))
    let before = (0..<count).map { _ in random.pixel().opaque }
    let after = (0..<count).map { _ in random.pixel().opaque }
    var keys: Set<UInt64> = [measured(before, after, count: count)]
    var tried = 1
    for x in 0..<count {
      var (old, new) = (before, after)
      old[x].x ^= 1
      new[x].z ^= 1
      keys.insert(measured(old, after, count: count))
      keys.insert(measured(before, new, count: count))
      tried += 2
    }
    let (first, last) = (0, count - 1)
    var (old, new) = (before, after)
    old.swapAt(first, last)
    new.swapAt(first, last)
    keys.insert(measured(old, new, count: count))
    #expect(keys.count == tried + 1)
    #expect(measured(before, after, count: count) == measured(before, after, count: count))
  }
}

import Pixels

/// The largest channel of the absolute difference, 0 to 255.
@inlinable @inline(__always)
package func distance(_ first: Pixel, _ second: Pixel) -> Int {
  Int((pointwiseMax(first, second) &- pointwiseMin(first, second)).max())
}

/// Returns both colours in one word, which is equal only if both are.
@inlinable @inline(__always)
package func pairBits(_ first: Pixel, _ second: Pixel) -> UInt64 {
  UInt64(first.bits) << 32 | UInt64(second.bits)
}

import Pixels

/// Returns the largest absolute difference of a channel, 0 to 255.
@inlinable @inline(__always)
package func distance(_ first: Pixel, _ second: Pixel) -> Int {
  Int((pointwiseMax(first, second) &- pointwiseMin(first, second)).max())
}

/// Returns both colours in one word; two such words are equal only if both colours are.
@inlinable @inline(__always)
package func pairBits(_ first: Pixel, _ second: Pixel) -> UInt64 {
  UInt64(first.bits) << 32 | UInt64(second.bits)
}

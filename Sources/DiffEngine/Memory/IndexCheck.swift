// This folder is the engine's boundary: the one place that holds addresses, for the loops that go over
// every pixel, often on several cores. Every index is checked against the memory that is there, here and
// before a kernel is called, but for a few of the innermost loops, which say `unsafe`. What is lent is
// good only while it is lent: only the closures that borrow it, and values that do not outlive them,
// hold it.

/// Traps where an index lies outside of some elements.
@inlinable @inline(__always)
package func checkBounds(_ index: Int, _ count: Int) {
  precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the memory")
}

/// Traps where some indices lie outside of some elements.
@inlinable @inline(__always)
package func checkBounds(_ indices: Range<Int>, _ count: Int) {
  precondition(indices.lowerBound >= 0 && indices.upperBound <= count, "outside of the memory")
}

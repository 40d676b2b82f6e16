// This folder is the engine's memory boundary, the only place that holds pointers, for loops that
// go over every pixel, often on several cores. Every index is checked against the memory, here and
// before a kernel is called, except in a few of the innermost loops, which say `unsafe`. Memory is
// lent to a closure and is valid only until it returns, so only such closures, and values that do
// not outlive them, hold pointers.

/// Traps if an index is out of range.
@inlinable @inline(__always)
package func checkBounds(_ index: Int, _ count: Int) {
  precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside of the memory")
}

/// Traps if any of the indices is out of range.
@inlinable @inline(__always)
package func checkBounds(_ indices: Range<Int>, _ count: Int) {
  precondition(indices.lowerBound >= 0 && indices.upperBound <= count, "outside of the memory")
}

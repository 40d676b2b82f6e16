/// Writes bits, the lowest first, to memory that has room for them.
struct BitWriter {
  private let start: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// `memory` needs 8 bytes more than are written.
  init(_ memory: UnsafeMutableRawPointer) {
    start = memory
    next = memory
  }

  var byteCount: Int { next - start }

  /// Adds the lowest `count` bits, at most 57, of `bits`; the others are 0.
  @inline(__always)
  mutating func write(_ bits: UInt64, _ count: Int) {
    pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
    pendingCount &+= count
    next.storeBytes(of: pending.littleEndian, as: UInt64.self)
    let whole = pendingCount &>> 3
    next += whole
    pending &>>= UInt64(truncatingIfNeeded: whole &<< 3)
    pendingCount &= 7
  }

  @inline(__always)
  mutating func write(_ entry: PrefixEntry) { write(entry.bits, entry.count) }

  /// Fills the last byte up with zeros.
  mutating func align() {
    if pendingCount > 0 { write(0, 8 - pendingCount) }
  }

  /// Copies whole bytes; must be aligned.
  mutating func copy(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(start: next, count: bytes.count).copyMemory(from: bytes)
    next += bytes.count
  }
}

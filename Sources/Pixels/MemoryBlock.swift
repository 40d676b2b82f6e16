import Base
import Libc

/// A page-aligned block of memory that returns to a small pool when its owner is released.
///
/// Touching fresh memory for the first time costs more than decoding a flat screen: 4 ms for 12 MB
/// in pages of 4 KB, under 1 ms in huge pages, and nothing when it is reused. A block's contents
/// are whatever its last owner left.
///
/// `@unchecked Sendable`: one owner writes it before it is shared, and again only as its sole
/// owner; in between it is only read. `deinit` passes the memory on when no reader is left.
@usableFromInline
@safe package final class MemoryBlock: @unchecked Sendable {
  package enum Use {
    /// Used often: an idle block of about the right size will do.
    case usual
    /// Used briefly: any idle block will do, however large.
    case brief
    /// Used once: no other request is likely to be as large.
    case once
  }

  @usableFromInline
  package let bytes: UnsafeMutableRawBufferPointer

  private let region: Region
  private let use: Use

  /// Takes at least `count` bytes.
  ///
  /// - Returns: nil if the system has no memory left.
  package init?(count: Int, _ use: Use = .usual) {
    let largest = use == .brief ? .max : 2 * count
    guard let region = idle.withLock({ $0.take(count, largest) }) ?? Region(count: count) else {
      return nil
    }
    self.region = region
    self.use = use
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: region.base, count: region.count)
  }

  deinit {
    let surplus = use == .once ? [region] : idle.withLock { $0.give(region) }
    for region in surplus { region.free() }
  }
}

private let idle = Mutex(Pool())

/// Idle regions, the most recent last.
private struct Pool {
  /// Room for a pair of phone screens and a file for each core, up to four cores; more would only
  /// hold memory that other programs need.
  static let byteLimit = (28 << 20) * min(max(coreCount, 2), 4)
  static let countLimit = 16

  private var regions: [Region] = []
  private var byteCount = 0

  /// The idle region of `count` to `largest` bytes that fits best.
  mutating func take(_ count: Int, _ largest: Int) -> Region? {
    let fitting = regions.indices.filter {
      regions[$0].count >= count && regions[$0].count <= largest
    }
    guard let best = fitting.min(by: { regions[$0].count < regions[$1].count }) else { return nil }
    byteCount -= regions[best].count
    return regions.remove(at: best)
  }

  /// Keeps `region` and returns the oldest regions, which no longer fit.
  mutating func give(_ region: Region) -> [Region] {
    guard region.isWorthKeeping else { return [region] }
    regions.append(region)
    byteCount += region.count
    var surplus: [Region] = []
    while regions.count > Self.countLimit || byteCount > Self.byteLimit {
      surplus.append(regions.removeFirst())
      byteCount -= surplus[surplus.count - 1].count
    }
    return surplus
  }
}

/// Memory straight from the system. `@unchecked Sendable`: it is only an address and a length.
@safe private struct Region: @unchecked Sendable {
  static let page = 16 << 10
  static let hugePage = 2 << 20

  let base: UnsafeMutableRawPointer
  let count: Int

  init?(count: Int) {
    func roundedUp(to unit: Int) -> Int { max(1, (count + unit - 1) / unit) * unit }
    let isHuge = count >= Self.hugePage
    // A last huge page that is half used takes less time than the small pages it replaces, but
    // wastes memory.
    let whole = isHuge ? roundedUp(to: Self.hugePage) : 0
    self.count = whole > 0 && whole - count <= count / 8 ? whole : roundedUp(to: Self.page)
    let alignment = isHuge ? Self.hugePage : Self.page
    guard let base = unsafe Self.map(self.count, alignment: alignment) else { return nil }
    unsafe self.base = unsafe base
    #if os(Linux)
      if isHuge { unsafe madvise(base, self.count, MADV_HUGEPAGE) }
    #endif
  }

  var isWorthKeeping: Bool { (Self.page...Pool.byteLimit / 2).contains(count) }

  func free() { unsafe munmap(base, count) }

  /// Maps more than was requested and unmaps what lies outside the alignment.
  private static func map(_ count: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let whole = count + alignment
    let flags = MAP_PRIVATE | MAP_ANON
    guard let start = unsafe mmap(nil, whole, PROT_READ | PROT_WRITE, flags, -1, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    let base = unsafe start.alignedUp(toMultipleOf: alignment)
    let before = unsafe base - start
    let after = whole - before - count
    if before > 0 { unsafe munmap(start, before) }
    if after > 0 { unsafe munmap(base + count, after) }
    return unsafe base
  }
}

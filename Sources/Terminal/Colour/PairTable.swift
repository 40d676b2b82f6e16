/// Assigns a number to each combination of foreground and background, as curses requires.
///
/// It replaces `alloc_pair`, which, when full, returns errors in some versions and recolours the
/// screen in others. No number is reused.
package struct PairTable: Sendable {
  package enum Lookup: Equatable, Sendable {
    case known(Int32)
    /// The number is new, so curses must be told its colours.
    case fresh(Int32)
    case full
  }

  private let limit: Int32
  private var next: Int32 = 1
  private var numbers: [SIMD2<Int32>: Int32] = [:]

  /// - Parameters:
  ///   - count: The value of `COLOR_PAIRS`; numbers below it can be used. Number 0 cannot be
  ///     defined.
  ///   - seed: The colours of number 0, if they are known.
  package init(count: Int, seed: (foreground: Int32, background: Int32)? = nil) {
    limit = Int32(clamping: max(count, 1))
    if let seed { numbers[SIMD2(seed.foreground, seed.background)] = 0 }
  }

  package mutating func lookup(_ foreground: Int32, _ background: Int32) -> Lookup {
    let key = SIMD2(foreground, background)
    if let number = numbers[key] { return .known(number) }
    guard next < limit else { return .full }
    defer { next += 1 }
    numbers[key] = next
    return .fresh(next)
  }

  /// The number of unused pair numbers.
  package var room: Int { Int(limit - next) }
}

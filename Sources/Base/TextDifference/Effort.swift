/// A budget of work for a difference, in steps of a few nanoseconds, so that a text designed to be
/// slow is compared coarsely instead of taking minutes.
package struct Effort {
  private var left: Int

  package init(_ steps: Int = 300_000_000) { left = steps }

  /// Spends a number of steps if that many are left; otherwise spends none and returns false.
  package mutating func take(_ steps: Int) -> Bool {
    guard steps <= left else { return false }
    left -= steps
    return true
  }
}

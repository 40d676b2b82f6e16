/// The work that a difference may still cost, in steps of a few nanoseconds: texts made to be slow
/// are compared coarsely in the end instead of for minutes.
package struct Effort {
  private var left: Int

  package init(_ steps: Int = 300_000_000) { left = steps }

  /// Spends a number of steps if so many are left; a refusal costs nothing.
  package mutating func take(_ steps: Int) -> Bool {
    guard steps <= left else { return false }
    left -= steps
    return true
  }
}

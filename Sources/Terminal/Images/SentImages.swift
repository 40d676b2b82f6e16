import ReviewUI

/// Which images the terminal holds: those on the screen and the last few before, for flipping back
/// and forth without sending them again.
package struct SentImages: Sendable {
  /// Four screens of three panes. No image of the last frame is ever forgotten for the next one.
  package static let capacity = 12

  /// Their numbers, the least recently shown first.
  package private(set) var held: [UInt32] = []

  package init() {}

  /// Takes note of what is shown next.
  ///
  /// - Returns: What to forget and what to send for it.
  package mutating func show(
    _ images: [TerminalImage]
  ) -> (forgotten: [UInt32], missing: [TerminalImage]) {
    let missing = images.filter { !held.contains($0.number) }
    let numbers = images.map(\.number)
    held.removeAll(where: numbers.contains)
    held += numbers
    let forgotten = Array(held.prefix(max(held.count - Self.capacity, 0)))
    held.removeFirst(forgotten.count)
    return (forgotten, missing)
  }
}

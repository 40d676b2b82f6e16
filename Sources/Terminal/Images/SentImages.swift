import ReviewUI

/// The images that the terminal holds: those on the screen and the last few before them, so that
/// switching back and forth need not send them again.
package struct SentImages: Sendable {
  /// The number of images to hold: four screens of three panes, so the last frame's images survive
  /// the next frame.
  package static let capacity = 12

  /// The numbers of the images, the least recently shown first.
  package private(set) var held: [UInt32] = []

  package init() {}

  /// Records the images of the next frame.
  ///
  /// - Returns: The images to delete and those to send.
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

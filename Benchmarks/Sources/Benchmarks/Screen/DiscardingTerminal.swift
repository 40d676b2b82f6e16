import Base
import DiffEngine
import Dispatch
import Floor
import Foundation
import ReviewUI

/// A terminal that takes everything and shows nothing, in the place of standard input and output
/// until it is closed.
final class DiscardingTerminal {
  private let drain: Drain
  private let program: Int32
  private let kept: [Int32]
  private var counted = 0

  init(_ size: GridSize) throws {
    var program: Int32 = -1
    let user = pseudo_terminal(Int32(size.columns), Int32(size.rows), &program)
    guard user >= 0 else { throw Trouble("There is no pseudo-terminal to be had.") }
    drain = Drain(user)
    self.program = program
    fflush(nil)
    kept = [dup(0), dup(1)]
    dup2(program, 0)
    dup2(program, 1)
    Thread.detachNewThread { [drain] in drain.run() }
  }

  /// Waits until all that was written has arrived.
  ///
  /// - Returns: The number of bytes since the last call.
  func settle() -> Int {
    write(program, [Drain.mark], 1)
    drain.marks.wait()
    let (all, before) = (drain.count.load(ordering: .acquiring) - 1, counted)
    counted = all + 1
    return all - before
  }

  /// Puts standard input and output back.
  func close() {
    fflush(nil)
    for (descriptor, copy) in kept.enumerated() {
      dup2(copy, Int32(descriptor))
      Foundation.close(copy)
    }
    Foundation.close(program)
  }
}

/// The user's side.
private final class Drain: Sendable {
  /// BEL: in no frame.
  static let mark: UInt8 = 7

  let marks = DispatchSemaphore(value: 0)
  let count = Atomic(0)
  private let user: Int32

  init(_ user: Int32) { self.user = user }

  func run() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let size = read(user, &bytes, bytes.count)
      guard size > 0 else { break }
      count.add(size, ordering: .releasing)
      // Nobody writes before the mark is answered.
      if bytes[size - 1] == Self.mark { marks.signal() }
    }
    close(user)
  }
}

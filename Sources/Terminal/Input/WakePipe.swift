internal import CNcurses
internal import Libc

/// Lets any thread interrupt a wait for input.
package final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32

  /// Returns nil if the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe snap_pipe(&ends) else { return nil }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Makes `wait` return with `.woken`; several calls may be merged into one. Safe in a signal
  /// handler.
  package func wake() {
    var byte: UInt8 = 1
    // If the pipe is full, a wake-up is already pending.
    _ = unsafe write(writer, &byte, 1)
  }

  /// Consumes all wake-ups so far; returns false if there were none.
  func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    var found = false
    while unsafe read(reader, &bytes, bytes.count) > 0 { found = true }
    return found
  }
}

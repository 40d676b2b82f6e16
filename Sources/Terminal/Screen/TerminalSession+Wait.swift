internal import CNcurses
import DiffEngine
internal import Libc
import ReviewUI

extension TerminalSession {
  /// The time in milliseconds for which an escape may be the start of a sequence. Its parts usually
  /// follow at once, but a slow line can separate them, so `restDelay` gives a longer sequence more
  /// time.
  private static let escapeDelay = 25
  private static let restDelay = 500

  /// Blocks until there is input, a resize, a signal, a wake-up or the timeout, and returns all
  /// pending events.
  ///
  /// - Parameter timeoutMilliseconds: nil waits forever.
  /// - Returns: Empty on timeout. Several resizes become one, with the current size. After
  ///   `.terminated`, every further call returns it again at once.
  package func wait(timeoutMilliseconds: Int?) -> [TerminalEvent] {
    guard isOpen, !isGone else { return [.terminated(signal: SIGHUP)] }
    var events = pendingEvents
    pendingEvents = []
    let deadline = timeoutMilliseconds.map { System.now() + max($0, 0) }
    repeat {
      let time = events.isEmpty ? patience(until: deadline) : 0
      let ready = System.readable([terminal.input, signals, wake.reader], timeout: time)
      if ready[1] { events += takeSignals() }
      if ready[2], wake.drain() { events.append(.woken) }
      if ready[0] {
        events += takeInput()
      } else if decoder.waiting != .nothing, isOverdue {
        events += decoder.giveUp().compactMap(Self.event)
      }
    } while events.isEmpty && !isOver(deadline)
    return events
  }

  private func isOver(_ deadline: Int?) -> Bool { deadline.map { System.now() >= $0 } ?? false }

  // MARK: - Time

  private var decoderDeadline: Int? {
    switch decoder.waiting {
    case .nothing: nil
    case .escape: lastInput + Self.escapeDelay
    case .rest: lastInput + Self.restDelay
    }
  }

  private var isOverdue: Bool { decoderDeadline.map { System.now() >= $0 } ?? false }

  private func patience(until deadline: Int?) -> Int? {
    let moments = [deadline, decoderDeadline].compactMap { $0 }
    return moments.min().map { max($0 - System.now(), 0) }
  }

  // MARK: - Input

  private func takeInput() -> [TerminalEvent] {
    // If a readable descriptor has nothing to read, the terminal is gone.
    guard let bytes = System.receive(from: terminal.input), !bytes.isEmpty else {
      isGone = true
      return [.terminated(signal: SIGHUP)]
    }
    lastInput = System.now()
    let outputs = decoder.feed(bytes)
    let hasNews = note(outputs)
    return outputs.compactMap(Self.event) + (hasNews ? [.woken] : [])
  }

  // MARK: - Signals

  private func takeSignals() -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var mayBeResized = false
    while case let number = snap_signal_take(), number != 0 {
      switch number {
      case SIGTSTP: suspend()
      case SIGCONT: reenter()
      case SIGWINCH: mayBeResized = true
      default: events.append(.terminated(signal: number))
      }
    }
    if mayBeResized { adoptSize() }
    if let size = pendingSize {
      pendingSize = nil
      events.append(.input(.resized(size)))
    }
    return events
  }

  /// Adopts the window's current size and reports it to the next `wait`.
  func adoptSize() {
    let (now, cell) = (terminal.windowSize, terminal.cellPixels(answeredCell))
    guard now != size || imageProtocol != nil && cell != cellPixels else { return }
    (size, cellPixels) = (now, cell)
    shown = nil
    needsRefresh = true
    pendingSize = now
    snap_resize(Int32(now.rows), Int32(now.columns))
    resetPairs()
  }
}

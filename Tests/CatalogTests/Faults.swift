import Catalog
import Synchronization

/// A disk that does not wait for the real one.
func quickDisk() -> Disk { Faults().disk }

/// What befalls a store's system calls.
final class Faults: Sendable {
  enum Effect: Sendable {
    /// The call fails and does nothing.
    case fail(SystemError)
    /// The process ends before the call: nothing is done from here on.
    case die
    /// The process ends within the call, which has moved half of its bytes.
    case tear
  }

  private struct State {
    var calls = 0
    var isDead = false
  }

  private let position: Int
  private let effect: Effect
  private let lasts: Bool
  private let counted: Set<SystemCall>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - position: Which call is struck, counted from 0.
  ///   - counted: The calls that are counted and struck.
  ///   - lasts: Later calls fail too, as they do on a full disk.
  init(
    at position: Int = .max, _ effect: Effect = .die, among counted: Set<SystemCall> = changes,
    lasts: Bool = false
  ) {
    self.position = position
    self.effect = effect
    self.lasts = lasts
    self.counted = counted
  }

  /// The calls that change something.
  static let changes: Set<SystemCall> = [
    .write, .fsync, .ftruncate, .fchmod, .rename, .link, .unlink, .mkdir, .rmdir,
  ]

  var disk: Disk { Disk { call, _, _ in self.verdict(on: call) } }

  /// How many calls were counted.
  var calls: Int { state.withLock { $0.calls } }

  /// Whether the imagined process has ended.
  var isDead: Bool { state.withLock { $0.isDead } }

  private func verdict(on call: SystemCall) -> Disk.Verdict {
    // Nothing here waits for the real disk, nor for anybody.
    let normal: Disk.Verdict = call == .fsync || call == .usleep ? .skip : .proceed
    return state.withLock { state in
      if state.isDead { return .fail(SystemError(5)) }
      guard counted.contains(call) else { return normal }
      defer { state.calls += 1 }
      guard state.calls == position || lasts && state.calls > position else { return normal }
      switch effect {
      case .fail(let error): return .fail(error)
      case .die, .tear:
        state.isDead = true
        guard case .tear = effect, call == .write else { return .fail(SystemError(5)) }
        return .half
      }
    }
  }
}

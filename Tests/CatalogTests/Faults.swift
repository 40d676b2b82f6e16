import Base
import Catalog
import Foundation
import Host

/// A disk that does not wait for the real one.
func quickDisk() -> Disk { Faults().disk }

/// Injects faults into a store's system calls.
final class Faults: Sendable {
  enum Effect: Sendable, Hashable {
    /// The call fails and does nothing.
    case fail(Int32)
    /// The call fails, and so do all later calls of its kind, as on a full disk.
    case failFromNowOn(Int32)
    /// The process ends before the call: nothing is done from here on. Ending after a call is
    /// ending before the next one.
    case die
    /// The process ends within the call, which has moved half of its bytes.
    case tear
    /// The call moves half of its bytes.
    case short
  }

  private struct State {
    var calls: [SystemCall] = []
    var isDead = false
    var broken: SystemCall?
  }

  private let position: Int
  private let effect: Effect
  private let counted: Set<SystemCall>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - position: The index of the call to strike, counted from 0.
  ///   - counted: The calls that are counted and struck.
  init(
    at position: Int = .max, _ effect: Effect = .die,
    among counted: Set<SystemCall> = Set(SystemCall.allCases).subtracting([.usleep])
  ) {
    self.position = position
    self.effect = effect
    self.counted = counted
  }

  var disk: Disk { Disk { call, _, _ in self.verdict(on: call) } }

  /// The calls that were counted.
  var made: [SystemCall] { state.withLock { $0.calls } }

  /// The number of they are.
  var calls: Int { made.count }

  /// The call that was struck; nil if there were not so many.
  var struck: SystemCall? { made.dropFirst(position).first }

  /// True if the imagined process has ended.
  var isDead: Bool { state.withLock { $0.isDead } }

  func verdict(on call: SystemCall) -> Disk.Verdict {
    state.withLock { state in
      if state.isDead || state.broken == call { return failure }
      guard counted.contains(call) else { return Self.normal(call) }
      defer { state.calls.append(call) }
      guard state.calls.count == position else { return Self.normal(call) }
      switch effect {
      case .die: state.isDead = true
      case .tear:
        state.isDead = true
        if call == .write { return .half }
      case .short: return .half
      case .failFromNowOn: state.broken = call
      case .fail: break
      }
      return failure
    }
  }

  private var failure: Disk.Verdict {
    switch effect {
    case .fail(let code), .failFromNowOn(let code): .fail(SystemError(code))
    case .die, .tear, .short: .fail(SystemError(EIO))
    }
  }

  /// Skips the calls that wait for the real disk or for another process.
  static func normal(_ call: SystemCall) -> Disk.Verdict {
    call == .fsync || call == .usleep ? .skip : .proceed
  }
}

extension SystemCall {
  /// The ways in which this call can fail, or the process can end meanwhile.
  var effects: [Faults.Effect] {
    [.die] + (moves ? [.short, .tear] : []) + errors.map(Faults.Effect.fail)
      + lasting.map(Faults.Effect.failFromNowOn)
  }

  private var moves: Bool { self == .pread || self == .write }

  private var errors: [Int32] {
    switch self {
    case .open: [EIO, EINTR, EACCES, ENOENT, EMFILE]
    case .close: [EIO, EINTR]
    case .read, .pread: [EIO, EINTR, ESTALE]
    case .write: [EIO, EINTR, ENOSPC, EDQUOT]
    case .fsync: [EIO, EINTR, ENOSPC]
    case .ftruncate: [EIO, EINTR]
    case .fchmod, .fchown: [EIO, EPERM]
    case .flock: [EINTR, ENOLCK, EWOULDBLOCK]
    case .fstat: [EIO, ESTALE]
    case .stat, .lstat, .access, .realpath: [EIO, EINTR, EACCES, ENOENT]
    case .getcwd: [ENOENT]
    case .rename: [EIO, ENOSPC, EACCES, EROFS, ENOENT]
    case .unlink: [EIO, EACCES, EBUSY, ENOENT]
    case .mkdir, .symlink: [EIO, ENOSPC, EACCES, EROFS]
    case .rmdir: [EIO, EACCES, EBUSY]
    case .usleep: []
    }
  }

  private var lasting: [Int32] {
    switch self {
    case .write, .mkdir: [ENOSPC]
    case .open, .rename, .unlink: [EACCES]
    case .fsync, .pread: [EIO]
    default: []
    }
  }
}

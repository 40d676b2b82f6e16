import Libc

/// Sleeps until something is written where decisions are kept.
///
/// The system wakes it. Where it cannot, as on a disk that another machine writes to, it wakes by
/// itself now and then.
package final class DecisionWatch {
  /// A disk that tells nothing is looked at this often.
  private static let slowest = 5_000

  private let folders: [String]
  private let queue: Int32

  /// - Parameter roots: Failures' roots, whose store may not be there yet.
  package init(roots: some Sequence<String>) {
    folders = Set(roots).sorted().flatMap { [$0, StoreFolder(in: $0, disk: .real).path] }
    #if canImport(Darwin)
      queue = kqueue()
    #else
      queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    #endif
    watch()
  }

  deinit {
    for file in files { close(file) }
    close(queue)
  }

  /// Returns after a change, or when the time is over. What changed does not matter: all is read again.
  package func wait(atMost milliseconds: Int) {
    sleep(atMost: min(milliseconds, Self.slowest))
    // A run may have made the folders anew.
    watch()
  }

  /// The open files that are watched, on systems that watch by descriptor.
  private var files: [Int32] = []

  #if canImport(Darwin)
    /// A folder tells of new names alone: the journal is watched as well.
    private func watch() {
      for file in files { close(file) }
      files = []
      for path in folders + folders.map({ Paths.join($0, StoreFolder.journalName) }) {
        let file = unsafe open(path, O_EVTONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { continue }
        files.append(file)
        var change = unsafe kevent(
          ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME), data: 0, udata: nil)
        unsafe kevent(queue, &change, 1, nil, 0, nil)
      }
    }

    private func sleep(atMost milliseconds: Int) {
      var limit = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
      var event = unsafe kevent()
      unsafe kevent(queue, nil, 0, &event, 1, &limit)
    }
  #else
    private func watch() {
      let events = IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_DELETE
      for folder in folders { unsafe inotify_add_watch(queue, folder, UInt32(events)) }
    }

    private func sleep(atMost milliseconds: Int) {
      var waited = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
      unsafe poll(&waited, 1, Int32(milliseconds))
      var events = [UInt8](repeating: 0, count: 4096)
      while unsafe read(queue, &events, events.count) > 0 {}
    }
  #endif
}

import CSystem
import Libc

enum Signals {
  /// Resets the handling of signals, which the parent process may have blocked. If a file grows
  /// beyond `ulimit -f`, its write now fails with an error instead of a signal.
  static func prepare() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Makes the next Ctrl-C only stop the work in progress; the one after it ends the program.
  static func stopWorkAtInterrupt() { snap_note_interrupt() }

  /// True if Ctrl-C was pressed since.
  static var wasInterrupted: Bool { snap_was_interrupted() }
}

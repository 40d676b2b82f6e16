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
}

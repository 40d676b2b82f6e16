import Libc

enum Signals {
  /// Takes signals as a program should, whatever the one that started it has blocked; a file that
  /// grows beyond `ulimit -f` becomes an error of its write.
  static func prepare() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGXFSZ, SIG_IGN)
  }
}

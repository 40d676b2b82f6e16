import Libc

extension ChildProcess {
  /// - Returns: The process and the read ends of the pipes for its output and errors, or the error
  ///   number.
  static func start(
    _ words: [String], _ environment: [String], _ input: String, isGroup: Bool
  ) -> (started: (id: pid_t, output: Int32, errors: Int32), failure: Int32) {
    guard let ends = pipeEnds() else { return ((0, -1, -1), errno) }
    guard let errorEnds = pipeEnds() else {
      let failure = errno
      for end in ends { close(end) }
      return ((0, -1, -1), failure)
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errorEnds[1], STDERR_FILENO)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    #if canImport(Darwin)
      unsafe setAttributes(&attributes, isGroup: isGroup)
    #else
      setAttributes(&attributes, isGroup: isGroup)
    #endif
    var child: pid_t = 0
    let failure = unsafe withCStrings(words) { words in
      unsafe withCStrings(environment) { environment in
        unsafe posix_spawnp(&child, words[0]!, &actions, &attributes, words, environment)
      }
    }
    close(ends[1])
    close(errorEnds[1])
    if failure != 0 {
      close(ends[0])
      close(errorEnds[0])
    }
    return ((child, ends[0], errorEnds[0]), failure)
  }

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Empties the signal mask, resets every signal to its default action, and starts a process group
  /// if asked.
  private static func setAttributes(_ attributes: inout Attributes, isGroup: Bool) {
    var (all, none) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    if isGroup {
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
    }
    #if canImport(Darwin)
      // The process inherits only the descriptors in `actions`, even if another thread has just
      // opened a file.
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #endif
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// Returns the read and write ends of a pipe that no other program inherits; nil if none can be
  /// made.
  private static func pipeEnds() -> [Int32]? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = unsafe texts.map { unsafe strdup($0) }
  defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
  return unsafe body(copies + [nil])
}

import Foundation
import Libc

extension PseudoTerminal {
  /// The path of an executable that was built with the tests.
  static func product(_ name: String) -> String {
    var folders = [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    folders += Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
      .map { $0.bundleURL.deletingLastPathComponent() }
    let paths = folders.map { $0.appendingPathComponent(name).path }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0]
  }

  /// A new pseudo-terminal: the side of the user, and the path of the side of programs.
  static func openMaster() throws -> (descriptor: Int32, path: String) {
    #if canImport(Darwin)
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      if master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) {
        return (master, String(cString: name))
      }
    #else
      // Does the work of posix_openpt, unlockpt and ptsname, which Swift does not see here.
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (lock, number): (Int32, Int32) = (0, 0)
      if master >= 0, ioctl(master, setLock, &lock) == 0, ioctl(master, getNumber, &number) == 0 {
        return (master, "/dev/pts/\(number)")
      }
    #endif
    throw Failure(description: "no pseudo-terminal to be had: \(String(cString: strerror(errno)))")
  }

  /// Starts a program as the leader of a session whose terminal is `path`.
  static func spawn(
    _ executable: String, _ arguments: [String], on path: String, _ environment: [String],
    blocking: [Int32] = []
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for number in blocking { sigaddset(&blocked, number) }
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | newSession
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var child = pid_t()
    let failure = withCStrings([executable] + arguments) { words in
      withCStrings(environment) { variables in
        posix_spawn(&child, executable, &actions, &attributes, words, variables)
      }
    }
    guard failure == 0 else {
      throw Failure(
        description: "cannot start \(executable): \(String(cString: strerror(failure)))")
    }
    return child
  }

  /// POSIX_SPAWN_SETSID, which is a macro that Swift does not always see.
  private static var newSession: Int32 {
    #if canImport(Darwin)
      0x0400
    #else
      0x80
    #endif
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}

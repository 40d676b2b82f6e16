internal import CNcurses
internal import Libc

/// True if the C library, and therefore ncurses, knows a character; others are printed as question
/// marks.
package func isPrintable(_ character: Character) -> Bool {
  character.unicodeScalars.allSatisfy { snap_width($0.value) > 0 }
}

/// The few system calls that a session needs, with interruptions handled.
enum System {
  /// Writes all bytes; returns false if the descriptor accepts no more.
  @discardableResult
  static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = Array(bytes)
    return unsafe snap_send(descriptor, bytes, bytes.count)
  }

  /// Reads up to 64 KiB; returns an empty array at the end of the file, nil on an error.
  static func receive(from descriptor: Int32) -> [UInt8]? {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      let result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      failed = result < 0 && errno != EINTR && errno != EAGAIN
      count = max(result, 0)
    }
    return failed ? nil : bytes
  }

  /// Waits until a descriptor is readable; returns true for each that is readable or broken.
  ///
  /// - Parameter timeout: Milliseconds; nil waits forever.
  static func readable(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = timeout.map { Int32(clamping: max($0, 0)) } ?? -1
    let count = unsafe poll(&entries, nfds_t(entries.count), limit)
    return entries.map { count > 0 && $0.revents != 0 }
  }

  /// Returns monotonic time in milliseconds.
  static func now() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  /// Returns the descriptor that keys come from: standard input, or the terminal itself if standard
  /// input is something else, such as a list of files.
  static func keyboard(output: Int32) -> Int32? {
    if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
    // Try its own name first, because macOS cannot poll /dev/tty.
    let names = unsafe [ttyname(output).map { unsafe String(cString: $0) }, "/dev/tty"]
    for name in names.compactMap({ $0 }) {
      let descriptor = unsafe open(name, O_RDWR | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
    }
    return nil
  }

  /// Closes a descriptor opened by `keyboard`; leaves standard input open.
  static func closeKeyboard(_ descriptor: Int32) {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  static var standardOutput: Int32 { STDOUT_FILENO }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

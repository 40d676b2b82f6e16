internal import CNcurses
internal import Libc

/// True if the C library, and so ncurses, knows a character; it prints a question mark for others.
package func isPrintable(_ character: Character) -> Bool {
  character.unicodeScalars.allSatisfy { snap_width($0.value) > 0 }
}

/// The few system calls that a session needs, with interruptions handled.
enum System {
  /// Writes all bytes; false when the descriptor takes no more.
  @discardableResult
  static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = Array(bytes)
    return unsafe snap_send(descriptor, bytes, bytes.count)
  }

  /// Reads up to 64 KiB; empty at the end of the file, nil on an error.
  static func receive(from descriptor: Int32) -> [UInt8]? {
    var failed = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      let result = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      failed = result < 0 && errno != EINTR && errno != EAGAIN
      count = max(result, 0)
    }
    return failed ? nil : bytes
  }

  /// Waits until a descriptor can be read; returns true for each that can or that is broken.
  ///
  /// - Parameter timeout: Milliseconds; nil waits for ever.
  static func readable(_ descriptors: [Int32], timeout: Int?) -> [Bool] {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let limit = timeout.map { Int32(clamping: max($0, 0)) } ?? -1
    let count = unsafe poll(&entries, nfds_t(entries.count), limit)
    return entries.map { count > 0 && $0.revents != 0 }
  }

  /// Milliseconds since some moment in the past.
  static func now() -> Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  /// The descriptor that keys come from: standard input, or the terminal itself when standard
  /// input is something else, such as a list of files.
  static func keyboard(output: Int32) -> Int32? {
    if isatty(STDIN_FILENO) == 1 { return STDIN_FILENO }
    // By its own name first: on macOS, /dev/tty cannot be polled.
    let names = unsafe [ttyname(output).map { unsafe String(cString: $0) }, "/dev/tty"]
    for name in names.compactMap({ $0 }) {
      let descriptor = unsafe open(name, O_RDWR | O_CLOEXEC)
      if descriptor >= 0 { return descriptor }
    }
    return nil
  }

  /// Closes what `keyboard` opened; standard input stays.
  static func closeKeyboard(_ descriptor: Int32) {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  static var standardOutput: Int32 { STDOUT_FILENO }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

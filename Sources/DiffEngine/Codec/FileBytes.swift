#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The contents of one regular file.
struct FileBytes {
  /// Images are far smaller; a larger file is a mistake that would only fill the memory.
  static let limit = 1 << 30

  private let block: MemoryBlock
  private let count: Int

  /// Reads the file at `path`. Pipes, devices and sockets are refused without waiting.
  init(_ path: String) throws(CodecFault) {
    // Non-blocking: opening a pipe that nobody writes to would otherwise wait for ever.
    let descriptor = retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.openFault(errno) }
    defer { close(descriptor) }
    let size = try Self.size(of: descriptor)
    guard let block = MemoryBlock(count: size) else {
      throw CodecFault(.tooLarge, "no memory left to read it")
    }
    self.block = block
    count = try Self.read(
      descriptor, into: UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<size]))
  }

  /// Lends the contents, which belong to the borrower to overwrite.
  func withBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(CodecFault) -> Result
  ) throws(CodecFault) -> Result {
    defer { withExtendedLifetime(block) {} }
    return try body(UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<count]))
  }

  private static func size(of descriptor: Int32) throws(CodecFault) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw CodecFault(.unreadable, "cannot be read (\(reason(errno)))")
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw CodecFault(.unreadable, "\(name(of: kind)), not a file")
    }
    guard status.st_size <= limit else {
      throw CodecFault(
        .tooLarge, "too large: \(status.st_size) bytes, and at most \(limit) can be read")
    }
    return Int(status.st_size)
  }

  private static func name(of kind: mode_t) -> String {
    switch kind {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Fills `buffer`, or less of it where the file has shrunk meanwhile; how much it was.
  private static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodecFault) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let step = retrying { systemRead(descriptor, rest.baseAddress, rest.count) }
      guard step >= 0 else {
        throw CodecFault(.unreadable, "cannot be read (\(reason(errno)))")
      }
      guard step > 0 else { break }
      filled += step
    }
    return filled
  }

  private static func openFault(_ code: Int32) -> CodecFault {
    switch code {
    case ENOENT, ENOTDIR: CodecFault(.missing, "no such file")
    case EACCES, EPERM: CodecFault(.unreadable, "cannot be read: permission denied")
    case ENXIO: CodecFault(.unreadable, "a socket or a device, not a file")
    default: CodecFault(.unreadable, "cannot be opened (\(reason(code)))")
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}

/// `read`, which a method of the same name would hide.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read

private func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

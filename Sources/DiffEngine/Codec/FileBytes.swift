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

  private let storage: [UInt8]

  /// Reads the file at `path`. Pipes, devices and sockets are refused without waiting.
  init(_ path: String) throws(CodecFault) {
    // Non-blocking: opening a pipe that nobody writes to would otherwise wait for ever.
    let descriptor = retrying { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.openFault(errno) }
    defer { close(descriptor) }
    let size = try Self.size(of: descriptor)
    storage = try Self.contents(of: descriptor, size: size)
  }

  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(CodecFault) -> Result
  ) throws(CodecFault) -> Result {
    try storage.withUnsafeBufferPointer { bytes throws(CodecFault) in
      try body(UnsafeRawBufferPointer(bytes))
    }
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

  private static func contents(of descriptor: Int32, size: Int) throws(CodecFault) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let step = retrying { read(descriptor, buffer.baseAddress! + filled, size - filled) }
        if step < 0 { failure = errno }
        guard step > 0 else { return }
        filled += step
      }
    }
    guard failure == 0 else {
      throw CodecFault(.unreadable, "cannot be read (\(reason(failure)))")
    }
    return bytes
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

private func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

import Base
import Host
import Libc
import Pixels

/// A regular file open for reading; it is closed with the last reference.
final class RegularFile {
  let count: Int
  private let descriptor: Int32

  /// Opens the file at `path`. Pipes, devices and sockets are refused without waiting.
  init(_ path: String) throws(CodecFault) {
    // Non-blocking, because opening a pipe without a writer would otherwise block forever.
    let descriptor = retrying { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Self.openFault(errno) }
    do {
      count = try Self.count(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Reads until `buffer` is full or the file ends, which may have shrunk since it was opened.
  ///
  /// - Returns: The number of bytes read.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CodecFault) -> Int {
    var filled = 0
    while filled < buffer.count {
      let step = unsafe try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      guard step > 0 else { break }
      filled += step
    }
    return filled
  }

  private func read(into buffer: UnsafeMutableRawBufferPointer) throws(CodecFault) -> Int {
    let count = retrying { unsafe systemRead(descriptor, buffer.baseAddress, buffer.count) }
    guard count >= 0 else {
      throw CodecFault(.unreadable, "cannot be read (\(Self.reason(errno)))")
    }
    return count
  }

  private static func count(_ descriptor: Int32) throws(CodecFault) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw CodecFault(.unreadable, "cannot be read (\(reason(errno)))")
    }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      throw CodecFault(.unreadable, "\(name(of: kind)), not a file")
    }
    let count = Int(status.st_size)
    if let refusal = SizeLimit.snapshot.refusal(count) { throw CodecFault(.tooLarge, refusal) }
    return count
  }

  private static func name(of kind: mode_t) -> String {
    switch kind {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  private static func openFault(_ code: Int32) -> CodecFault {
    switch code {
    case ENOENT, ENOTDIR: CodecFault(.missing, "no such file")
    case EACCES, EPERM: CodecFault(.unreadable, "cannot be read: permission denied")
    case ENXIO: CodecFault(.unreadable, "a socket or a device, not a file")
    default: CodecFault(.unreadable, "cannot be opened (\(reason(code)))")
    }
  }

  private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}

/// The function `read`, which the method of the same name would hide.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = unsafe read

private func retrying<Value: SignedInteger>(_ call: () -> Value) -> Value {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

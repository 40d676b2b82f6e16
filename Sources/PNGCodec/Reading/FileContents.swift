import Pixels

struct FileContents {
  private let block: MemoryBlock
  private let count: Int

  /// Reads the file at `path`. Pipes, devices and sockets are refused without waiting.
  init(_ path: String, _ use: MemoryBlock.Use = .usual) throws(CodecFault) {
    let file = try RegularFile(path)
    guard let block = MemoryBlock(count: file.count, use) else {
      throw CodecFault(.tooLarge, "no memory left to read it")
    }
    self.block = block
    count = unsafe try file.fill(
      UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<file.count]))
  }

  /// The contents, valid while this object lives.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: block.bytes[..<count])
  }

  /// Lends the contents, which `body` may overwrite.
  func withBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(CodecFault) -> Result
  ) throws(CodecFault) -> Result {
    defer { withExtendedLifetime(block) {} }
    return unsafe try body(UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<count]))
  }
}

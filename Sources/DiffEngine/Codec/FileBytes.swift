/// The contents of one regular file.
struct FileBytes {
  private let block: MemoryBlock
  private let count: Int

  /// Reads the file at `path`. Pipes, devices and sockets are refused without waiting.
  init(_ path: String) throws(CodecFault) {
    try self.init(RegularFile(path), pieceBytes: .max) { _ throws(CodecFault) in true }
  }

  /// Reads `file` in pieces of at most `pieceBytes`, as long as `goesOn`, shown each, says so.
  init(
    _ file: RegularFile, pieceBytes: Int,
    while goesOn: (UnsafeRawBufferPointer) throws(CodecFault) -> Bool
  ) throws(CodecFault) {
    guard let block = MemoryBlock(count: file.count) else {
      throw CodecFault(.tooLarge, "no memory left to read it")
    }
    let buffer = UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<file.count])
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(
        rebasing: buffer[filled...].prefix(pieceBytes))
      let step = try file.read(into: rest)
      // A file may shrink meanwhile.
      guard step > 0 else { break }
      filled += step
      guard try goesOn(UnsafeRawBufferPointer(rebasing: rest[..<step])) else { break }
    }
    self.block = block
    count = filled
  }

  /// Lends the contents, which belong to the borrower to overwrite.
  func withBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws(CodecFault) -> Result
  ) throws(CodecFault) -> Result {
    defer { withExtendedLifetime(block) {} }
    return try body(UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<count]))
  }
}

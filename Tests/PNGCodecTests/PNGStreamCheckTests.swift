import PNGCodec
import TestSupport
import Testing

/// Files that go by in pieces against files read whole.
@Suite struct PNGStreamCheckTests {
  @Test(arguments: [1, 7, 4096])
  func `sound files pass, whatever the size of the pieces`(_ size: Int) throws {
    for file in Self.files {
      #expect(header(file, size) == (try whole(file)))
    }
  }

  @Test func `what is not sound as a whole is not sound in pieces`() throws {
    for file in Self.files {
      for index in file.indices {
        var changed = file
        changed[index] ^= 1 << UInt8(index % 8)
        #expect(header(changed, 100) == (try? whole(changed)), "byte \(index)")
        #expect(header(Array(file[..<index]), 100) == nil, "cut at byte \(index)")
      }
    }
  }

  @Test func `what follows the end is ignored`() throws {
    let file = Self.files[0]
    #expect(header(file + [1, 2, 3], 64) == (try whole(file)))
  }

  @Test func `a chunk that says it is huge is not waited for`() {
    let file = Self.files[0]
    let huge: [UInt8] = [0x7F, 0, 0, 0, 0x74, 0x45, 0x58, 0x74]
    #expect(header(Array(file[..<33]) + huge + file[33...], 64) == nil)
  }

  private static let files: [[UInt8]] = {
    var pieces = PNGWriter.random(6, depth: 8)
    pieces.pieceSize = 50
    pieces.extraChunks = [("tEXt", [65, 0, 66]), ("gAMA", [0, 0, 0xB1, 0x8F])]
    return [
      PNGWriter.random(2, depth: 8).file(), pieces.file(), PNGWriter.random(3, depth: 4).file(),
    ]
  }()

  private func header(_ file: [UInt8], _ size: Int) -> PNGHeader? {
    var sieve = PNGStreamCheck()
    for start in stride(from: 0, to: file.count, by: size) {
      let isSound = file[start..<min(start + size, file.count)].withUnsafeBytes { sieve.take($0) }
      guard isSound else { return nil }
    }
    return sieve.header()
  }

  private func whole(_ file: [UInt8]) throws -> PNGHeader {
    try file.withUnsafeBytes { try PNGReader($0).layout.header }
  }
}

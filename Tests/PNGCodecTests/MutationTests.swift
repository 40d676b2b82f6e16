import PNGCodec
import TestSupport
import Testing

/// Files changed at random, most with their checksums set right again so that the changes reach
/// deep: an error or an image, never a crash, and both lanes of one mind.
struct MutationTests {
  @Test(arguments: PNGWriter.kinds)
  func `a changed file is an error or the same image in both lanes`(
    _ colourType: Int, _ depth: Int
  ) throws {
    var generator = SplitMix(seed: UInt64(colourType * 100 + depth))
    for round in 0..<120 {
      var writer = PNGWriter.random(colourType, depth: depth, width: 9, height: 7)
      writer.isInterlaced = round % 5 == 0
      writer.filters = [round % 5, 4, 1]
      writer.extraChunks = [("iCCP", ICCWriter.displayP3.chunk()), ("gAMA", be32(50_000))]
      if round % 2 == 0 { writer.compress = { Deflate.zlibStream($0, level: 6)! } }
      var file = writer.file()
      mutate(&file, using: &generator)
      if round % 8 != 0 { file = withRightChecksums(file) }
      let slow = try? decodeThroughLibpng(file)
      if let fast = (try? decodeFast(file)) ?? nil { #expect(fast == slow) }
      #expect((try? PNG.decode(file, file: "x.png")) == slow)
    }
  }

  private func mutate(_ file: inout [UInt8], using generator: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 8..<file.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: file[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator)!
      case 2: file.remove(at: place)
      case 3: file.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      case 4: file[place] = UInt8.random(in: 0...255, using: &generator)
      default: file.removeSubrange(place..<min(place + 9, file.count))
      }
      if file.count < 9 { return }
    }
  }

  private func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var start = 8
    while start + 12 <= file.count {
      let count = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + count
      guard end + 4 <= file.count else { break }
      file.replaceSubrange(end..<end + 4, with: be32(Int(crc32(Array(file[start + 4..<end])))))
      start = end + 4
    }
    return file
  }
}

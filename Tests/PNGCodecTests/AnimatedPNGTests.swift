import PNGCodec
import Pixels
import TestSupport
import Testing

/// Animated PNG files, compared frame by frame.
struct AnimatedPNGTests {
  private let folder = TestFolder()

  private static func image(_ colour: Pixel, dot: Bool = false) -> PixelImage {
    var pixels = Array(repeating: colour, count: 12)
    if dot { pixels[5] = Pixel(255, 0, 0, 255) }
    return PixelImage(width: 4, height: 3, pixels: pixels)
  }

  private static let first = image(Pixel(10, 20, 30, 255))
  private static let second = image(Pixel(40, 50, 60, 255))
  private static let changed = image(Pixel(40, 50, 60, 255), dot: true)

  /// Cuts a file of ours into its chunks.
  private func chunks(_ file: [UInt8]) -> [(name: String, content: [UInt8])] {
    var (chunks, place) = ([(String, [UInt8])](), 8)
    while place < file.count {
      let count = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        (
          String(decoding: file[place + 4..<place + 8], as: UTF8.self),
          Array(file[place + 8..<place + 8 + count])
        ))
      place += 12 + count
    }
    return chunks
  }

  private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let bytes = Array(name.utf8) + content
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return number(content.count) + bytes + number(Int(~sum))
  }

  private func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Writes frames of one size, each for a tenth of a second unless `delays` says otherwise.
  private func write(
    _ name: String, _ frames: [PixelImage], delays: [Int] = [], plays: Int = 0,
    extra: [UInt8] = [], still: PixelImage? = nil
  ) throws -> String {
    let whole = chunks(try PNG.encode(frames[0]))
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", whole[0].content)
    file += extra + chunk("acTL", number(frames.count) + number(plays))
    var order = 0
    let pixels = { (image: PixelImage) throws in
      chunks(try PNG.encode(image)).filter { $0.name == "IDAT" }.flatMap(\.content)
    }
    if let still { file += chunk("IDAT", try pixels(still)) }
    for (index, frame) in frames.enumerated() {
      let control = number(4) + number(3) + number(0) + number(0)
      let delay = delays.isEmpty ? 100 : delays[index]
      file += chunk("fcTL", number(order) + control + number(delay, 2) + number(1000, 2) + [0, 0])
      order += 1
      let isFirst = index == 0 && still == nil
      let data = try pixels(frame)
      file += isFirst ? chunk("IDAT", data) : chunk("fdAT", number(order) + data)
      if !isFirst { order += 1 }
    }
    return folder.write(name, file + chunk("IEND", []))
  }

  @Test func `the one frame that differs is what is compared`() throws {
    let old = try write("a.png", [Self.first, Self.second])
    let new = try write("b.png", [Self.first, Self.changed])
    #expect(PNG.isAnimated(old))
    let (reference, actual) = try PNG.decodeBoth(old, new)
    #expect(reference == Self.second && actual == Self.changed)
    #expect(actual.remark == "it is an animation of 2 frames; only frame 2 differs")
    #expect(try PNG.decodeInTurn(old, new).actual == Self.changed)
  }

  @Test func `of several frames each pixel is compared where it differs most`() throws {
    let old = try write("a.png", [Self.first, Self.second, Self.first])
    let new = try write("b.png", [Self.first, Self.changed, Self.second])
    let (reference, actual) = try PNG.decodeBoth(old, new)
    #expect(reference[1, 1] == Self.second[1, 1] && actual[1, 1] == Pixel(255, 0, 0, 255))
    #expect(reference[0, 0] == Self.first[0, 0] && actual[0, 0] == Self.second[0, 0])
  }

  @Test func `equal animations are equal`() throws {
    let old = try write("a.png", [Self.first, Self.second])
    let new = try write("b.png", [Self.first, Self.second])
    let (reference, actual) = try PNG.decodeBoth(old, new)
    #expect(reference == actual)
  }

  @Test func `frames in colours that are not understood match no others`() throws {
    let plain = try write("a.png", [Self.first, Self.second])
    let other = try write("b.png", [Self.first, Self.second], extra: chunk("cICP", [9, 16, 0, 1]))
    #expect(throws: ImageError.self) { try PNG.decodeBoth(plain, other) }
    #expect(throws: Never.self) { try PNG.decodeBoth(other, other) }
  }

  @Test func `frames that only one animation has differ from nothing`() throws {
    let old = try write("a.png", [Self.first])
    let new = try write("b.png", [Self.first, Self.second])
    let (reference, actual) = try PNG.decodeBoth(old, new)
    #expect(reference != actual && actual == Self.second)
  }

  @Test func `other times and another number of plays are no match`() throws {
    let old = try write("a.png", [Self.first, Self.second])
    for new in [
      try write("b.png", [Self.first, Self.second], delays: [100, 200]),
      try write("c.png", [Self.first, Self.second], plays: 3),
    ] {
      #expect(throws: ImageError.self) { try PNG.decodeBoth(old, new) }
    }
  }

  @Test func `a still picture is an animation of one frame`() throws {
    let still = folder.write("a.png", try PNG.encode(Self.first))
    #expect(!PNG.isAnimated(still))
    let (reference, actual) = try PNG.decodeBoth(
      still, try write("b.png", [Self.first, Self.second]))
    #expect(reference != actual)
  }

  @Test func `the picture that stands for an animation is compared too`() throws {
    let frames = [Self.first, Self.second]
    let old = try write("a.png", frames, still: Self.second)
    let (reference, actual) = try PNG.decodeBoth(
      old, try write("b.png", frames, still: Self.changed))
    #expect(reference == Self.second && actual == Self.changed)
    #expect(try PNG.decodeBoth(old, old).actual == PNG.decodeBoth(old, old).reference)
    #expect(throws: ImageError.self) {
      let (reference, actual) = try PNG.decodeBoth(old, try write("c.png", frames))
      if reference == actual { return }
      throw ImageError(.damaged, file: "", detail: "not alike")
    }
  }

  @Test func `a frame without data and one that leaves the canvas are errors`() throws {
    let sound = try write("a.png", [Self.first, Self.second])
    var bytes = folder.bytes("a.png")!
    let place = bytes.indices.first {
      bytes[$0...].starts(with: "fdAT".utf8)
    }!
    bytes.removeSubrange(place - 4..<place + 8)
    let broken = folder.write("b.png", bytes)
    #expect(throws: ImageError.self) { try PNG.decodeBoth(sound, broken) }
  }
}

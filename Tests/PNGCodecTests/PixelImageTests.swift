import Pixels
import TestSupport
import Testing

struct PixelImageTests {
  @Test func `images are equal by size and content`() {
    let pixels = (0..<6).map { Pixel(repeating: UInt8($0)) }
    let image = PixelImage(width: 3, height: 2, pixels: pixels)
    #expect(image == PixelImage(width: 3, height: 2, pixels: pixels))
    #expect(image != PixelImage(width: 2, height: 3, pixels: pixels))
    for index in pixels.indices {
      var others = pixels
      others[index].w = 99
      #expect(image != PixelImage(width: 3, height: 2, pixels: others))
    }
  }

  @Test func `a pixel is found by its column and row`() {
    let image = PixelImage(width: 3, height: 2, pixels: (0..<6).map { Pixel(repeating: UInt8($0)) })
    #expect(image[0, 0].x == 0 && image[2, 0].x == 2 && image[1, 1].x == 4)
  }

  @Test func `an image keeps its pixels while others come and go`() {
    let kept = solid(7)
    for value in 8..<40 as Range<UInt8> {
      let other = solid(value)
      #expect(other[0, 0] == Pixel(repeating: value))
    }
    #expect(kept.pixels.allSatisfy { $0 == Pixel(repeating: 7) })
  }

  @Test func `memory is reused`() {
    func place() -> UInt {
      let block = MemoryBlock(count: 777_777)!
      return UInt(bitPattern: block.bytes.baseAddress!)
    }
    // Other tests run beside this one and may take the block in between.
    let places = Set((0..<100).map { _ in place() })
    #expect(places.count < 100)
  }

  @Test func `a block is aligned, at least as large as asked for and wholly writable`() {
    for count in [0, 1, 4096, 100_000, 2 << 20, (2 << 20) + 1, 5_000_000] {
      let block = MemoryBlock(count: count)!
      #expect(block.bytes.count >= count)
      #expect(UInt(bitPattern: block.bytes.baseAddress!) % 16384 == 0)
      for place in stride(from: 0, to: block.bytes.count, by: 512) { block.bytes[place] = 1 }
      block.bytes[block.bytes.count - 1] = 1
    }
  }

  @Test func `more memory than there is gives no block`() {
    #expect(MemoryBlock(count: 1 << 60) == nil)
  }

  private func solid(_ value: UInt8) -> PixelImage {
    PixelImage(width: 500, height: 300) { $0.update(repeating: Pixel(repeating: value)) }
  }
}

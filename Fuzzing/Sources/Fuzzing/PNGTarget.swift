import PNGCodec
import Pixels
import TestSupport

/// A PNG file: every way to read it tells the same image or refuses, and what is read is written
/// so that it is read again.
struct PNGTarget: Target {
  let name = "png"

  func seeds() -> [[UInt8]] { PNGSeeds.files() }

  func check(_ bytes: UnsafeRawBufferPointer) {
    let slow = try? PNGReader(bytes).imageThroughLibpng()
    if let fast = fast(bytes) { promise(fast == slow, "our own decoder differs from libpng's") }
    promise(whole(bytes) == slow, "decode differs from libpng")
    if let slow, slow.pixelCount <= 1_024 { checkWriting(slow) }
  }

  private func fast(_ bytes: UnsafeRawBufferPointer) -> PixelImage? {
    var copy = Array(bytes)
    return copy.withUnsafeMutableBytes { scratch in
      try? PNGReader(bytes).fastImage(overwriting: scratch)
    }
  }

  private func whole(_ bytes: UnsafeRawBufferPointer) -> PixelImage? {
    do throws(ImageError) {
      return try PNG.decode(Array(bytes), file: "x.png")
    } catch {
      promise(error.description.hasPrefix("x.png: "), error.description)
      return nil
    }
  }

  private func checkWriting(_ image: PixelImage) {
    let again = try? PNG.decode(try PNG.encode(image), file: "again.png")
    promise(again == image, "an image that was written is read otherwise")
  }

  func mutate(_ bytes: inout [UInt8], capacity: Int, _ random: inout SplitMix) {
    PNGMutation(random: random).apply(to: &bytes, capacity: capacity)
  }
}

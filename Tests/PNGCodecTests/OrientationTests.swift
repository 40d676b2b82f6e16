import PNGCodec
import Pixels
import TestSupport
import Testing

/// Pictures that their files say to turn, which is not done.
struct OrientationTests {
  private let folder = TestFolder()

  /// Exif data whose second entry, or none, names the orientation.
  private func exif(_ orientation: Int?, isReversed: Bool = false) -> [UInt8] {
    let number = { (value: Int, count: Int) -> [UInt8] in
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isReversed ? bytes : bytes.reversed()
    }
    let width = number(256, 2) + number(3, 2) + number(1, 4) + number(2, 2) + [0, 0]
    let own = orientation.map { value in
      number(274, 2) + number(3, 2) + number(1, 4)
        + number(value, 2) + [0, 0]
    }
    return (isReversed ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]) + number(8, 4)
      + number(own == nil ? 1 : 2, 2) + width + (own ?? []) + number(0, 4)
  }

  private func file(_ exif: [UInt8]) -> [UInt8] {
    var writer = PNGWriter.random(6, depth: 8)
    writer.extraChunks = [("eXIf", exif)]
    return writer.file()
  }

  @Test(arguments: [(true, false), (false, true)])
  func `a picture that is turned equals none that is not`(
    _ isReversed: Bool, _ isPrefixed: Bool
  ) throws {
    let plain = folder.write("plain.png", PNGWriter.random(6, depth: 8).file())
    for orientation in 2...8 {
      let data = exif(orientation, isReversed: isReversed)
      let turned = folder.write(
        "turned.png", file((isPrefixed ? Array("Exif\0\0".utf8) : []) + data))
      let image = try PNG.decode(contentsOf: turned)
      #expect(image.unfollowed == "orientation (Exif \(orientation)) is not followed")
      #expect(image.remark == "its orientation (Exif \(orientation)) is not followed")
      for (one, two) in [(plain, turned), (turned, plain)] {
        let error = #expect(throws: ImageError.self) { try PNG.decodeBoth(one, two) }
        #expect(
          error?.description == "\(turned): its orientation (Exif \(orientation)) is not followed, "
            + "and \(plain) says otherwise.")
        #expect(PNG.areTheSame(one, two) == nil)
      }
      #expect(PNG.areTheSame(turned, turned) == true)
    }
  }

  @Test func `an orientation behind the pixels counts too`() throws {
    var bytes = PNGWriter.random(6, depth: 8).file()
    bytes.insert(contentsOf: chunk("eXIf", exif(6)), at: bytes.count - 12)
    #expect(try PNG.decode(bytes, file: "x.png").unfollowed != nil)
  }

  @Test func `data that names no orientation turns nothing, and cannot crash`() throws {
    let good = exif(6)
    let forms: [[UInt8]] =
      [exif(nil), exif(1), exif(0), exif(9), []]
      + good.indices.map { Array(good.prefix($0)) }
    for form in forms {
      let image = try PNG.decode(file(form), file: "x.png")
      #expect(form.count > 30 && form.count < good.count || image.unfollowed == nil, "\(form)")
    }
    for index in good.indices {
      var changed = good
      changed[index] ^= 0xFF
      #expect(throws: Never.self) { try PNG.decode(file(changed), file: "x.png") }
    }
  }
}

import PNGCodec
import Pixels
import TestSupport
import Testing

/// The colour information of files, and the conversion to sRGB.
struct ColourTests {
  static let kinds = [(2, 8), (6, 8), (2, 16), (6, 16), (3, 8)]

  @Test(arguments: kinds)
  func `Display P3 becomes sRGB`(_ colourType: Int, _ depth: Int) throws {
    try expect(.displayP3, colourType, depth)
  }

  @Test(arguments: kinds)
  func `another gamma becomes sRGB's curve`(_ colourType: Int, _ depth: Int) throws {
    try expect(ICCWriter(colorants: ICCWriter.sRGBColorants, curve: .gamma(1.8)), colourType, depth)
  }

  @Test(arguments: [(0, 8), (4, 8), (0, 16), (4, 16), (0, 2)])
  func `a grey gamma becomes sRGB's curve`(_ colourType: Int, _ depth: Int) throws {
    try expect(ICCWriter(colorants: [], curve: .gamma(2.2)), colourType, depth)
  }

  @Test(arguments: kinds)
  func `a profile that means sRGB changes no byte`(_ colourType: Int, _ depth: Int) throws {
    var writer = PNGWriter.random(colourType, depth: depth)
    writer.extraChunks = [("iCCP", ICCWriter.sRGB.chunk())]
    try expectUnchanged(writer)
  }

  @Test func `gAMA and cHRM that mean sRGB change no byte`() throws {
    let usual = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(be32)
    let colours: [[(String, [UInt8])]] = [
      [("gAMA", be32(45455))], [("cHRM", usual)], [("gAMA", be32(45455)), ("cHRM", usual)],
      [("sRGB", [0]), ("gAMA", be32(100_000))], [("gAMA", be32(0))], [("gAMA", [1])],
      [("cICP", [1, 13, 0, 1]), ("iCCP", ICCWriter.displayP3.chunk())],
    ]
    for chunks in colours {
      var writer = PNGWriter.random(6, depth: 8)
      writer.extraChunks = chunks
      try expectUnchanged(writer)
    }
  }

  @Test(arguments: [(0, 8), (6, 8), (6, 16), (3, 4)])
  func `gAMA alone bends the curve`(_ colourType: Int, _ depth: Int) throws {
    let linear = ICCWriter(
      colorants: colourType == 0 ? [] : ICCWriter.sRGBColorants, curve: .gamma(1))
    try expect(linear, colourType, depth, chunks: [("gAMA", be32(100_000))])
  }

  @Test func `cHRM and cICP say Display P3 as a profile does`() throws {
    let numbers = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(be32)
    try expect(.displayP3, 6, 8, chunks: [("cHRM", numbers)])
    try expect(.displayP3, 6, 8, chunks: [("gAMA", be32(45455)), ("cHRM", numbers)])
    try expect(.displayP3, 6, 8, chunks: [("cICP", [12, 13, 0, 1])])
  }

  @Test func `a profile goes before every other word`() throws {
    let profile = ICCWriter.displayP3.chunk()
    try expect(
      .displayP3, 6, 8, chunks: [("sRGB", [0]), ("gAMA", be32(100_000)), ("iCCP", profile)])
  }

  @Test func `a broken profile is ignored with a remark`() throws {
    let good = ICCWriter.displayP3.profile()
    let broken: [[UInt8]] = [
      [], [0], [0, 0], [65, 0, 1] + zlibStored(good), [65, 0, 0], [65, 0, 0, 1, 2, 3],
      [65, 0, 0] + zlibStored([]), [65, 0, 0] + zlibStored([1, 2, 3]),
      [65, 0, 0] + zlibStored(Array(good.prefix(140))),
      // Of a grey kind, in a file with colours.
      ICCWriter(colorants: [], curve: .gamma(2.2)).chunk(),
    ]
    for content in broken {
      var writer = PNGWriter.random(6, depth: 8)
      writer.extraChunks = [("iCCP", content)]
      let image = try PNG.decode(writer.file(), file: "x.png")
      #expect(image.pixels == writer.expectedPixels)
      #expect(image.remark == "its colour profile is broken and was ignored")
      // Nobody knows which colours it meant, so it equals no file without it.
      #expect(image.unfollowed?.hasPrefix("colours (a broken profile of ") == true)
    }
  }

  @Test func `no changed byte of a profile can crash`() throws {
    let good = ICCWriter.displayP3.profile()
    for index in stride(from: 0, to: good.count, by: 4) {
      var changed = good
      changed[index] ^= 0x81
      var writer = PNGWriter.random(6, depth: 8, width: 2, height: 2)
      writer.extraChunks = [("iCCP", [65, 0, 0] + zlibStored(changed))]
      #expect(try PNG.decode(writer.file(), file: "x.png").pixelCount == 4)
    }
  }

  @Test func `an unknown colour space is passed over with a remark`() throws {
    var writer = PNGWriter.random(6, depth: 8)
    writer.extraChunks = [("cICP", [9, 16, 0, 1])]
    let image = try PNG.decode(writer.file(), file: "x.png")
    #expect(image.pixels == writer.expectedPixels)
    #expect(image.remark == "its colour space (cICP 9, 16, 0, 1) is unknown and was ignored")
  }

  @Test func `code points of other primaries or in linear light are converted`() throws {
    let folder = TestFolder()
    for points in [[9, 13, 0, 1], [12, 8, 0, 1], [1, 4, 0, 1]] as [[UInt8]] {
      var writer = PNGWriter.random(6, depth: 8)
      writer.extraChunks = [("cICP", points)]
      let image = try PNG.decode(contentsOf: folder.write("x.png", writer.file()))
      #expect(image.pixels != writer.expectedPixels && image.unfollowed == nil, "\(points)")
    }
  }

  @Test func `numbers in colours that are not understood match no others, only their like`() throws
  {
    let folder = TestFolder()
    var writer = PNGWriter.random(6, depth: 8)
    let plain = folder.write("plain.png", writer.file())
    for points in [[9, 16, 0, 1], [9, 18, 0, 1], [9, 1, 0, 1], [12, 13, 0, 0]] as [[UInt8]] {
      writer.extraChunks = [("cICP", points)]
      let other = folder.write("other.png", writer.file())
      #expect(try PNG.decodeBoth(other, other).actual.pixels == writer.expectedPixels)
      for (one, two) in [(plain, other), (other, plain)] {
        let error = #expect(throws: ImageError.self) { try PNG.decodeBoth(one, two) }
        let numbers = points.map(String.init).joined(separator: ", ")
        #expect(
          error?.description == "\(other): its colours (cICP \(numbers)) cannot be converted to "
            + "sRGB, and \(plain) says otherwise.")
        #expect(throws: ImageError.self) { try PNG.decodeInTurn(one, two) }
        #expect(throws: Never.self) { try PNG.decodeBoth(one, two, .codes) }
      }
    }
  }

  @Test func `code points that are malformed, out of place or said twice match no other numbers`()
    throws
  {
    let folder = TestFolder()
    var writer = PNGWriter.random(6, depth: 8)
    let plain = folder.write("plain.png", writer.file())
    let usual = [1, 13, 0, 1] as [UInt8]
    let forms: [(before: [[UInt8]], after: [UInt8]?, words: String)] = [
      ([[]], nil, "without numbers"), ([[9]], nil, "9"), ([[9, 16, 0]], nil, "9, 16, 0"),
      ([usual + [0, 0]], nil, "1, 13, 0, 1, 0"), ([], [9, 16, 0, 1], "9, 16, 0, 1, out of place"),
      ([usual, [9, 16, 0, 1]], nil, "1, 13, 0, 1, out of place"),
      ([usual], [12, 13, 0, 1], "1, 13, 0, 1, out of place"),
    ]
    for form in forms {
      writer.extraChunks = form.before.map { ("cICP", $0) }
      var file = writer.file()
      if let after = form.after {
        file.insert(contentsOf: chunk("cICP", after), at: file.count - 12)
      }
      let other = folder.write("other.png", file)
      let image = try PNG.decode(contentsOf: other)
      #expect(image.pixels == writer.expectedPixels)
      #expect(image.remark == "its colour space (cICP \(form.words)) is unknown and was ignored")
      #expect(throws: ImageError.self) { try PNG.decodeBoth(plain, other) }
      #expect(throws: Never.self) { try PNG.decodeBoth(other, other) }
    }
    writer.extraChunks = [("PLTE", [1, 2, 3]), ("cICP", usual)]
    #expect(try PNG.decode(writer.file(), file: "x.png").unfollowed != nil)
    writer.extraChunks = [("cICP", usual), ("cICP", usual)]
    try expectUnchanged(writer)
  }

  private func expectUnchanged(_ writer: PNGWriter) throws {
    let image = try PNG.decode(writer.file(), file: "x.png")
    #expect(image.pixels == writer.expectedPixels, "\(writer.extraChunks)")
    #expect(image.remark == nil)
  }

  /// Reads a picture in the colours of `profile`, said by `chunks`, and compares it with sums.
  private func expect(
    _ profile: ICCWriter, _ colourType: Int, _ depth: Int, chunks: [(String, [UInt8])]? = nil
  ) throws {
    var writer = PNGWriter.random(colourType, depth: depth, width: 40, height: 30)
    writer.extraChunks = chunks ?? [("iCCP", profile.chunk())]
    let file = writer.file()
    let image = try PNG.decode(file, file: "x.png")
    #expect(image.remark == nil)
    #expect(try image == decodeThroughLibpng(file))
    for (index, found) in image.pixels.enumerated() {
      let plain = writer.expectedPixel(at: index)
      let exact = profile.sRGB(writer.colour(at: index))
      let differences = (0..<3).map { abs(Double(found[$0]) - exact[$0 % exact.count]) }
      #expect(differences.max()! < 1.01, "\(writer.colour(at: index)): \(found), not \(exact)")
      #expect(found.w == plain.w)
    }
  }
}

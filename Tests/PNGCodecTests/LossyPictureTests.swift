import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// JPEG, WebP and HEIC are shown where the system can read them, and never taken for PNG.
struct LossyPictureTests {
  /// 8 x 8 pixels of (200, 40, 40), drawn by Pillow.
  private static let jpeg = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4R
    DgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU
    FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA
    AAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABwj/xAAUEQEAAAAAAAAAAAAAAAAA
    AAAA/9oADAMBAAIRAxEAPwCKADdar//Z
    """
  private static let webp = """
    UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoIAAgAAMASJaACdLoB+AADsAD+98Rf/0Yfww/hh/jB//aln7Us/aln/aYgAA==
    """

  /// The same, written by libheif.
  private static let heic = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAA
    AAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAAgACAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHSAAEAAAAA
    AAAANwACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQ
    IAAAAAAgAAZ3JpZAAAAADZaXBycAAAALdpcGNvAAAAd2h2Y0MBBAgAAAAAAAAAAAAe8AD8//j4AAAPAyAAAQAXQAEM
    Af//BAgAAAMAnjgAAAMAAB66AkAhAAEAKkIBAQQIAAADAJ44AAADAAAekAQQILLdVdNc3AgIGBAAAAMAEAAAAwAQgC
    IAAQAIRAHBcxgwGJAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwgI
    CAAAABppcG1hAAAAAAAAAAIAAQKBAgACAgOEAAAAGmlyZWYAAAAAAAAADmRpbWcAAgABAAEAAAA/bWRhdAAAADMoAa
    8GMhaHNIkg8L+nT///vW/2X7JNrNbJ64R+gGPH5LeQkZ70X3sYUuU8dCD0nFO5zYA=
    """

  private let folder = TestFolder()

  private func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters)!)
  }

  @Test(arguments: [
    (LossyPicture.jpeg, "a.jpg", jpeg), (.jpeg, "a.JPEG", jpeg), (.webp, "a.webp", webp),
    (.heic, "a.heic", heic),
  ])
  func `it is read approximately where its library is installed, and else says what to install`(
    _ kind: LossyPicture, _ name: String, _ text: String
  ) {
    folder.write(name, bytes(text))
    let result = Result { () throws(ImageError) in
      try PNG.decode(contentsOf: folder[name])
    }
    guard kind.isReadable else {
      let sentence = result.failure?.description ?? ""
      #expect(sentence.contains("; install "))
      #expect(sentence.contains("(Debian"))
      return
    }
    let image = result.success
    #expect(image?.width == 8 && image?.height == 8)
    let pixel = image?.withPixels { $0[27] } ?? .zero
    for (found, drawn) in zip([pixel.x, pixel.y, pixel.z], [200, 40, 40]) {
      #expect(abs(Int(found) - drawn) < 12)
    }
    #expect(pixel.w == 255)
  }

  @Test(arguments: [
    (LossyPicture.jpeg, "a.jpg", jpeg), (.webp, "a.webp", webp), (.heic, "a.heic", heic),
  ])
  func `damage is an error wherever it is`(
    _ kind: LossyPicture, _ name: String, _ text: String
  ) throws {
    guard kind.isReadable else { return }
    let whole = bytes(text)
    for count in stride(from: 12, to: whole.count - 2, by: 7) {
      folder.write(name, Array(whole[..<count]))
      #expect(throws: ImageError.self) { try PNG.decode(contentsOf: folder[name]) }
    }
  }

  /// The WebP or the JPEG with what it says of its pixels.
  private func file(
    _ kind: LossyPicture, exif: [UInt8]? = nil, profile: [UInt8]? = nil
  ) -> [UInt8] {
    if kind == .webp {
      var whole = bytes(Self.webp)
      for (name, content) in [("ICCP", profile), ("EXIF", exif)] {
        guard let content else { continue }
        whole += Array(name.utf8) + be32(content.count).reversed() + content
        if content.count % 2 == 1 { whole.append(0) }
      }
      whole.replaceSubrange(4..<8, with: be32(whole.count - 8).reversed())
      return whole
    }
    let parts = [
      (UInt8(0xE1), exif.map { Array("Exif\0\0".utf8) + $0 }),
      (0xE2, profile.map { Array("ICC_PROFILE\0".utf8) + [1, 1] + $0 }),
    ]
    let segments = parts.flatMap { kind, content -> [UInt8] in
      content.map { [0xFF, kind] + be32($0.count + 2)[2...] + $0 } ?? []
    }
    let whole = bytes(Self.jpeg)
    return Array(whole[..<2]) + segments + whole[2...]
  }

  private func expectNoMatch(_ one: String, _ other: String) {
    #expect(PNG.areTheSame(folder[one], folder[other]) != true)
    #expect(PNG.areTheSame(folder[other], folder[one]) != true)
    #expect(PNG.areTheSame(folder[other], folder[other]) == true)
  }

  @Test(arguments: [(LossyPicture.webp, "webp"), (.jpeg, "jpg")])
  func `one that is turned equals none that is not`(_ kind: LossyPicture, _ ending: String) {
    guard kind.isReadable else { return }
    // Exif data with one entry, the orientation, in either order of bytes.
    let forms: [[UInt8]] = [
      [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
      [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 18, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
    ]
    folder.write("plain.\(ending)", file(kind))
    for form in forms {
      folder.write("turned.\(ending)", file(kind, exif: form))
      expectNoMatch("plain.\(ending)", "turned.\(ending)")
    }
  }

  @Test(arguments: [(LossyPicture.webp, "webp"), (.jpeg, "jpg")])
  func `equal numbers in other colours are no match`(_ kind: LossyPicture, _ ending: String) {
    guard kind.isReadable, isColourLibraryInstalled else { return }
    folder.write("plain.\(ending)", file(kind))
    folder.write("wide.\(ending)", file(kind, profile: ICCWriter.displayP3.profile()))
    folder.write("same.\(ending)", file(kind, profile: ICCWriter.sRGB.profile()))
    expectNoMatch("plain.\(ending)", "wide.\(ending)")
    #expect(PNG.areTheSame(folder["plain.\(ending)"], folder["same.\(ending)"]) == true)
    let pixel = (try? PNG.decode(contentsOf: folder["wide.\(ending)"]))?.withPixels { $0[27] }
    #expect(pixel.map { $0.x > 205 } == true)
  }

  /// The HEIC with a box of colours before its pixels, of which an unused box tells nothing.
  private func coloured(_ colours: [UInt8]) -> [UInt8] {
    let box = be32(12 + colours.count - 4) + Array("colr".utf8) + colours
    return bytes(Self.heic) + be32(8 + box.count) + Array("free".utf8) + box
  }

  @Test func `equal numbers in other colours of a HEIC are no match`() {
    guard LossyPicture.heic.isReadable, isColourLibraryInstalled else { return }
    let points = { (primaries: UInt8, curve: UInt8) in
      Array("nclx".utf8) + [0, primaries, 0, curve, 0, 6, 0x80]
    }
    folder.write("plain.heic", bytes(Self.heic))
    for (index, same) in [points(1, 13), points(2, 2)].enumerated() {
      folder.write("same\(index).heic", coloured(same))
      #expect(PNG.areTheSame(folder["plain.heic"], folder["same\(index).heic"]) == true)
    }
    let profile = Array("prof".utf8) + ICCWriter.displayP3.profile()
    for other in [points(9, 16), points(9, 18), points(9, 13), points(12, 8), profile] {
      folder.write("other.heic", coloured(other))
      expectNoMatch("plain.heic", "other.heic")
    }
    let hdr = try? PNG.decode(contentsOf: folder.write("hdr.heic", coloured(points(9, 16))))
    #expect(hdr?.remark == "its colour space (cICP 9, 16, 0, 1) is unknown and was ignored")
  }

  @Test(arguments: [
    ("webp", "RIFF", "damaged: no whole WebP picture"),
    ("webp", "RIFF....WE", "damaged: no whole WebP picture"),
    ("heic", "....fty", "damaged: no whole HEIC picture"),
    ("webp", "hello", "not a WebP file (first bytes 68 65 6C 6C)"),
    ("jpg", "GIF89a", "a GIF image, not a JPEG file"), ("heic", "", "empty (0 bytes)"),
  ])
  func `what is not read is called by the format of its name`(
    _ ending: String, _ content: String, _ sentence: String
  ) {
    guard LossyPicture.allCases.allSatisfy(\.isReadable) else { return }
    let file = folder.write("a.\(ending)", Array(content.utf8))
    let error = #expect(throws: ImageError.self) { try PNG.decode(contentsOf: file) }
    #expect(error?.detail == sentence)
  }

  @Test func `a JPEG that calls itself a PNG is no picture`() {
    folder.write("a.png", bytes(Self.jpeg))
    let error = #expect(throws: ImageError.self) { try PNG.decode(contentsOf: folder["a.png"]) }
    #expect(error?.detail == "a JPEG image, not a PNG file")
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

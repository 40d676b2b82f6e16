import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// JPEG, WebP and HEIC are shown where the system can read them, and never taken for PNG.
@Suite struct LossyPictureTests {
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

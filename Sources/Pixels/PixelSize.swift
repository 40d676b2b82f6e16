import Base

package struct PixelSize: Hashable, Sendable, Codable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    width = try values.decode(Int.self, forKey: .width)
    height = try values.decode(Int.self, forKey: .height)
    guard width > 0, height > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .width, in: values, debugDescription: "no size of an image")
    }
  }

  package var text: String { Wording.size(width, height) }

  /// The smallest size that holds both sizes, aligned top left.
  package func union(_ other: PixelSize) -> PixelSize {
    PixelSize(width: max(width, other.width), height: max(height, other.height))
  }
}

extension PixelImage {
  package var size: PixelSize { PixelSize(width: width, height: height) }
}

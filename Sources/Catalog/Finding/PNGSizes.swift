/// The sizes of two pictures.
enum PNGSizes {
  /// True if both are PNG files and of different size.
  static func differ(_ first: String, _ second: String) -> Bool {
    guard let one = size(first), let other = size(second) else { return false }
    return one != other
  }

  /// Width and height as the file's head has them.
  static func size(_ path: String) -> [UInt8]? {
    guard let head = try? FileHead.read(path, count: 24), head.count == 24, FileHead.isPNG(head)
    else { return nil }
    return Array(head[16...])
  }
}

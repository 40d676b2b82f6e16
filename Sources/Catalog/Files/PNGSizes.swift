import Host

/// Compares the sizes of two pictures.
enum PNGSizes {
  static func differ(_ first: String, _ second: String) -> Bool {
    Set([first, second].compactMap(size)).count == 2
  }

  /// Returns the bytes of width and height in the file's header.
  static func size(_ path: String) -> [UInt8]? {
    guard let head = try? FileHead.read(path, count: 24), head.count == 24, FileHead.isPNG(head)
    else { return nil }
    return Array(head[16...])
  }
}

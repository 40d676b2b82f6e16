enum LoupeWindow {
  static let width = 44

  /// Returns the number of pixels shown to each side of the one under the loupe; 0 if more would
  /// hide the image.
  static func radius(in area: GridRect) -> Int {
    guard area.width >= width else { return 0 }
    return area.height >= 36 ? 4 : area.height >= 16 ? 2 : 0
  }
}

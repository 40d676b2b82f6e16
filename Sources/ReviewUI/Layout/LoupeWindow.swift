/// How large the loupe's window is.
enum LoupeWindow {
  static let width = 44

  /// The number of pixels are shown to each side of the one under the loupe; none where that would hide
  /// the image.
  static func radius(in area: GridRect) -> Int {
    guard area.width >= width else { return 0 }
    return area.height >= 36 ? 4 : area.height >= 16 ? 2 : 0
  }
}

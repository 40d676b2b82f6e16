/// Cells that stand for parts of an image that the terminal draws itself: the Unicode placeholders
/// of the kitty graphics protocol.
///
/// They are ordinary cells, so popups, resizes and tmux treat them like text. The foreground is the
/// number of the image; two marks on the character identify the part.
package enum ImagePlaceholder {
  static let character: Unicode.Scalar = "\u{10EEEE}"

  /// The number of rows, and of columns, that the marks can identify.
  package static var limit: Int { marks.count }

  /// Returns the cell that shows part (`column`, `row`) of an image.
  ///
  /// - Parameters:
  ///   - image: The number of the image, 1 to 0xFFFFFF.
  ///   - column: The column, 0 to `limit` - 1; parts beyond it are blank.
  ///   - row: The row, in the same range.
  package static func cell(image: UInt32, column: Int, row: Int, background: Paint) -> Cell {
    guard marks.indices.contains(column), marks.indices.contains(row) else {
      return Cell(.space, foreground: background, background: background)
    }
    let number = Paint.rgb(UInt8(image >> 16 & 255), UInt8(image >> 8 & 255), UInt8(image & 255))
    return Cell(
      Glyph(character, firstMark: marks[row], secondMark: marks[column]), foreground: number,
      background: background)
  }

  /// Returns the image and the part of it that a cell shows; nil for any other cell.
  package static func part(of cell: Cell) -> (image: UInt32, column: Int, row: Int)? {
    guard cell.isImagePlaceholder, let image = cell.foreground.rgb,
      let row = numbers[cell.glyph.firstMark], let column = numbers[cell.glyph.secondMark]
    else { return nil }
    return (image, column, row)
  }

  private static let numbers = Dictionary(uniqueKeysWithValues: marks.enumerated().map { ($1, $0) })

  /// The marks that identify rows and columns. The protocol defines them as the marks above a
  /// letter in Unicode 6.0, in order, except those that decompose or that combine with a letter
  /// when text is normalised.
  package static let marks: [UInt32] = (0x300...0x1D244).filter { value in
    guard !fusing.contains(value), let scalar = Unicode.Scalar(value) else { return false }
    let properties = scalar.properties
    guard properties.canonicalCombiningClass == .above,
      properties.generalCategory == .nonspacingMark, let age = properties.age
    else { return false }
    return age.major < 6 || age.major == 6 && age.minor == 0
  }

  private static let fusing: Set<UInt32> = [
    0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F,
    0x311, 0x313, 0x314, 0x340, 0x341, 0x342, 0x343, 0x344, 0x653, 0x654,
  ]
}

extension Cell {
  package var isImagePlaceholder: Bool { glyph.base == ImagePlaceholder.character.value }
}

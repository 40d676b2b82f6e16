import DiffEngine
import Pixels

/// The character in a cell: a base and up to two combining marks.
///
/// Its scalars are plain numbers, so comparing two frames allocates nothing.
package struct Glyph: Hashable, Sendable {
  package var base: UInt32
  package var firstMark: UInt32
  package var secondMark: UInt32

  package init(_ base: Unicode.Scalar, firstMark: UInt32 = 0, secondMark: UInt32 = 0) {
    self.base = base.value
    self.firstMark = firstMark
    self.secondMark = secondMark
  }

  package static let space = Glyph(" ")
  package static let upperHalf = Glyph("▀")
  /// The right half of a double-width character, which the cell on its left draws.
  package static let continuation = Glyph("\0")
}

extension Glyph {
  /// Creates a glyph from a character, without parts that do not fit (a third mark, the rest of an
  /// emoji sequence). A mark without a base is put on a dotted circle.
  package init(_ character: Character) {
    let scalars = Array(character.unicodeScalars)
    let first = scalars.first ?? " "
    let standsAlone = displayWidth(of: first) == 0 && first.value >= 0x300
    let marks = scalars.dropFirst(standsAlone ? 0 : 1)
      .filter { displayWidth(of: $0) == 0 && $0.value != 0x200D }
      .map(\.value)
    self.init(
      standsAlone ? "\u{25CC}" : first, firstMark: marks.first ?? 0,
      secondMark: marks.dropFirst().first ?? 0)
  }
}

/// The meaning of a cell, to which the theme gives colours and attributes.
package enum Role: UInt8, CaseIterable, Sendable {
  case plain, dim, bold, title, border, activeBorder
  case selected, marked, badge, warning, error
  case match, mismatch, sizeMismatch, unreadable, pending
  case accepted, rejected, tolerated, undecided
  case key, hint, statusLine, statusValue, prompt
  case changed, gutter, clusterOutline, textRemoved, textAdded
  case group, progress, mode, landscapeFrontier
  case tint, highlight, boxes, heat
}

/// A colour: either a role, which the theme colours, or an exact colour from an image.
package struct Paint: Hashable, Sendable {
  package let raw: UInt32

  private init(raw: UInt32) { self.raw = raw }

  package static func role(_ role: Role) -> Paint {
    Paint(raw: 0x0100_0000 | UInt32(role.rawValue))
  }
  package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Paint {
    Paint(raw: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }
  /// Returns an exact colour that marks a change. On terminals with few colours it must not look
  /// like the image around it.
  package static func evidence(_ pixel: Pixel) -> Paint {
    Paint(raw: 0x0200_0000 | Paint.rgb(pixel.x, pixel.y, pixel.z).raw)
  }

  /// The role; nil for an exact colour.
  package var role: Role? { raw >> 24 == 1 ? Role(rawValue: UInt8(truncatingIfNeeded: raw)) : nil }
  /// The exact colour as 0xRRGGBB; nil for a role.
  package var rgb: UInt32? { raw >> 24 == 1 ? nil : raw & 0xFFFFFF }
  package var isEvidence: Bool { raw >> 24 == 2 }
}

package struct Cell: Hashable, Sendable {
  package var glyph: Glyph
  package var foreground: Paint
  package var background: Paint

  package init(_ glyph: Glyph = .space, foreground: Paint, background: Paint) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
  }

  package init(_ glyph: Glyph = .space, _ role: Role = .plain) {
    self.init(glyph, foreground: .role(role), background: .role(role))
  }

  /// Returns a cell with two pixels, one above the other. Equal halves become a space, which looks
  /// right in every font.
  package static func halves(top: Paint, bottom: Paint) -> Cell {
    top == bottom
      ? Cell(.space, foreground: top, background: bottom)
      : Cell(.upperHalf, foreground: top, background: bottom)
  }
}

/// A whole screen, row-major.
package struct CellGrid: Equatable, Sendable {
  package let size: GridSize
  package private(set) var cells: [Cell]

  package init(_ size: GridSize, filledWith cell: Cell = Cell()) {
    self.size = GridSize(columns: max(size.columns, 0), rows: max(size.rows, 0))
    cells = Array(repeating: cell, count: self.size.columns * self.size.rows)
  }

  /// The cell at a position; writes outside the grid are ignored.
  package subscript(column: Int, row: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set {
      guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return }
      cells[row * size.columns + column] = newValue
    }
  }
}

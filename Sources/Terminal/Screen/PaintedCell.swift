import ReviewUI

/// A cell in the form that curses draws.
package struct PaintedCell: Equatable, Sendable {
  package var glyph: Glyph
  package var attributes: TextAttributes
  package var pair: Int32

  package init(_ glyph: Glyph, _ attributes: TextAttributes = [], pair: Int32 = 0) {
    self.glyph = glyph
    self.attributes = attributes
    self.pair = pair
  }
}

extension Glyph {
  static let lowerHalf = Glyph("▄")
  package static let noBreakSpace = Glyph("\u{A0}")

  var isHalfBlock: Bool { firstMark == 0 && (base == 0x2580 || base == 0x2584) }

  /// The closest ASCII character.
  var ascii: Glyph {
    if base < 0x7F { return Glyph(Unicode.Scalar(base) ?? "?") }
    return Self.asciiTable[base] ?? Glyph("?")
  }

  private static let asciiTable: [UInt32: Glyph] = {
    let table: [(String, Unicode.Scalar)] = [
      ("─━╌╍┄┅–—‐‑−⎯▔▁", "-"), ("│┃╎╏┆┇▏▕", "|"),
      ("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╞╡╪╔╗╚╝╠╣╦╩╬", "+"), ("═", "="), ("║", "|"),
      ("▶▸►›»→⟩❯", ">"), ("◀◂◄‹«←⟨❮", "<"), ("▲▴↑", "^"), ("▼▾↓", "v"),
      ("✓✔", "v"), ("✗✘×✕✖", "x"), ("●•◆■◉★⬤", "*"), ("○◌◇□◦☆", "o"), ("·…∙", "."),
      ("█▓▒▌▐▀▄▎▍▋▊▉▖▗▘▝▚▞", "#"), ("░", ":"), ("≈~", "~"), ("≠", "!"), ("≤", "<"), ("≥", ">"),
      ("Δ∆", "d"), ("≡", "="), ("‘’", "'"), ("“”", "\""), ("\u{A0}", " "), ("⚠", "!"), ("±", "+"),
      ("↔⇄", "-"), ("↕", "|"), ("↵⏎", "<"),
    ]
    var result: [UInt32: Glyph] = [:]
    for (scalars, ascii) in table {
      for scalar in scalars.unicodeScalars { result[scalar.value] = Glyph(ascii) }
    }
    return result
  }()
}

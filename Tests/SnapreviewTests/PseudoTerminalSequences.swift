import Foundation
import ReviewUI

extension VirtualScreen {
  mutating func perform(_ token: Token) {
    switch token {
    case .character(let character): put(character)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .csi(let sequence): perform(sequence)
    case .osc(let text): operatingSystem(text)
    case .dcs(let text): deviceControl(text)
    case .apc(let text): if text.hasPrefix("G") { graphics(String(text.dropFirst())) }
    }
  }

  // MARK: - Text

  private mutating func put(_ character: Character) {
    let width = displayWidth(of: character)
    guard width > 0 else { return join(character) }
    if isWrapDue, modes.contains(7) || width > 1 {
      cursor.column = 0
      lineFeed()
    }
    isWrapDue = false
    // Half of a double-width character that stays would be half a character.
    if cells[cursor.row][cursor.column].text.isEmpty, cursor.column > 0 {
      cells[cursor.row][cursor.column - 1] = Cell(text: " ", pen: pen)
    }
    cells[cursor.row][cursor.column] = Cell(text: String(character), pen: pen)
    if width == 2, cursor.column + 1 < columns {
      cells[cursor.row][cursor.column + 1] = Cell(text: "", pen: pen)
    }
    let next = cursor.column + width
    if next < columns, cells[cursor.row][next].text.isEmpty { cells[cursor.row][next].text = " " }
    isWrapDue = next >= columns
    cursor.column = min(next, columns - 1)
  }

  private mutating func join(_ mark: Character) {
    var column = isWrapDue ? cursor.column : cursor.column - 1
    while column > 0, cells[cursor.row][column].text.isEmpty { column -= 1 }
    guard column >= 0 else { return }
    cells[cursor.row][column].text.append(mark)
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: cursor.column = max(cursor.column - 1, 0)
    case 0x09: cursor.column = min((cursor.column / 8 + 1) * 8, columns - 1)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: cursor.column = 0
    case 0x07, 0x0E, 0x0F, 0x00: break
    default: unknown.append("control \(byte)")
    }
    isWrapDue = false
  }

  private mutating func lineFeed() {
    if cursor.row == region.upperBound {
      scrollUp(1)
    } else {
      cursor.row = min(cursor.row + 1, rows - 1)
    }
  }

  private mutating func reverseLineFeed() {
    if cursor.row == region.lowerBound {
      scrollDown(1, from: region.lowerBound)
    } else {
      cursor.row = max(cursor.row - 1, 0)
    }
  }

  private mutating func scrollUp(_ count: Int, from top: Int? = nil) {
    let top = top ?? region.lowerBound
    for _ in 0..<min(count, rows) {
      cells.remove(at: top)
      cells.insert(blankRow, at: region.upperBound)
    }
  }

  private mutating func scrollDown(_ count: Int, from top: Int) {
    for _ in 0..<min(count, rows) {
      cells.remove(at: region.upperBound)
      cells.insert(blankRow, at: top)
    }
  }

  // MARK: - Escape

  private mutating func escape(_ intermediates: [UInt8], _ final: UInt8) {
    guard intermediates.isEmpty else { return }  // character sets
    switch final {
    case UInt8(ascii: "7"): saveCursor()
    case UInt8(ascii: "8"): restoreCursor()
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "E"):
      cursor.column = 0
      lineFeed()
    case UInt8(ascii: "M"): reverseLineFeed()
    case UInt8(ascii: "="): hasApplicationKeypad = true
    case UInt8(ascii: ">"): hasApplicationKeypad = false
    case UInt8(ascii: "c"): self = VirtualScreen(columns: columns, rows: rows)
    default: unknown.append("ESC \(Unicode.Scalar(final))")
    }
  }

  private mutating func operatingSystem(_ text: String) {
    if text.hasPrefix("52;c;"), let data = Data(base64Encoded: String(text.dropFirst(5))) {
      clipboard.append(String(decoding: data, as: UTF8.self))
    }
    if text.hasPrefix("1337;File=") { inlineImage(String(text.dropFirst("1337;File=".count))) }
    if text == "11;?" { replies += "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\".utf8 }
  }

  private mutating func deviceControl(_ text: String) {
    guard text == "$qm", case .rgb(let colour) = pen.background else { return }
    let (red, green, blue) = (colour >> 16, colour >> 8 & 255, colour & 255)
    replies += "\u{1B}P1$r0;48:2::\(red):\(green):\(blue)m\u{1B}\\".utf8
  }

  // MARK: - CSI

  private mutating func perform(_ sequence: CSI) {
    switch sequence.prefix {
    case UInt8(ascii: "?"): privateMode(sequence)
    case nil where sequence.intermediates.isEmpty:
      if !move(sequence), !edit(sequence) { other(sequence) }
    case nil where sequence.final == UInt8(ascii: "p"): break  // DECSTR and its kin
    case UInt8(ascii: ">"):  // versions and key modifiers
      if sequence.final == UInt8(ascii: "q"), let version {
        replies += "\u{1B}P>|\(version)\u{1B}\\".utf8
      }
    default: unknown.append("CSI \(Unicode.Scalar(sequence.final))")
    }
  }

  private mutating func privateMode(_ sequence: CSI) {
    let numbers = sequence.parameters.indices.map { sequence.value($0, or: 0) }
    switch (sequence.final, sequence.intermediates.first) {
    case (UInt8(ascii: "h"), nil): for number in numbers { set(number, true) }
    case (UInt8(ascii: "l"), nil): for number in numbers { set(number, false) }
    case (UInt8(ascii: "p"), UInt8(ascii: "$")):
      let state = numbers[0] == 2026 ? 2 : modes.contains(numbers[0]) ? 1 : 0
      replies += "\u{1B}[?\(numbers[0]);\(state)$y".utf8
    case (UInt8(ascii: "c"), nil): break  // the cursor of the Linux console
    default: unknown.append("CSI ? \(Unicode.Scalar(sequence.final))")
    }
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    if mode == 1049 || mode == 1048, isOn { saveCursor() }
    if mode == 1049 || mode == 47 || mode == 1047 { useAlternate(isOn) }
    if mode == 1049 || mode == 1048, !isOn { restoreCursor() }
    if mode == 2026, isOn { updates += 1 }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }

  private mutating func move(_ sequence: CSI) -> Bool {
    let count = max(sequence.value(0, or: 1), 1)
    switch sequence.final {
    case UInt8(ascii: "A"): cursor.row -= count
    case UInt8(ascii: "B"), UInt8(ascii: "e"): cursor.row += count
    case UInt8(ascii: "C"), UInt8(ascii: "a"): cursor.column += count
    case UInt8(ascii: "D"): cursor.column -= count
    case UInt8(ascii: "E"): cursor = (0, cursor.row + count)
    case UInt8(ascii: "F"): cursor = (0, cursor.row - count)
    case UInt8(ascii: "G"), UInt8(ascii: "`"): cursor.column = count - 1
    case UInt8(ascii: "d"): cursor.row = count - 1
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      cursor = (max(sequence.value(1, or: 1), 1) - 1, count - 1)
    default: return false
    }
    cursor = (min(max(cursor.column, 0), columns - 1), min(max(cursor.row, 0), rows - 1))
    isWrapDue = false
    return true
  }

  private mutating func edit(_ sequence: CSI) -> Bool {
    let count = max(sequence.value(0, or: 1), 1)
    let room = min(count, columns - cursor.column)
    switch sequence.final {
    case UInt8(ascii: "J"): eraseScreen(sequence.value(0, or: 0))
    case UInt8(ascii: "K"): eraseLine(sequence.value(0, or: 0))
    case UInt8(ascii: "X"): erase(cursor.column..<(cursor.column + room))
    case UInt8(ascii: "P"):
      cells[cursor.row].removeSubrange(cursor.column..<(cursor.column + room))
      cells[cursor.row] += Array(repeating: blankCell, count: room)
    case UInt8(ascii: "@"):
      cells[cursor.row].insert(
        contentsOf: Array(repeating: blankCell, count: room), at: cursor.column)
      cells[cursor.row].removeLast(room)
    case UInt8(ascii: "L"): scrollDown(count, from: cursor.row)
    case UInt8(ascii: "M"): scrollUp(count, from: cursor.row)
    case UInt8(ascii: "S"): scrollUp(count)
    case UInt8(ascii: "T"): scrollDown(count, from: region.lowerBound)
    case UInt8(ascii: "b"): repeatCharacter(count)
    default: return false
    }
    return true
  }

  private mutating func other(_ sequence: CSI) {
    switch sequence.final {
    case UInt8(ascii: "m"): pen.apply(sequence)
    case UInt8(ascii: "r"):
      let top = sequence.value(0, or: 1) - 1
      let bottom = min(sequence.value(1, or: rows), rows) - 1
      if top < bottom { region = max(top, 0)...bottom }
      cursor = (0, 0)
    case UInt8(ascii: "c"): replies += "\u{1B}[?62;22c".utf8
    case UInt8(ascii: "n"): replies += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)R".utf8
    case UInt8(ascii: "h"), UInt8(ascii: "l"), UInt8(ascii: "t"): break
    default: unknown.append("CSI \(Unicode.Scalar(sequence.final))")
    }
  }

  private mutating func repeatCharacter(_ count: Int) {
    guard cursor.column > 0 else { return }
    let text = cells[cursor.row][isWrapDue ? cursor.column : cursor.column - 1].text
    guard let character = text.first else { return }
    for _ in 0..<count { put(character) }
  }

  private mutating func erase(_ range: Range<Int>, row: Int? = nil) {
    for column in range { cells[row ?? cursor.row][column] = blankCell }
  }

  private mutating func eraseLine(_ kind: Int) {
    switch kind {
    case 0: erase(cursor.column..<columns)
    case 1: erase(0..<(cursor.column + 1))
    default: erase(0..<columns)
    }
  }

  private mutating func eraseScreen(_ kind: Int) {
    let whole =
      switch kind {
      case 0: (cursor.row + 1)..<rows
      case 1: 0..<cursor.row
      default: 0..<rows
      }
    if kind < 2 { eraseLine(kind) }
    for row in whole { erase(0..<columns, row: row) }
  }
}

extension VirtualScreen.Pen {
  /// SGR, with colours in both forms: `38;2;r;g;b` and `38:2::r:g:b`.
  mutating func apply(_ sequence: VirtualScreen.CSI) {
    var rest = sequence.parameters[...]
    if rest.isEmpty { self = Self() }
    while let part = rest.popFirst() {
      let code = (part.first ?? nil) ?? 0
      if code == 38 || code == 48 {
        let colour = part.count > 1 ? Self.colour(part.dropFirst()) : Self.colour(&rest)
        if code == 38 { foreground = colour } else { background = colour }
      } else {
        apply(code)
      }
    }
  }

  private mutating func apply(_ code: Int) {
    switch code {
    case 0: self = Self()
    case 1: isBold = true
    case 2: isDim = true
    case 3: isItalic = true
    case 4: isUnderlined = true
    case 7: isReversed = true
    case 22: (isBold, isDim) = (false, false)
    case 23: isItalic = false
    case 24: isUnderlined = false
    case 27: isReversed = false
    case 30...37: foreground = .indexed(code - 30)
    case 39: foreground = .standard
    case 40...47: background = .indexed(code - 40)
    case 49: background = .standard
    case 90...97: foreground = .indexed(code - 82)
    case 100...107: background = .indexed(code - 92)
    default: break
    }
  }

  /// Reads the parameters after 38 or 48, separated by semicolons.
  private static func colour(_ rest: inout ArraySlice<[Int?]>) -> VirtualScreen.Colour {
    func next(_ count: Int) -> [Int] {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).map { ($0.first ?? nil) ?? 0 }
    }
    switch next(1).first {
    case 5: return .indexed(next(1).first ?? 0)
    case 2: return rgb(next(3))
    default: return .standard
    }
  }

  /// Reads the parameters after 38 or 48, separated by colons, with or without a colour space.
  private static func colour(_ parts: ArraySlice<Int?>) -> VirtualScreen.Colour {
    let values = Array(parts)
    switch values.first ?? nil {
    case 5: return .indexed((values.dropFirst().first ?? nil) ?? 0)
    case 2: return rgb(values.dropFirst(values.count > 4 ? 2 : 1).map { $0 ?? 0 })
    default: return .standard
    }
  }

  private static func rgb(_ parts: [Int]) -> VirtualScreen.Colour {
    .rgb(parts.prefix(3).reduce(0) { $0 << 8 | UInt32($1 & 255) })
  }
}

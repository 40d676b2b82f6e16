import Demo
import ReviewUI

/// A terminal's screen as a program's output leaves it: enough of a VT and xterm to look at what a
/// full-screen program shows, and to see whether it tidied up.
struct VirtualScreen {
  /// A colour as it was asked for.
  enum Colour: Hashable {
    case standard
    case indexed(Int)
    case rgb(UInt32)
  }

  struct Pen: Hashable {
    var foreground = Colour.standard
    var background = Colour.standard
    var isBold = false
    var isDim = false
    var isItalic = false
    var isUnderlined = false
    var isReversed = false
  }

  struct Cell: Hashable {
    /// Empty in the right half of a double-width character.
    var text = " "
    var pen = Pen()
    /// The number of the inline image that it shows.
    var image: Int?
  }

  private(set) var columns: Int
  private(set) var rows: Int
  var cells: [[Cell]]
  var cursor = (column: 0, row: 0)
  var pen = Pen()
  /// DEC private modes that are set, such as 1049 or 2004.
  var modes: Set<Int> = [7, 25]
  var hasApplicationKeypad = false
  var region: ClosedRange<Int>
  /// The number of updates that the program marked as one (mode 2026).
  var updates = 0
  /// Text that the program put on the clipboard.
  var clipboard: [String] = []
  /// The terminal's own name; a terminal that has one draws images.
  var version: String?
  /// The images in the terminal's memory, by their numbers.
  var images: [Int: Image] = [:]
  /// Those that stand over cells.
  var inline: [Int: InlineImage] = [:]
  /// The number of images received in all.
  var imageCount = 0
  /// An image of which more is to come.
  var incoming: (keys: [String: String], base64: String)?
  /// Sequences that this screen does not know; a test may expect none.
  var unknown: [String] = []

  var parser = Parser()
  var replies: [UInt8] = []
  var isWrapDue = false
  private var saved = (cursor: (column: 0, row: 0), pen: Pen())
  private var main: [[Cell]]?

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    region = 0...(rows - 1)
  }

  // MARK: - Looking

  /// The lines without what is blank at their ends.
  var lines: [String] {
    cells.map { row in
      row[...(row.lastIndex { $0.text != " " } ?? -1)].map(\.text).joined()
    }
  }

  var text: String { lines.joined(separator: "\n") }

  func cell(_ column: Int, _ row: Int) -> Cell { cells[row][column] }

  /// The cells as an eye sees them: the ink of a blank is no difference.
  var visibleCells: [[Cell]] {
    cells.map { row in
      row.map { cell in
        guard cell.text == " ", !cell.pen.isReversed, !cell.pen.isUnderlined else { return cell }
        return Cell(pen: Pen(background: cell.pen.background))
      }
    }
  }

  /// The place of the first occurrence of a text.
  func find(_ text: String) -> (column: Int, row: Int)? {
    for (row, line) in lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      let before = line[..<range.lowerBound].count
      var seen = 0
      for (column, cell) in cells[row].enumerated() where !cell.text.isEmpty {
        if seen == before { return (column, row) }
        seen += 1
      }
    }
    return nil
  }

  /// The modes and settings that a tidy program would have reset, in words.
  var remains: [String] {
    var found: [String] = []
    let harmless: Set = [7, 25, 12]
    found += modes.subtracting(harmless).sorted().map { "mode \($0) on" }
    if !modes.contains(25) { found.append("cursor hidden") }
    if !modes.contains(7) { found.append("no line wrap") }
    if hasApplicationKeypad { found.append("application keypad") }
    if pen != Pen() { found.append("attributes \(pen)") }
    if region != 0...(rows - 1) { found.append("scroll region") }
    return found
  }

  // MARK: - Changing

  mutating func resize(columns: Int, rows: Int) {
    func fit(_ old: [[Cell]]) -> [[Cell]] {
      (0..<rows).map { row in
        (0..<columns).map { column in
          row < old.count && column < old[row].count ? old[row][column] : Cell()
        }
      }
    }
    cells = fit(cells)
    main = main.map(fit)
    (self.columns, self.rows) = (columns, rows)
    region = 0...(rows - 1)
    cursor = (min(cursor.column, columns - 1), min(cursor.row, rows - 1))
  }

  /// Takes output and returns what the terminal answers to questions in it.
  mutating func process(_ bytes: [UInt8]) -> [UInt8] {
    replies = []
    for byte in bytes {
      if let token = parser.feed(byte) { perform(token) }
    }
    return replies
  }

  mutating func saveCursor() { saved = (cursor, pen) }

  mutating func restoreCursor() { (cursor, pen) = saved }

  mutating func useAlternate(_ isAlternate: Bool) {
    if isAlternate, main == nil {
      main = cells
      cells = blank
    } else if !isAlternate, let kept = main {
      cells = kept
      main = nil
    }
  }

  var blank: [[Cell]] { Array(repeating: blankRow, count: rows) }
  var blankRow: [Cell] { Array(repeating: blankCell, count: columns) }
  /// Erasing leaves the background colour, as xterm and its kin do.
  var blankCell: Cell { Cell(text: " ", pen: Pen(background: pen.background)) }
}

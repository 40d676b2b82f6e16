import DiffEngine
import Foundation
import PNGCodec
import Pixels
import ReviewUI

/// iTerm2's inline images, as a property of the cells that they stand over.
extension VirtualScreen {
  struct InlineImage {
    var picture: PixelImage
    var rect: GridRect
    /// The number of its cells that still show it.
    var seen = 0
    /// The number of those that show neither it nor a sign that stands on it.
    var holes = 0
  }

  /// The images on the screen, from left to right and down.
  var inlineImages: [InlineImage] {
    var order: [Int] = []
    for case let number? in cells.joined().map(\.image) where !order.contains(number) {
      order.append(number)
    }
    return order.compactMap { number in
      guard var image = inline[number] else { return nil }
      for row in image.rect.row..<(image.rect.row + image.rect.height) {
        for column in image.rect.column..<(image.rect.column + image.rect.width) {
          let cell = cells[row][column]
          if cell.image == number { image.seen += 1 }
          if cell.image == nil, [" ", "\u{A0}"].contains(cell.text) { image.holes += 1 }
        }
      }
      return image
    }
  }

  mutating func inlineImage(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    let pairs = parts[0].split(separator: ";").map { $0.split(separator: "=").map(String.init) }
    let keys = Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { $1 }
    guard parts.count == 2, let data = Data(base64Encoded: parts[1]), keys["inline"] == "1",
      keys["preserveAspectRatio"] == "0", keys["size"] == "\(data.count)",
      let columns = keys["width"].flatMap({ Int($0) }),
      let rows = keys["height"].flatMap({ Int($0) }), cursor.column + columns <= self.columns,
      // On the last line it could scroll the screen.
      cursor.row + rows < self.rows, let picture = try? PNG.decode(Array(data), file: "image")
    else {
      unknown.append("inline image \(keys) at \(cursor)")
      return
    }
    imageCount += 1
    inline[imageCount] = InlineImage(
      picture: picture,
      rect: GridRect(column: cursor.column, row: cursor.row, width: columns, height: rows))
    for row in cursor.row..<(cursor.row + rows) {
      for column in cursor.column..<(cursor.column + columns) {
        cells[row][column] = Cell(text: " ", image: imageCount)
      }
      // As in Konsole.
      if cursor.column + columns < self.columns { cells[row][cursor.column + columns] = Cell() }
    }
    // Not every terminal leaves the cursor where it was.
    cursor = (min(cursor.column + columns, self.columns - 1), cursor.row + rows - 1)
  }
}

/// The kitty graphics protocol, as far as images in cells go.
extension VirtualScreen {
  struct Image {
    var picture: PixelImage
    var cells: GridSize
  }

  mutating func graphics(_ text: String) {
    guard version != nil else { return }
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    let pairs = parts[0].split(separator: ",").map { $0.split(separator: "=").map(String.init) }
    let keys = Dictionary(pairs.map { ($0[0], $0[1]) }) { $1 }
    let payload = parts.count > 1 ? String(parts[1]) : ""
    switch keys["a"] {
    case "q": replies += "\u{1B}_Gi=\(keys["i"] ?? "");OK\u{1B}\\".utf8
    case "d" where keys["d"] == "I": images[Int(keys["i"] ?? "") ?? -1] = nil
    // Whatever else deletes leaves alone what is shown by cells.
    case "d": break
    case "T": take(keys, payload, isLast: keys["m"] != "1")
    case nil: take(incoming?.keys ?? [:], payload, isLast: keys["m"] != "1")
    default: unknown.append("graphics \(parts[0])")
    }
  }

  private mutating func take(_ keys: [String: String], _ payload: String, isLast: Bool) {
    incoming = (keys, (incoming?.base64 ?? "") + payload)
    guard isLast, let whole = incoming else { return }
    incoming = nil
    guard let data = Data(base64Encoded: whole.base64), keys["f"] == "100", keys["U"] == "1",
      keys["q"] == "2", let number = Int(keys["i"] ?? ""), let columns = Int(keys["c"] ?? ""),
      let rows = Int(keys["r"] ?? ""), let picture = try? PNG.decode(Array(data), file: "image")
    else {
      unknown.append("image \(keys)")
      return
    }
    images[number] = Image(picture: picture, cells: GridSize(columns: columns, rows: rows))
    imageCount += 1
  }

  /// The image that a cell shows, and which part of it: nil where it shows none.
  func part(_ column: Int, _ row: Int) -> (image: Image, column: Int, row: Int)? {
    let scalars = Array(cells[row][column].text.unicodeScalars.map(\.value))
    guard scalars.count == 3, scalars[0] == 0x10EEEE,
      case .rgb(let number) = cells[row][column].pen.foreground,
      let image = images[Int(number)], let line = ImagePlaceholder.marks.firstIndex(of: scalars[1]),
      let place = ImagePlaceholder.marks.firstIndex(of: scalars[2])
    else { return nil }
    return (image, place, line)
  }

  /// The number of cells stand for a part of an image, whether it is there or not.
  var placeholders: Int { cells.joined().count { $0.text.unicodeScalars.first?.value == 0x10EEEE } }
}

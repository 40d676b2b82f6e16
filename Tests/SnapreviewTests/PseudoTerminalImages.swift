import DiffEngine
import Foundation
import PNGCodec
import Pixels
import ReviewUI

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

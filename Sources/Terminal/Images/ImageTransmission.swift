import DiffEngine
import Essentials
import ReviewUI

/// Sends images by the kitty graphics protocol, for the cells of `ImagePlaceholder` to show.
package enum ImageTransmission {
  /// The number of bytes that give 4096 characters of base64, the most that a sequence may carry.
  private static let longestPart = 3072

  /// Returns the sequences that send the terminal an image: a PNG file, stretched to its cells.
  package static func giving(_ image: TerminalImage) -> [String] {
    let (columns, rows) = (image.cells.columns, image.cells.rows)
    return parts("a=T,U=1,q=2,i=\(image.number),f=100,c=\(columns),r=\(rows)", image.png)
  }

  /// Returns the sequence that deletes an image from the terminal's memory.
  ///
  /// It deletes by number because "delete all" does not delete images shown by cells.
  package static func forgetting(_ number: UInt32) -> [String] {
    [sequence("a=d,d=I,q=2,i=\(number)", "")]
  }

  private static func sequence(_ keys: String, _ payload: String) -> String {
    "\u{1B}_G\(keys);\(payload)\u{1B}\\"
  }

  /// Returns the sequences of a command with data. All but the last announce more data.
  package static func parts(_ command: String, _ data: [UInt8]) -> [String] {
    let starts = stride(from: 0, to: max(data.count, 1), by: longestPart)
    return starts.map { start in
      let end = min(start + longestPart, data.count)
      let keys = start == 0 ? command : "q=2"
      return sequence(
        "\(keys),m=\(end == data.count ? 0 : 1)", Data(data[start..<end]).base64EncodedString())
    }
  }

  /// Returns a sequence wrapped so that tmux passes it on if `allow-passthrough` is on.
  package static func wrapped(_ sequence: String, inTmux: Bool) -> String {
    guard inTmux else { return sequence }
    return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}

public import ReviewUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How images are drawn: `--graphics`.
public enum GraphicsChoice: String, CaseIterable, Sendable {
  /// Half blocks, which every terminal has.
  case cells
  /// By the terminal, in its own pixels: kitty, Ghostty.
  case kitty
}

extension TerminalSession {
  /// Whether image numbers can be told apart on this terminal: they are colours.
  public var canShowImages: Bool { colourLevel == .trueColour && isUTF8 }

  /// Gives the terminal an image, to be shown by the cells of `ImagePlaceholder`.
  ///
  /// - Parameters:
  ///   - image: Its number, 1 to 0xFFFFFF; a number that was used before gets the new image.
  ///   - pixels: RGBA, row-major, `width` x `height` x 4 bytes.
  ///   - cells: The cells that the image fills, stretched to them.
  public func send(
    image: UInt32, pixels: [UInt8], width: Int, height: Int, cells: Size
  ) {
    guard isOpen, !isGone, canShowImages, pixels.count == width * height * 4 else { return }
    let command =
      "a=T,U=1,q=2,i=\(image),f=32,s=\(width),v=\(height),c=\(cells.columns),r=\(cells.rows)"
    let isInTmux = !(terminal.environment["TMUX"] ?? "").isEmpty
    for part in ImageTransmission.parts(command, Data(pixels)) {
      System.send(ImageTransmission.wrapped(part, inTmux: isInTmux).utf8, to: terminal.output)
    }
    hasImages = true
  }

  /// Takes all images out of the terminal's memory.
  public func forgetImages() {
    guard hasImages, !isGone else { return }
    hasImages = false
    let isInTmux = !(terminal.environment["TMUX"] ?? "").isEmpty
    let command = ImageTransmission.sequence("a=d,d=A,q=2", "")
    System.send(ImageTransmission.wrapped(command, inTmux: isInTmux).utf8, to: terminal.output)
  }
}

/// The kitty graphics protocol's way to send bytes.
package enum ImageTransmission {
  private static let longestPart = 4096

  static func sequence(_ keys: String, _ payload: some StringProtocol) -> String {
    "\u{1B}_G\(keys);\(payload)\u{1B}\\"
  }

  /// The sequences that carry out a command with data: base64 in parts of at most 4096 characters,
  /// of which all but the last say that more comes.
  package static func parts(_ command: String, _ data: Data) -> [String] {
    let text = data.base64EncodedString()
    var parts: [String] = []
    var start = text.startIndex
    repeat {
      let end = text.index(start, offsetBy: longestPart, limitedBy: text.endIndex) ?? text.endIndex
      let more = end == text.endIndex ? "m=0" : "m=1"
      let keys = parts.isEmpty ? "\(command),\(more)" : "q=2,\(more)"
      parts.append(sequence(keys, text[start..<end]))
      start = end
    } while start < text.endIndex
    return parts
  }

  /// tmux hands on what is wrapped like this, where `allow-passthrough` is on.
  package static func wrapped(_ sequence: String, inTmux: Bool) -> String {
    guard inTmux else { return sequence }
    return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}

internal import CNcurses
import ReviewUI

extension TerminalSession {
  /// This terminal's way to draw pictures itself; nil if they are drawn as half blocks.
  package var graphics: TerminalGraphics? {
    guard drawsImages, colourLevel == .trueColour, isUTF8 else { return nil }
    return TerminalGraphics(cell: cellPixels, mark: painter.mark)
  }

  /// Gives the terminal those images of the next frame that it does not hold yet.
  func give(_ images: [TerminalImage]) {
    guard graphics != nil else { return }
    shownImages = images
    let change = sentImages.show(images)
    for number in change.forgotten { transmit(ImageTransmission.forgetting(number)) }
    for image in change.missing { transmit(ImageTransmission.giving(image)) }
    if !change.missing.isEmpty { armRestore() }
  }

  /// Takes all images out of the terminal's memory.
  func forgetImages() {
    guard !sentImages.held.isEmpty, !isGone else { return }
    for number in sentImages.held { transmit(ImageTransmission.forgetting(number)) }
    sentImages = SentImages()
    armRestore()
  }

  private func transmit(_ sequences: [String]) {
    let text = sequences.map { ImageTransmission.wrapped($0, inTmux: isInTmux) }.joined()
    System.send(text.utf8, to: terminal.output)
  }

  private var isInTmux: Bool { !(terminal.environment["TMUX"] ?? "").isEmpty }

  /// Sets the bytes to send after a crash, which also delete the images held now.
  func armRestore() {
    let forgetting = sentImages.held.flatMap(ImageTransmission.forgetting).map {
      ImageTransmission.wrapped($0, inTmux: isInTmux)
    }
    let bytes = forgetting.joined().utf8 + restore
    unsafe snap_guard_set_restore(bytes, bytes.count)
  }
}

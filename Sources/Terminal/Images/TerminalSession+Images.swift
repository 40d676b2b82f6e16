internal import CNcurses
import DiffEngine
import ReviewUI

extension TerminalSession {
  /// The protocol by which this terminal draws images itself; nil if half blocks are used.
  package var graphics: TerminalGraphics? {
    guard let imageProtocol, colourLevel == .trueColour, isUTF8 else { return nil }
    return TerminalGraphics(
      cell: cellPixels, mark: painter.mark,
      ground: imageProtocol == .iterm ? painter.ground : nil)
  }

  /// Switches to the terminal's own pixels, if it is known to support them, or back to cells.
  package func drawImages(inPixels isOn: Bool) {
    guard isOpen else { return }
    forgetImages()
    if isOn, case .draws(let offered) = imageOffer {
      imageProtocol = offered
    } else {
      imageProtocol = nil
    }
    needsRefresh = true
  }

  /// Sends the images of the next frame that the terminal does not hold yet.
  func give(_ images: [TerminalImage]) {
    shownImages = images
    guard imageProtocol == .kitty else { return }
    let change = sentImages.show(images)
    for number in change.forgotten { transmit(ImageTransmission.forgetting(number)) }
    for image in change.missing { transmit(ImageTransmission.giving(image)) }
    if !change.missing.isEmpty { armRestore() }
  }

  /// Deletes all images from the terminal's memory.
  func forgetImages() {
    guard !sentImages.held.isEmpty, !isGone else { return }
    for number in sentImages.held { transmit(ImageTransmission.forgetting(number)) }
    sentImages = SentImages()
    armRestore()
  }

  // MARK: - Inline

  /// Returns the sequences that draw the inline images over the cells of a frame, and then the
  /// cells on top of them.
  ///
  /// - Parameter old: The previous frame; nil if every cell is sent.
  func inlineImages(_ images: [TerminalImage], from old: CellGrid?, to new: CellGrid) -> String {
    let places = imageProtocol == .iterm ? InlineImages.places(of: images, in: new) : []
    let stale = InlineImages.stale(places, shown: shownPlaces, from: old, to: new)
    shownPlaces = places
    guard !stale.isEmpty else { return "" }
    let parts = stale.map { place in
      let image = images.first { $0.number == place.number }.map(InlineImages.sequence) ?? ""
      return InlineImages.cursor(place.rect.column, place.rect.row) + image + cells(on: place, new)
    }
    // Saves and restores the cursor and colours, so that they remain as curses expects.
    return "\u{1B}7" + parts.joined() + "\u{1B}8"
  }

  /// Returns the cells on top of an image and those to its right, because Konsole blanks one column
  /// more than the image has.
  private func cells(on place: ImagePlace, _ grid: CellGrid) -> String {
    let composer = RowComposer(width: snap_width)
    var text = ""
    let end = min(place.rect.columns.upperBound + 1, grid.size.columns)
    for row in place.rect.row..<min(place.rect.row + place.rect.height, grid.size.rows) {
      var next = -1
      var column = place.rect.column
      while column < end {
        let cell = grid[column, row]
        guard !cell.isImagePlaceholder else {
          column += 1
          continue
        }
        let right = column + 1 < grid.size.columns ? grid[column + 1, row].glyph : nil
        let drawn = composer.resolve(cell.glyph, next: right)
        if column != next { text += InlineImages.cursor(column, row) }
        text += painter.sequence(
          Cell(drawn.glyph, foreground: cell.foreground, background: cell.background))
        column += drawn.columns
        next = column
      }
    }
    return text
  }

  // MARK: - Sending

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

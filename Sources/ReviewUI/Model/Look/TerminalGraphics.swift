import DiffEngine
import Pixels

/// A terminal that draws pictures itself, in its own pixels.
package struct TerminalGraphics: Hashable, Sendable {
  package var cell: PixelSize
  /// The theme's colour over mismatches.
  package var mark: Pixel
  /// The ground to draw pictures on; nil lets the background of the cells show through.
  package var ground: Pixel?

  package init(cell: PixelSize, mark: Pixel, ground: Pixel? = nil) {
    (self.cell, self.mark, self.ground) = (cell, mark, ground)
  }
}

/// Says whether a terminal that does not draw pictures itself could do so.
package enum GraphicsOffer: Hashable, Sendable {
  case possible
  /// The terminal cannot, for this reason.
  case impossible(String)
}

/// An image that the terminal must draw in the cells of `ImagePlaceholder`.
package struct TerminalImage: Hashable, Sendable {
  /// The unique number of the image, 1 to 0xFFFFFF.
  package var number: UInt32
  package var png: [UInt8]
  package var cells: GridSize

  package init(number: UInt32, png: [UInt8], cells: GridSize) {
    self.number = number
    self.png = png
    self.cells = cells
  }
}

extension ReviewState {
  /// The images that the terminal must hold before it shows the current screen.
  package var shownImages: [TerminalImage] {
    guard terminal.graphics != nil else { return [] }
    return pictureRequests.compactMap { request in
      guard let picture = picture(for: request), let png = picture.png else { return nil }
      let cells = GridSize(columns: request.samples.width, rows: request.samples.height / 2)
      return TerminalImage(number: picture.number, png: png, cells: cells)
    }
  }
}

import DiffEngine

/// The capabilities of the terminal.
package struct TerminalTraits: Hashable, Sendable {
  /// A note on a limit of the terminal, such as "256 colours".
  package var badge: String?
  /// The terminal's way to draw pictures itself; nil if they are drawn as half blocks.
  package var graphics: TerminalGraphics?
  /// Says whether the terminal could draw pictures itself.
  package var offer: GraphicsOffer
  /// True if the reviewer has already chosen how pictures are drawn.
  package var isGraphicsChosen: Bool
  /// The number of the newest image in the terminal. It starts anywhere below 0xFFFFFF, because
  /// other programs send images to the same terminal, too.
  package var lastImage: UInt32
  package var depth: ColourDepth
  package var evidence: EvidenceColours
  /// The names of the themes that the palette offers.
  package var themes: [String]
  /// The cell shape in which shrunk pictures are drawn at first.
  package var cells: CellShape
  package var shapes: [CellShape]

  package init(
    badge: String? = nil, graphics: TerminalGraphics? = nil,
    offer: GraphicsOffer = .impossible("this terminal does not draw images"),
    isGraphicsChosen: Bool = false, lastImage: UInt32 = 0, depth: ColourDepth = .full,
    evidence: EvidenceColours = .standard,
    themes: [String] = [], cells: CellShape = .halves, shapes: [CellShape] = CellShape.allCases
  ) {
    (self.badge, self.graphics, self.lastImage) = (badge, graphics, lastImage)
    (self.offer, self.isGraphicsChosen) = (offer, isGraphicsChosen)
    (self.depth, self.evidence, self.themes) = (depth, evidence, themes)
    self.cells = shapes.last { $0.sampleCount <= cells.sampleCount } ?? .halves
    self.shapes = shapes
  }

  /// Returns a note that says which cells are drawn, if they are not those that were requested.
  package func remark(asked: CellShape) -> String? {
    asked == cells
      ? nil : "No \(asked.rawValue) can be drawn here: images are drawn in \(cells.rawValue)."
  }
}

/// The degree to which the colours of an image can be distinguished.
package enum ColourDepth: Sendable {
  /// 256 colours or more.
  case full
  /// 8 or 16 colours, all of which may occur in a picture.
  case few
  /// Shapes only.
  case none
}

import DiffEngine
import ReviewUI
import Terminal

/// The terminal as the event loop sees it.
package protocol ReviewTerminal: AnyObject {
  var size: GridSize { get }
  /// How it draws pictures itself; nil where they are half blocks.
  var graphics: TerminalGraphics? { get }
  /// The shapes of cells that it can draw.
  var cellShapes: [CellShape] { get }
  /// What the screen says of the terminal where it lacks something.
  var badge: String? { get }
  var depth: ColourDepth { get }
  /// The theme's colours for differences.
  var evidence: EvidenceColours { get }
  /// What would make the screen better.
  var advice: String? { get }
  /// Ends a wait; may be called from any thread.
  var waker: @Sendable () -> Void { get }

  /// - Returns: What came until then; nothing where the time is over.
  func wait(timeoutMilliseconds: Int?) -> [TerminalEvent]
  func draw(_ grid: CellGrid, images: [TerminalImage])
  func copy(_ text: String)
  func redrawAll()
  func suspend()
}

extension TerminalSession: ReviewTerminal {
  package var advice: String? { graphicsAdvice ?? colourAdvice }

  /// Finer cells need two colours, and characters that the C library has heard of: it prints a
  /// question mark for every other.
  package var cellShapes: [CellShape] {
    guard colourLevel > .mono else { return [.halves] }
    return CellShape.allCases.filter { $0.glyphs.allSatisfy(isPrintable) }
  }

  package var waker: @Sendable () -> Void {
    let wake = wake
    return { wake.wake() }
  }

  package var depth: ColourDepth {
    switch colourLevel {
    case .mono: .none
    case .ansi8, .ansi16: .few
    case .indexed256, .trueColour: .full
    }
  }

  package var badge: String? {
    let badges = [colourLevel.badge, graphicsAdvice == nil ? nil : "half blocks"]
    let texts = badges.compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension ColourLevel {
  /// What the screen says where it cannot show every colour; no level changes a number.
  fileprivate var badge: String? {
    switch self {
    case .trueColour: nil
    case .indexed256: "256 colours, approximate"
    case .ansi16: "16 colours, approximate"
    case .ansi8: "8 colours, approximate"
    case .mono: "no colours"
    }
  }
}

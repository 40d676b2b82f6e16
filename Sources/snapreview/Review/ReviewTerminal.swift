import DiffEngine
import ReviewUI
import Terminal

/// The terminal as the event loop sees it.
package protocol ReviewTerminal: AnyObject {
  var size: GridSize { get }
  /// The terminal's own way to draw pictures; nil if they are drawn as half blocks.
  var graphics: TerminalGraphics? { get }
  /// The offer to draw them itself, if it can.
  var offer: GraphicsOffer { get }
  var cellShapes: [CellShape] { get }
  /// The screen's note on a capability that the terminal lacks.
  var badge: String? { get }
  var depth: ColourDepth { get }
  var evidence: EvidenceColours { get }
  var advice: String? { get }
  /// Ends a wait; may be called from any thread.
  var waker: @Sendable () -> Void { get }

  /// - Returns: The events until then; empty if the time is over.
  func wait(timeoutMilliseconds: Int?) -> [TerminalEvent]
  func draw(_ grid: CellGrid, images: [TerminalImage])
  func copy(_ text: String)
  func redrawAll()
  func suspend()
  func drawImages(inPixels isOn: Bool)
  func use(_ theme: Theme)
}

extension TerminalSession: ReviewTerminal {
  package var advice: String? { graphicsAdvice ?? colourAdvice }

  package var offer: GraphicsOffer {
    switch imageOffer {
    case .draws: .possible
    case .none(let reason): .impossible(reason)
    }
  }

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
  /// The screen's note on limited colours; no level changes a number.
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

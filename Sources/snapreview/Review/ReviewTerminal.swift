import DiffEngine
import ReviewUI
import Terminal

/// The terminal, as used by the event loop.
package protocol ReviewTerminal: AnyObject {
  var size: GridSize { get }
  /// The terminal's own protocol for images; nil if half blocks are used.
  var graphics: TerminalGraphics? { get }
  /// Whether the terminal can draw images itself.
  var offer: GraphicsOffer { get }
  var cellShapes: [CellShape] { get }
  /// The note on the screen about a capability that the terminal lacks.
  var badge: String? { get }
  var depth: ColourDepth { get }
  var evidence: EvidenceColours { get }
  var advice: String? { get }
  /// Ends a wait; may be called from any thread.
  var waker: @Sendable () -> Void { get }

  /// - Returns: The events so far; empty after the timeout.
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

  /// Finer cells need two colours, and characters that the C library knows, because it prints
  /// question marks for others.
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
  /// The note on the screen about limited colours, which never affect a number.
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

package enum ViewMode: String, CaseIterable, Sendable {
  case triple, sideBySide, flip, swipe, onion, difference, heat
  /// All cases of the list, as a contact sheet.
  case all

  package var title: String {
    switch self {
    case .triple: "triple"
    case .sideBySide: "side by side"
    case .flip: "flip"
    case .swipe: "swipe"
    case .onion: "onion"
    case .difference: "difference"
    case .heat: "heat"
    case .all: "all"
    }
  }
}

/// The part of the screen that the movement keys control.
package enum Pane: Hashable, Sendable { case list, image }

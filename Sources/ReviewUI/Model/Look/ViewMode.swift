/// How the images of a case are laid out.
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

/// Which of the two images is meant.
package enum Side: String, Sendable {
  case reference, actual

  package var other: Side { self == .reference ? .actual : .reference }
}

/// Which part of the screen the movement keys steer.
package enum Pane: Hashable, Sendable { case list, image }

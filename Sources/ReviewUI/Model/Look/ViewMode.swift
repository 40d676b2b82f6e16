package enum ViewMode: String, CaseIterable, Sendable {
  case triple, sideBySide, flip, swipe, onion, difference, heat
  /// All cases of the list, as a contact sheet.
  case all
}

/// The part of the screen that the movement keys control.
package enum Pane: Hashable, Sendable { case list, image }

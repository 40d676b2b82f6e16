import DiffEngine

package enum Key: Hashable, Sendable {
  case character(Character)
  /// Ctrl with a letter, given in lower case: `ctrl-r` is `.control("r")`.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end
  case function(Int)
}

/// A mouse action at a cell, counted from 0.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable { case press, drag, release, wheelUp, wheelDown, move }

  package var kind: Action
  package var column: Int
  package var row: Int

  package init(_ kind: Action, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }
}

/// Everything a person can do to the terminal.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Bracketed paste: text for a prompt, never keys.
  case paste(String)
  case resized(GridSize)
}

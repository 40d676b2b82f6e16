/// A key as the terminal reports it.
public enum Key: Hashable, Sendable {
  case character(Character)
  /// Ctrl with a letter, given in lower case: `ctrl-r` is `.control("r")`.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end
  case function(Int)
}

/// What the mouse did, at a cell counted from 0.
public struct MouseEvent: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case press, drag, release, wheelUp, wheelDown, move }

  public var kind: Kind
  public var column: Int
  public var row: Int

  public init(_ kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }
}

/// Everything a person can do to the terminal.
public enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Bracketed paste: text for a prompt, never keys.
  case paste(String)
  case resized(Size)
}

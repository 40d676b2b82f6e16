private import CSystem

/// Ctrl-C during work that can be left with what is known so far.
package enum Interrupt {
  /// Makes the next Ctrl-C only stop such work; the one after it ends the program.
  package static func stopsWork() { snap_note_interrupt() }

  /// True if Ctrl-C was pressed since.
  package static var wasPressed: Bool { snap_was_interrupted() }
}

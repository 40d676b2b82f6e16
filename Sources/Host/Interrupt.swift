private import CSystem

/// Handles Ctrl-C during work that can stop early and keep its results so far.
package enum Interrupt {
  /// Makes the next Ctrl-C only stop such work; the one after it ends the program.
  package static func stopsWork() { snap_note_interrupt() }

  /// True if Ctrl-C has been pressed since `stopsWork` was called.
  package static var wasPressed: Bool { snap_was_interrupted() }
}

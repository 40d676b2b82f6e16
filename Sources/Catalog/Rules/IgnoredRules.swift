import Base

/// A rules file that was found but is not obeyed.
struct IgnoredRules: Hashable, Sendable {
  enum Reason: Sendable {
    /// The file is among the failures.
    case cameAlong
    /// The file is another user's.
    case foreign
    /// Other users can write to the file's folder.
    case open
  }

  let file: String
  let reason: Reason

  /// The reason, to follow "… is ignored: ".
  var words: String {
    switch reason {
    case .cameAlong: "it lies in the opened folder and may have come with the failures."
    case .foreign: "it belongs to another user."
    case .open: "other users can write to its folder."
    }
  }
}

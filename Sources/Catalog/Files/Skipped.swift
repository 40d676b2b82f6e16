import Base

/// Something in the input that did not become a case.
///
/// Everything passed over has such an entry, and nothing else does. Reports and the screen show all
/// entries, and any of them makes `check` fail. Advice is a remark instead.
package struct Skipped: Hashable, Sendable {
  /// The folder, file or entry that was passed over, or the place that holds it.
  package var path: String
  /// The reason and the advice, worded to follow the path and a colon; safe to show.
  package var why: String
  /// True if nothing there could be a snapshot; a green run leaves such folders too.
  package var isEmpty = false

  package init(_ path: String, _ why: String, isEmpty: Bool = false) {
    (self.path, self.why, self.isEmpty) = (path, why, isEmpty)
  }

  init(unreadableNames count: Int, in place: String) {
    self.init(place, "skipped \(Wording.count(count, "name")) not in UTF-8. Rename those files.")
  }

  package var sentence: String { "\(printable(path)): \(why)" }
}

import Base

/// Something that was given and is not among the cases.
///
/// Whatever is passed over becomes one of these, and nothing else: reports and the screen show them
/// all, and `check` fails by them. Advice is a remark instead.
package struct Skipped: Hashable, Sendable {
  /// The folder, file or entry as it was found, or the place that holds what was passed over.
  package var path: String
  /// The reason and the advice, worded to follow the path and a colon; safe to show.
  package var why: String
  /// True if nothing was there that could be a snapshot: a green run leaves such folders too.
  package var isEmpty = false

  package init(_ path: String, _ why: String, isEmpty: Bool = false) {
    (self.path, self.why, self.isEmpty) = (path, why, isEmpty)
  }

  package var sentence: String { "\(printable(path)): \(why)" }
}

extension Skipped {
  init(unreadableNames count: Int, in place: String) {
    self.init(
      place, "skipped \(Wording.count(count, "name")) not in UTF-8. Rename those files.")
  }
}

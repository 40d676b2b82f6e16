import Base

/// The largest file that is read, by kind: one table for all readers.
///
/// Each is far above what people have, and leaves room in memory for what is made of the file. A
/// larger one is refused by its size alone, before memory is taken. `PNG.sideLimit` and
/// `PNG.pixelLimit` stand beside this table: they bound what a small file may decompress to.
package enum SizeLimit: CaseIterable, Sendable {
  /// A picture, or any other file that is hashed, kept or copied: an image of `PNG.pixelLimit`
  /// pixels comes to as much where nothing in it compresses.
  case snapshot
  /// A text snapshot. View hierarchies have about 100 KB, recorded responses a few MB; the
  /// difference of two texts takes some ten times their size.
  case text
  /// A journal: a million decisions of some 1 KB each.
  case journal
  /// A rules file: 50,000 rules of some 80 bytes each.
  case rules
  /// A table of all commands, or of all roles, takes a few KB.
  case keys, theme

  package var bytes: Int {
    switch self {
    case .snapshot, .journal: 1 << 30
    case .text: 64 << 20
    case .rules: 4 << 20
    case .keys, .theme: 1 << 20
    }
  }

  /// Returns the reason to refuse a file of `count` bytes, without a full stop; nil if it may be
  /// read.
  package func refusal(_ count: Int) -> String? {
    guard count > bytes else { return nil }
    return
      "too large: \(Wording.grouped(count)) bytes, and at most \(Wording.grouped(bytes)) can be read"
  }
}

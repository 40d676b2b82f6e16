import Base

/// The largest file that is read, by kind, in one table for all readers.
///
/// Each limit is far above real files, and leaves memory for what is made of the file. A larger
/// file is refused by its size alone, before memory is allocated. Two limits elsewhere,
/// `PNG.sideLimit` and `PNG.pixelLimit`, bound what a small file may decompress to.
package enum SizeLimit: CaseIterable, Sendable {
  /// An image, or any other file that is hashed, kept or copied. An incompressible image of
  /// `PNG.pixelLimit` pixels is about this large.
  case snapshot
  /// A text snapshot. View hierarchies have about 100 KB and recorded responses a few MB; comparing
  /// two texts takes about ten times their size.
  case text
  /// A journal: a million decisions of some 1 KB each.
  case journal
  /// A rules file: 50,000 rules of some 80 bytes each.
  case rules
  /// A key file or a theme. A table of all commands, or of all roles, takes a few KB.
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

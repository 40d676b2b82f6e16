internal import CNcurses
internal import Catalog

/// A terminal description of our own, handed to curses in memory.
enum PrivateEntry {
  /// A value for TERMINFO that holds the loaded description with other colours; nil if it is too
  /// large to be one.
  ///
  /// - Precondition: `snap_describe` has loaded the description of `term`.
  static func make(for term: String, _ kind: snap_colour_kind) -> String? {
    var bytes = [UInt8](repeating: 0, count: 32768)
    let count = snap_colour_entry(term, kind, &bytes, bytes.count)
    return count > 0 ? "hex:" + hexadecimal(Array(bytes.prefix(count))) : nil
  }
}

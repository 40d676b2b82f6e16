internal import CNcurses

/// A terminal description of our own, handed to curses in memory.
enum PrivateEntry {
  /// A value for TERMINFO that holds the loaded description with other colours; nil if it is too
  /// large to be one.
  ///
  /// - Precondition: `snap_describe` has loaded the description of `term`.
  static func make(for term: String, _ kind: snap_colour_kind) -> String? {
    var bytes = [UInt8](repeating: 0, count: 32768)
    let count = snap_colour_entry(term, kind, &bytes, bytes.count)
    return count > 0 ? "hex:" + hexadecimal(bytes.prefix(count)) : nil
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

internal import CNcurses
import ReviewUI

/// The byte sequences of keys, from the terminal's description.
enum KeyTable {
  /// - Precondition: `snap_describe` has loaded a description.
  static func load() -> [[UInt8]: Key] {
    var table: [[UInt8]: Key] = [:]
    for (name, key) in names {
      guard let value = unsafe snap_string(name) else { continue }
      let bytes = unsafe Array(String(cString: value).utf8)
      // A single printable character or a lone escape would make typing impossible.
      guard let first = bytes.first, bytes.count > 1 || first < 0x20 && first != 0x1B else {
        continue
      }
      table[bytes] = key
    }
    return table
  }

  private static let names: [(String, Key)] = {
    let named: [(String, Key)] = [
      ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
      ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete),
      ("kcbt", .backTab), ("kent", .enter), ("kbs", .backspace),
    ]
    return named + (1...12).map { ("kf\($0)", .function($0)) }
  }()
}

internal import CNcurses
internal import Libc

/// Another program.
package enum Program {
  /// Runs it without input, and returns its output and exit status; nil when it cannot be
  /// started, is killed, or takes longer than half a second.
  package static func ask(_ words: [String]) -> (text: String, status: Int32)? {
    var output = [UInt8](repeating: 0, count: 4096)
    var status: Int32 = 0
    let copies = words.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let list = copies.map { UnsafePointer($0) } + [nil]
    let count = snap_ask(list, &output, output.count, 500, &status)
    guard count >= 0 else { return nil }
    return (String(decoding: output.prefix(count), as: UTF8.self), status)
  }
}

import Base
import Host

/// The kind of a WebP file, by the chunks at its start; nil for any other file.
enum WebPKind {
  case lossy, lossless, animated

  init?(_ path: String) {
    guard ending(of: path).lowercased() == ".webp",
      let head = try? FileHead.read(path, count: 4096), FileHead.isWebP(head)
    else { return nil }
    self = Self.kind(head)
  }

  private static func kind(_ head: [UInt8]) -> WebPKind {
    var place = 12
    while place + 8 <= head.count {
      switch String(decoding: head[place..<place + 4], as: UTF8.self) {
      case "VP8L": return .lossless
      case "VP8 ": return .lossy
      case "VP8X" where place + 8 < head.count && head[place + 8] & 2 != 0: return .animated
      default:
        let size = head[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        place += 8 + size + size % 2
      }
    }
    // A profile may fill the start of the file.
    return .lossy
  }
}

import Libc

/// Determines a file's type from its first bytes.
package enum FileHead {
  package static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let pointer = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Reads up to `count` bytes from the start of the file.
  package static func read(_ path: String, count: Int) throws(SystemError) -> [UInt8] {
    // Without O_NONBLOCK, opening a named pipe would block until it has a writer.
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = unsafe pread(file, &bytes, count, 0)
    guard got >= 0 else { throw .last }
    return Array(bytes.prefix(got))
  }

  /// True for a Git LFS pointer, which stands in for a file stored elsewhere.
  package static func isPointer(_ head: [UInt8]) -> Bool { head.starts(with: pointer) }

  package static func isPNG(_ head: [UInt8]) -> Bool { head.starts(with: png) }

  /// True if the bytes begin like an image that can be decoded, whatever the file's name.
  package static func isPicture(_ head: [UInt8]) -> Bool {
    isPNG(head) || isJPEG(head) || isWebP(head)
      || head.count > 12 && head[4..<8].elementsEqual("ftyp".utf8)
  }

  package static func isWebP(_ head: [UInt8]) -> Bool {
    head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
  }

  package static func isJPEG(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8, 0xFF]) }

  /// True if the bytes begin like a vector file with an extension such as ".pdf".
  package static func isVector(_ head: [UInt8], ending: String) -> Bool {
    let text = String(decoding: head, as: UTF8.self)
    return switch ending {
    case ".pdf": text.hasPrefix("%PDF-")
    case ".eps": text.hasPrefix("%!PS")
    case ".svg": text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "<"
    default: false
    }
  }

  /// True if the bytes are UTF-8 without control bytes; a character cut at the end is allowed.
  package static func looksLikeText(_ head: [UInt8]) -> Bool {
    guard !head.contains(where: { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }) else {
      return false
    }
    return (0..<min(4, max(1, head.count))).contains {
      String(validating: head.dropLast($0), as: UTF8.self) != nil
    }
  }
}

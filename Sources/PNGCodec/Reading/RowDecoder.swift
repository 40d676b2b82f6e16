import CPNG
import Libc

/// Converts inflated rows of 8-bit samples to RGBA. It computes the checksum, undoes the filter and
/// expands the channels block by block, while the bytes are still in the cache.
struct RowDecoder {
  let width: Int
  let channels: Int
  var rowBytes: Int { width * channels }
  /// The bytes of a row, including its filter byte.
  var filteredRowBytes: Int { rowBytes + 1 }

  /// The bytes of a block, small enough to stay in the cache between the checksum and the filter.
  private static let blockBytes = 64 << 10

  /// Decodes `rows` filtered rows at `source` to pixels at `target`.
  ///
  /// `target` may overlap `source` as long as no pixel is written past the byte that is read next.
  /// `RowFilter.slack` more bytes must be readable after the last row.
  ///
  /// The row above the first counts as zeros.
  ///
  /// - Returns: The Adler-32 of `source`, or nil if a filter is unknown.
  func decode(
    _ source: UnsafeRawPointer, rows: Int, to target: UnsafeMutableRawPointer
  ) -> Adler32? {
    let lines = RowBuffers(count: rowBytes)
    var adler = Adler32()
    let rowsAtOnce = max(1, Self.blockBytes / filteredRowBytes)
    for start in stride(from: 0, to: rows, by: rowsAtOnce) {
      let block = start..<min(start + rowsAtOnce, rows)
      unsafe adler.update(source + start * filteredRowBytes, count: block.count * filteredRowBytes)
      guard unsafe decode(block, source, to: target, lines) else { return nil }
    }
    return adler
  }

  private func decode(
    _ rows: Range<Int>, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    _ lines: RowBuffers
  ) -> Bool {
    for y in rows {
      let row = unsafe source + y * filteredRowBytes
      let out = unsafe target + y * width * 4
      let isDirect = channels == 4
      let above =
        unsafe isDirect && y > 0
        ? UnsafeRawPointer(out - width * 4) : UnsafeRawPointer(lines.previous)
      let line = unsafe isDirect ? out : lines.current
      let filter = unsafe row.load(as: UInt8.self)
      guard
        unsafe RowFilter.undo(
          filter, channels: channels, row: row + 1, above: above, out: line, count: rowBytes)
      else { return false }
      if !isDirect {
        unsafe expand(line, to: out)
        lines.swap()
      }
    }
    return true
  }

  private func expand(_ line: UnsafeRawPointer, to out: UnsafeMutableRawPointer) {
    let opaque: UInt32 = 0xFF00_0000
    let pixels = unsafe out.assumingMemoryBound(to: UInt32.self)
    func byte(_ offset: Int) -> UInt32 {
      unsafe UInt32(line.load(fromByteOffset: offset, as: UInt8.self))
    }
    switch channels {
    case 1:
      for x in 0..<width { unsafe pixels[x] = (byte(x) * 0x01_0101 | opaque).littleEndian }
    case 2:
      for x in 0..<width {
        unsafe pixels[x] = (byte(2 * x) * 0x01_0101 | byte(2 * x + 1) << 24).littleEndian
      }
    default:
      for x in 0..<width {
        let four = unsafe line.loadUnaligned(fromByteOffset: 3 * x, as: UInt32.self)
        unsafe pixels[x] = four | opaque.littleEndian
      }
    }
  }
}

/// Two work rows, zero at first, that swap places.
@safe private final class RowBuffers {
  private(set) var previous: UnsafeMutableRawPointer
  private(set) var current: UnsafeMutableRawPointer

  init(count: Int) {
    func zeros() -> UnsafeMutableRawPointer {
      let bytes = UnsafeMutableRawPointer.allocate(
        byteCount: count + RowFilter.slack, alignment: 16)
      unsafe memset(bytes, 0, count + RowFilter.slack)
      return unsafe bytes
    }
    unsafe previous = unsafe zeros()
    unsafe current = unsafe zeros()
  }

  func swap() { unsafe Swift.swap(&previous, &current) }

  deinit {
    unsafe previous.deallocate()
    unsafe current.deallocate()
  }
}

/// Adler-32, the checksum of zlib streams (RFC 1950).
struct Adler32: Equatable {
  private(set) var value: UInt32 = 1

  mutating func update(_ bytes: UnsafeRawPointer, count: Int) {
    value = unsafe snap_adler32(value, bytes.assumingMemoryBound(to: UInt8.self), count)
  }
}

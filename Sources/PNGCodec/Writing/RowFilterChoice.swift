import Libc

/// Filters rows for writing, each with Sub or Up, whichever leaves less.
struct RowFilterChoice {
  private let width: Int
  private let channels: Int
  private let rowBytes: Int
  /// The row and the one above it as samples, each behind four zeros for `Sub`.
  private var line: UnsafeMutableRawPointer
  private var above: UnsafeMutableRawPointer
  /// What Up leaves, until the choice is made.
  private let candidate: UnsafeMutableRawPointer
  /// The bits that are set in every alpha so far.
  private var alpha: UInt8 = 255

  private static let margin = 4
  private static let sub: UInt8 = 1
  private static let up: UInt8 = 2

  /// - Parameters:
  ///   - channels: 3 leaves alpha out, 4 keeps it.
  ///   - above: The pixels above the first row; nil at the top of the image.
  init(width: Int, channels: Int, above first: UnsafePointer<Pixel>?) {
    self.width = width
    self.channels = channels
    rowBytes = width * channels
    func zeros(_ count: Int) -> UnsafeMutableRawPointer {
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
      memset(bytes, 0, count)
      return bytes
    }
    // Packing three channels stores four bytes at a time.
    line = zeros(Self.margin + rowBytes + 4)
    above = zeros(Self.margin + rowBytes + 4)
    candidate = zeros(rowBytes)
    if let first { _ = pack(first, into: above) }
  }

  /// Whether the channels hold all of the rows so far: alpha is left out of opaque ones only.
  var isComplete: Bool { channels == 4 || alpha == 255 }

  func deallocate() {
    line.deallocate()
    above.deallocate()
    candidate.deallocate()
  }

  /// Writes the filter's number and the filtered row to `out`.
  ///
  /// - Parameter isSame: The row equals the one above it.
  mutating func write(
    _ pixels: UnsafePointer<Pixel>, isSame: Bool, to out: UnsafeMutableRawPointer
  ) {
    guard !isSame else {
      out.storeBytes(of: Self.up, as: UInt8.self)
      memset(out + 1, 0, rowBytes)
      return
    }
    alpha &= pack(pixels, into: line)
    let current = UnsafeRawPointer(line + Self.margin)
    let subCost = Self.subtract(current, current - channels, to: out + 1, count: rowBytes)
    let upCost = Self.subtract(current, above + Self.margin, to: candidate, count: rowBytes)
    out.storeBytes(of: upCost < subCost ? Self.up : Self.sub, as: UInt8.self)
    if upCost < subCost { memcpy(out + 1, candidate, rowBytes) }
    swap(&line, &above)
  }

  /// Returns the bits that are set in every alpha, where that is left out.
  private func pack(
    _ pixels: UnsafePointer<Pixel>, into line: UnsafeMutableRawPointer
  ) -> UInt8 {
    let samples = line + Self.margin
    guard channels == 3 else {
      memcpy(samples, pixels, rowBytes)
      return 255
    }
    // As numbers: four bytes at once are slow to combine.
    let words = UnsafeRawPointer(pixels)
    var common = UInt32.max
    for x in 0..<width {
      let word = words.load(fromByteOffset: 4 &* x, as: UInt32.self)
      common &= word
      samples.storeBytes(of: word, toByteOffset: 3 &* x, as: UInt32.self)
    }
    return UInt8(truncatingIfNeeded: UInt32(littleEndian: common) >> 24)
  }

  /// Writes the differences, and returns the sum of their sizes.
  private static func subtract(
    _ bytes: UnsafeRawPointer, _ others: UnsafeRawPointer, to out: UnsafeMutableRawPointer,
    count: Int
  ) -> UInt32 {
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    let others = others.assumingMemoryBound(to: UInt8.self)
    let out = out.assumingMemoryBound(to: UInt8.self)
    // Plain loops, in forms that the compiler turns into vectors: ten times as fast as SIMD32.
    for i in 0..<count { out[i] = bytes[i] &- others[i] }
    // A step from 255 to 0 is as small as one from 0 to 1: the size is that of the signed byte.
    var sum: UInt32 = 0
    for i in 0..<count {
      let difference = Int32(Int8(bitPattern: out[i]))
      sum &+= UInt32(bitPattern: difference < 0 ? 0 &- difference : difference)
    }
    return sum
  }
}

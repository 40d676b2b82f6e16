import Base
import CPNG
import Host
import Pixels

/// The positions of the parts of a PNG file whose chunk checksums have all been verified.
package struct PNGLayout {
  package let header: PNGHeader
  /// The parts that libpng needs, in file order: signature, header, palette, tRNS, pixel data, end.
  private(set) var essential: [Range<Int>]
  /// The contents of the IDAT chunks, in file order.
  private(set) var pixelData: [Range<Int>] = []
  private(set) var hasTransparency = false
  private(set) var colour = ColourChunks()
  /// The maximum number of IDAT chunks. Each takes memory, and writers make them 4 KB or larger.
  private static let pieceLimit = 1_000_000
  private var hasPalette = false

  package static let signature = FileHead.png

  /// Walks `bytes`, which begin with the PNG signature, up to IEND; anything after it is ignored.
  package init(_ bytes: UnsafeRawBufferPointer) throws(CodecFault) {
    let first = unsafe try Chunk(bytes, at: Self.signature.count)
    guard first.type == .header else {
      throw CodecFault(.damaged, "damaged: it begins with chunk \(first.name) instead of IHDR")
    }
    header = unsafe try PNGHeader(UnsafeRawBufferPointer(rebasing: bytes[first.content]))
    essential = [0..<first.end]
    var chunk = first
    repeat {
      let previous = chunk.type
      chunk = unsafe try Chunk(bytes, at: chunk.end)
      unsafe try note(chunk, after: previous, in: bytes)
    } while chunk.type != .end
    guard !pixelData.isEmpty else {
      throw CodecFault(.damaged, "damaged: it has no pixel data (no IDAT chunk)")
    }
    guard hasPalette || header.colour != .palette else {
      throw CodecFault(.damaged, "damaged: its palette is missing (no PLTE chunk)")
    }
  }

  private mutating func note(
    _ chunk: Chunk, after previous: ChunkType, in bytes: UnsafeRawBufferPointer
  ) throws(CodecFault) {
    switch chunk.type {
    case .pixelData:
      guard pixelData.isEmpty || previous == .pixelData else {
        throw CodecFault(.damaged, "damaged: its IDAT chunks are not consecutive")
      }
      guard pixelData.count < Self.pieceLimit else {
        throw CodecFault(
          .tooLarge,
          "too large: its pixel data lies in more than \(Wording.grouped(Self.pieceLimit)) chunks (IDAT)"
        )
      }
      pixelData.append(chunk.content)
    // A palette in a true-colour image is only a suggestion for old displays, and a colour key has
    // no meaning in an image with alpha, so libpng need not see either.
    case .palette:
      hasPalette = true
      guard header.colour == .palette else { return }
    case .transparency:
      guard header.colour != .greyAlpha, header.colour != .rgba else { return }
      hasTransparency = true
    case .end:
      guard chunk.content.isEmpty else {
        throw CodecFault(.damaged, "damaged: its end (IEND) is not empty")
      }
    case .header:
      throw CodecFault(.damaged, "damaged: it has a second header (at byte \(chunk.start))")
    default:
      guard chunk.type.isAncillary else {
        throw CodecFault(.damaged, "damaged: unknown critical chunk \(chunk.name)")
      }
      // Colour chunks after the pixels have no effect; of code points, some readers say otherwise.
      if pixelData.isEmpty || [.codePoints, .exif].contains(chunk.type) {
        unsafe colour.note(
          chunk.type, UnsafeRawBufferPointer(rebasing: bytes[chunk.content]),
          isLate: hasPalette || !pixelData.isEmpty)
      }
      return
    }
    essential.append(chunk.start..<chunk.end)
  }
}

extension PNGLayout {
  struct ChunkType: Equatable {
    let code: UInt32
    static let header = ChunkType(code: 0x4948_4452)
    static let palette = ChunkType(code: 0x504C_5445)
    static let transparency = ChunkType(code: 0x7452_4E53)
    static let pixelData = ChunkType(code: 0x4944_4154)
    static let end = ChunkType(code: 0x4945_4E44)
    static let codePoints = ChunkType(code: 0x6349_4350)
    static let profile = ChunkType(code: 0x6943_4350)
    static let sRGB = ChunkType(code: 0x7352_4742)
    static let gamma = ChunkType(code: 0x6741_4D41)
    static let chromaticities = ChunkType(code: 0x6348_524D)
    static let exif = ChunkType(code: 0x6558_4966)
    static let appleOptimised = ChunkType(code: 0x4367_4249)

    /// True if the first letter is lower case, which allows a reader to skip the chunk.
    var isAncillary: Bool { code & 0x2000_0000 != 0 }
  }

  struct Chunk {
    let type: ChunkType
    let start: Int
    let content: Range<Int>
    var end: Int { content.upperBound + 4 }

    /// Reads the chunk that begins at `start` and verifies its checksum.
    init(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(CodecFault) {
      guard bytes.count - start >= 12 else {
        throw CodecFault(
          .damaged, "truncated: it ends at byte \(bytes.count), before its IEND chunk")
      }
      self.start = start
      type = unsafe ChunkType(code: bytes.bigEndian32(at: start + 4))
      let count = unsafe Int(bytes.bigEndian32(at: start))
      content = start + 8..<start + 8 + count
      unsafe try checkName(in: bytes)
      guard end <= bytes.count else {
        throw CodecFault(
          .damaged,
          "truncated: it ends at byte \(bytes.count), inside chunk \(name), "
            + "which runs to byte \(end)"
        )
      }
      guard type != .appleOptimised else {
        throw CodecFault(
          .notAnImage,
          "an iOS-optimised PNG (CgBI), which only Apple reads; "
            + "convert it with xcrun pngcrush -revert-iphone-optimizations")
      }
      unsafe try checkSum(in: bytes)
    }

    /// The four letters, valid once `checkName` has passed.
    var name: String { String(decoding: Self.letters(type), as: UTF8.self) }

    private static func letters(_ type: ChunkType) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type.code >> $0) }
    }

    private func checkName(in bytes: UnsafeRawBufferPointer) throws(CodecFault) {
      let areLetters = Self.letters(type).allSatisfy { (0x41...0x5A).contains($0 & ~0x20) }
      guard areLetters, content.count <= 0x7FFF_FFFF else {
        let found = unsafe shownBytes(bytes[start + 4..<start + 8])
        throw CodecFault(.damaged, "damaged: no chunk at byte \(start) (found \(found))")
      }
    }

    private func checkSum(in bytes: UnsafeRawBufferPointer) throws(CodecFault) {
      let covered = unsafe UnsafeRawBufferPointer(rebasing: bytes[start + 4..<content.upperBound])
      guard unsafe covered.crc32() == bytes.bigEndian32(at: content.upperBound) else {
        throw CodecFault(
          .damaged, "damaged: chunk \(name) at byte \(start) has a wrong checksum (CRC)")
      }
    }
  }
}

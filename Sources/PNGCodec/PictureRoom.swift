import Base
import Pixels

/// Memory reserved for the decoded images of some files; released with the last reference.
///
/// It is taken for all images that are held at the same time, before the first is decoded. A caller
/// that holds a reservation takes no other, so callers that wait for one cannot deadlock.
package final class PictureRoom: Sendable {
  package let bytes: Int
  /// True if the reservation includes the `others` that were asked for.
  package let holdsOthers: Bool
  private let budget: MemoryBudget

  /// Waits until there is room.
  ///
  /// - Parameters:
  ///   - files: The files to decode.
  ///   - others: Files to decode at the same time if there is room for them as well.
  ///   - freeing: Releases unneeded memory.
  /// - Throws: An error if `files` alone exceed the whole budget, or if a file is too large by its
  ///   size alone.
  package init(
    for files: [String], besides others: [String] = [], in budget: MemoryBudget = .pictures,
    freeing: () -> Void = {}
  ) throws(ImageError) {
    let needed = try Self.require(files, in: budget)
    let more = try? Self.bytes(others)
    holdsOthers = more.map { needed + $0 <= budget.limit } ?? false
    bytes = needed + (holdsOthers ? more ?? 0 : 0)
    self.budget = budget
    budget.take(bytes, freeing: freeing)
  }

  deinit { budget.give(bytes) }

  /// Returns the bytes that some files take together.
  ///
  /// - Throws: The errors of `init`; nothing is taken.
  @discardableResult
  package static func require(
    _ files: [String], in budget: MemoryBudget = .pictures
  ) throws(ImageError) -> Int {
    let needed = try bytes(files)
    guard needed <= budget.limit else {
      throw ImageError(
        .tooLarge, file: files[0],
        detail:
          "too large: with what is decoded beside it, it takes \(Wording.grouped(needed)) bytes, and at "
          + "most \(Wording.grouped(budget.limit)) are taken at once; compare parts of it")
    }
    return needed
  }

  private static func bytes(_ files: [String]) throws(ImageError) -> Int {
    var sum = 0
    for file in files {
      do throws(CodecFault) {
        sum += try PNG.decodedBytes(file)
      } catch {
        // Decoding reports any other error.
        if error.reason == .tooLarge { throw error.error(in: file) }
      }
    }
    return sum
  }
}

extension PNG {
  /// Returns the bytes that an image takes while it is decoded and compared, according to its
  /// header.
  ///
  /// A comparison may need the file's own numbers as well as the colours; if they can differ, both
  /// are held. Files that cannot be read count as 0, because decoding them reports the error.
  package static func memory(_ path: String) -> Int {
    (try? decodedBytes(path)) ?? 0
  }

  /// Returns the size of an image according to its header; nil if the file cannot be read.
  package static func size(_ path: String) -> (width: Int, height: Int)? {
    guard let contents = try? FileContents(path) else { return nil }
    defer { withExtendedLifetime(contents) {} }
    let bytes = unsafe contents.bytes
    guard bytes.count >= 33, unsafe bytes.starts(with: PNGLayout.signature) else {
      return unsafe LossyPicture(path, bytes)?.size(bytes)
    }
    let header = unsafe try? PNGHeader(UnsafeRawBufferPointer(rebasing: bytes[16..<29]))
    return header.map { ($0.width, $0.height) }
  }

  fileprivate static func decodedBytes(_ path: String) throws(CodecFault) -> Int {
    let file = try RegularFile(path)
    guard let head = MemoryBlock(count: 4096, .brief) else { return 0 }
    let read = unsafe UnsafeMutableRawBufferPointer(rebasing: head.bytes[..<4096])
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: read[..<(try file.fill(read))])
    defer { withExtendedLifetime(head) {} }
    guard bytes.count >= 33, unsafe bytes.starts(with: PNGLayout.signature) else {
      return try file.count + lossyBytes(path)
    }
    let header = unsafe try PNGHeader(UnsafeRawBufferPointer(rebasing: bytes[16..<29]))
    return unsafe file.count + header.pixelCount * bytesPerPixel(header, mayHaveProfile(bytes))
  }

  /// Colours take four bytes a pixel, and so do the file's own numbers. A 16-bit file takes eight
  /// for its numbers, four for their 8-bit rounding and four for its colours.
  private static func bytesPerPixel(_ header: PNGHeader, _ hasProfile: Bool) -> Int {
    header.depth == 16 ? 16 : hasProfile ? 8 : 4
  }

  /// True if a chunk declares colours, or the header is too short to tell.
  private static func mayHaveProfile(_ head: UnsafeRawBufferPointer) -> Bool {
    let others: [PNGLayout.ChunkType] = [.profile, .gamma, .chromaticities, .codePoints]
    var at = PNGLayout.signature.count
    while at + 8 <= head.count {
      let kind = unsafe PNGLayout.ChunkType(code: head.bigEndian32(at: at + 4))
      if kind == .pixelData { return false }
      if others.contains(kind) { return true }
      unsafe at += 12 + Int(head.bigEndian32(at: at))
    }
    return true
  }

  private static func lossyBytes(_ path: String) throws(CodecFault) -> Int {
    unsafe try FileContents(path).withBytes { bytes in
      let source = UnsafeRawBufferPointer(bytes)
      return unsafe LossyPicture(path, source)?.size(source).map { 4 * $0.width * $0.height } ?? 0
    }
  }
}

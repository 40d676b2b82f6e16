import Base
import Pixels

/// Room for the decoded pictures of some files, given back with its last reference.
///
/// It is taken for all pictures that are held at the same time, before the first is decoded. A
/// caller that holds room takes no more, so callers that wait for room cannot deadlock.
package final class PictureRoom: Sendable {
  package let bytes: Int
  /// True if there is room for the files that were asked for beside the others.
  package let holdsOthers: Bool
  private let budget: MemoryBudget

  /// Waits until there is room.
  ///
  /// - Parameters:
  ///   - files: The files to decode.
  ///   - others: Files to decode beside them if there is room for those as well.
  ///   - freeing: Gives back what is kept without need.
  /// - Throws: An error where the files alone are more than all the room there is, or a file's size
  ///   alone says that it is too large.
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

  /// The bytes that some files take together.
  ///
  /// - Throws: As `init`; nothing is taken.
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
        // Decoding says what else is wrong.
        if error.reason == .tooLarge { throw error.error(in: file) }
      }
    }
    return sum
  }
}

extension PNG {
  /// The bytes that a picture takes while it is decoded and compared, as its head says.
  ///
  /// A comparison may look at the file's own numbers beside the colours: where the two can differ,
  /// there are two pictures. Files that cannot be read count as 0; decoding them says why.
  package static func memory(_ path: String) -> Int {
    (try? decodedBytes(path)) ?? 0
  }

  /// The size of a picture, as its head says; nil for a file that cannot be read.
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

  /// Colours are four bytes a pixel, and so are the file's own numbers; of 16 bits those are eight,
  /// and their rounding four.
  private static func bytesPerPixel(_ header: PNGHeader, _ hasProfile: Bool) -> Int {
    header.depth == 16 ? 16 : hasProfile ? 8 : 4
  }

  /// True if a chunk says something of colours, or the head is too short to tell.
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

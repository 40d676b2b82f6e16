import Foundation
import PNGCodec
import TestSupport
import Testing

/// Files on disk: what `decode(contentsOf:)` says of each.
@Suite final class FileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("snapreview-codec-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test func `a file is read`() throws {
    let writer = PNGWriter.random(6, depth: 8)
    let image = try PNG.decode(contentsOf: write(writer.file(), "a.png"))
    #expect(image.allPixels == writer.expectedPixels)
  }

  @Test func `two files are read side by side and fail apart`() throws {
    let writer = PNGWriter.random(2, depth: 8)
    let good = try write(writer.file(), "good.png")
    let missing = path("missing.png")
    let (first, second) = PNG.decodePair(good, missing)
    #expect(try first.get().allPixels == writer.expectedPixels)
    #expect(second == .failure(ImageError(.missing, file: missing, detail: "no such file")))
    let (third, fourth) = PNG.decodePair(missing, good)
    #expect(third == second && fourth == first)
  }

  @Test func `what is no file is named`() throws {
    #expect(error(at: path("none.png")) == (.missing, "no such file"))
    #expect(error(at: folder.path) == (.unreadable, "a folder, not a file"))
    #expect(try error(at: write([], "empty.png")) == (.notAnImage, "empty (0 bytes)"))
  }

  @Test func `a pipe and a device are refused without waiting`() throws {
    let pipe = path("pipe.png")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(error(at: pipe) == (.unreadable, "a pipe, not a file"))
    #expect(error(at: "/dev/null") == (.unreadable, "a device, not a file"))
  }

  @Test func `a file without read permission says so`() throws {
    // Root reads everything, so there is nothing to see.
    guard geteuid() != 0 else { return }
    let file = try write([1], "secret.png")
    #expect(chmod(file, 0) == 0)
    #expect(error(at: file) == (.unreadable, "cannot be read: permission denied"))
  }

  @Test func `files with the same bytes need no decoding`() throws {
    // More than one piece of what is compared at a time.
    let bytes = PNGWriter.random(6, depth: 8, width: 200, height: 150).file()
    let (first, second) = try (write(bytes, "1.png"), write(bytes, "2.png"))
    #expect(try #require(PNG.sizeIfIdentical(first, second)) == (200, 150))
    for index in [40, 70_000, bytes.count - 1] {
      var changed = bytes
      changed[index] ^= 1
      #expect(try PNG.sizeIfIdentical(first, write(changed, "3.png")) == nil)
      // The same damage twice is no match.
      #expect(try PNG.sizeIfIdentical(write(changed, "3.png"), write(changed, "4.png")) == nil)
    }
    #expect(try PNG.sizeIfIdentical(first, write(bytes + [0], "3.png")) == nil)
    #expect(PNG.sizeIfIdentical(first, path("none.png")) == nil)
    #expect(try PNG.sizeIfIdentical(write([], "5.png"), write([], "6.png")) == nil)
    #expect(PNG.sizeIfIdentical(folder.path, folder.path) == nil)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: folder.appendingPathComponent(name))
    return path(name)
  }

  private func error(at path: String) -> (ImageError.Reason, String)? {
    do {
      _ = try PNG.decode(contentsOf: path)
      return nil
    } catch {
      return (error.reason, error.detail)
    }
  }
}

private func == (
  left: (ImageError.Reason, String)?, right: (ImageError.Reason, String)
) -> Bool {
  left?.0 == right.0 && left?.1 == right.1
}

import DiffEngine
import Foundation
import Testing

/// Files on disk: what `decode(contentsOf:)` says of each.
@Suite final class CodecFileTests {
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

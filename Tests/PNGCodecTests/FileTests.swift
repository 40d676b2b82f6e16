import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Files on disk: what `decode(contentsOf:)` says of each.
struct FileTests {
  private let folder = TestFolder()

  @Test func `a file is read`() throws {
    let writer = PNGWriter.random(6, depth: 8)
    let image = try PNG.decode(contentsOf: folder.write("a.png", writer.file()))
    #expect(image.pixels == writer.expectedPixels)
  }

  @Test func `two files are read side by side and fail apart`() throws {
    let writer = PNGWriter.random(2, depth: 8)
    let good = folder.write("good.png", writer.file())
    let missing = folder["missing.png"]
    let (first, second) = PNG.decodePair(good, missing)
    #expect(try first.get().pixels == writer.expectedPixels)
    #expect(second == .failure(ImageError(.missing, file: missing, detail: "no such file")))
    let (third, fourth) = PNG.decodePair(missing, good)
    #expect(third == second && fourth == first)
  }

  @Test func `what is no file is named`() throws {
    #expect(error(at: folder["none.png"]) == (.missing, "no such file"))
    #expect(error(at: folder.path) == (.unreadable, "a folder, not a file"))
    #expect(error(at: folder.write("empty.png", [])) == (.notAnImage, "empty (0 bytes)"))
  }

  @Test func `a pipe and a device are refused without waiting`() throws {
    let pipe = folder["pipe.png"]
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(error(at: pipe) == (.unreadable, "a pipe, not a file"))
    #expect(error(at: "/dev/null") == (.unreadable, "a device, not a file"))
  }

  @Test func `a file without read permission says so`() throws {
    // Root reads everything, so there is nothing to see.
    guard geteuid() != 0 else { return }
    let file = folder.write("secret.png", [1])
    #expect(chmod(file, 0) == 0)
    #expect(error(at: file) == (.unreadable, "cannot be read: permission denied"))
  }

  @Test func `files with the same bytes need no decoding`() throws {
    // More than one piece of what is compared at a time.
    let bytes = PNGWriter.random(6, depth: 8, width: 200, height: 150).file()
    let (first, second) = (folder.write("1.png", bytes), folder.write("2.png", bytes))
    #expect(try #require(PNG.sizeIfIdentical(first, second)) == (200, 150))
    for index in [40, 70_000, bytes.count - 1] {
      var changed = bytes
      changed[index] ^= 1
      #expect(PNG.sizeIfIdentical(first, folder.write("3.png", changed)) == nil)
      // The same damage twice is no match.
      #expect(
        PNG.sizeIfIdentical(folder.write("3.png", changed), folder.write("4.png", changed)) == nil)
    }
    #expect(PNG.sizeIfIdentical(first, folder.write("3.png", bytes + [0])) == nil)
    #expect(PNG.sizeIfIdentical(first, folder["none.png"]) == nil)
    #expect(PNG.sizeIfIdentical(folder.write("5.png", []), folder.write("6.png", [])) == nil)
    #expect(PNG.sizeIfIdentical(folder.path, folder.path) == nil)
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

private func == (left: (ImageError.Reason, String)?, right: (ImageError.Reason, String)) -> Bool {
  left?.0 == right.0 && left?.1 == right.1
}

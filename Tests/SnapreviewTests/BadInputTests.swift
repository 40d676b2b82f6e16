import DiffEngine
import Foundation
import PNGCodec
import TestSupport
import Testing

struct BadInputTests {
  private let scratch = TestFolder()

  /// Every command that opens a folder says the same of a bad one.
  static let commands = ["list", "check", "review"]

  @Test(arguments: commands)
  func `a folder that is missing, empty or without a snapshot`(_ command: String) throws {
    scratch.folder("empty")
    scratch.write("other/notes.md", "nothing to see")
    for (folder, status, words) in [
      ("no-such", 3, "no-such: no such file or folder"), ("empty", 2, "an empty folder"),
      ("other", 2, "no failed snapshot found"), ("other", 2, "--references"),
    ] {
      let result = try Program.run(command, scratch[folder])
      #expect(result.status == Int32(status) && result.output == "")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
  }

  @Test(arguments: [
    ("not a PNG", Array("GIF89a and so on".utf8)), ("an empty file", []),
    ("half a PNG", Array(BadInputTests.png.prefix(BadInputTests.png.count / 2))),
    ("a wrong checksum", BadInputTests.withWrongChecksum),
    ("a hundred thousand pixels each way", BadInputTests.huge),
    ("a Git LFS pointer", BadInputTests.pointer),
  ])
  func `a picture that cannot be read is named; the others are still compared`(
    _ what: String, _ bytes: [UInt8]
  ) throws {
    scratch.addFailure("testGood")
    scratch.addFailure("testBad")
    scratch.write("FailureDiffs/AppTests/failed_testBad.png", bytes)
    let result = try Program.run("list", scratch.failures, "--format", "json")
    #expect(result.texts("verdict") == ["unreadable", "mismatch"])
    let sentence = result.cases.first?["error"] as? String ?? ""
    #expect(sentence.contains("failed_testBad.png"), "\(what): \(sentence)")
    #expect(result.status == 3)
    let pair = try Program.run(
      "compare", scratch["ReferenceImages_64/AppTests/testBad.png"],
      scratch["FailureDiffs/AppTests/failed_testBad.png"])
    #expect(pair.status == 3)
    #expect(pair.errors.contains("failed_testBad.png"))
    #expect(pair.output == "")
    let accept = try Program.run("accept", scratch.failures, "--filter", "testBad")
    #expect(accept.status == 3)
    #expect(accept.errors.contains("cannot be accepted"))
    let review = try Program.run("review", scratch.failures)
    #expect(review.lines.count { $0.hasPrefix("snapreview accept ") } == 1)
    #expect(review.output.contains("# cannot be accepted: "))
    let baseline = try #require(scratch.bytes("ReferenceImages_64/AppTests/testBad.png"))
    #expect(try baseline == PNG.encode(.plain(8, 8)))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a file without permission to read`() throws {
    let good = scratch.write("a.png", .plain(2, 2))
    let closed = scratch.write("b.png", .plain(2, 2))
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
    let result = try Program.run("compare", good, closed)
    #expect(result.status == 3)
    #expect(result.errors.contains("b.png"))
    #expect(result.errors.localizedCaseInsensitiveContains("permission"))
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a baseline without permission to write stays as it was`() throws {
    scratch.addFailure("testBig")
    let folder = scratch["ReferenceImages_64/AppTests"]
    let before = try #require(scratch.bytes("ReferenceImages_64/AppTests/testBig.png"))
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    }
    let result = try Program.run("accept", scratch.failures, "--all")
    #expect(result.status == 3)
    #expect(result.errors.contains("unchanged"))
    #expect(scratch.bytes("ReferenceImages_64/AppTests/testBig.png") == before)
  }

  @Test func `a reader that goes away ends the program quietly`() throws {
    for index in 0..<40 { scratch.addFailure("test\(index)") }
    let result = try Program.shell("\"$0\" list \"$1\" | head -n 1", scratch.failures)
    #expect(result.lines.count == 1)
    #expect(result.errors == "")
    let ignored = try Program.shell("trap '' PIPE; \"$0\" list \"$1\" | true", scratch.failures)
    #expect(ignored.errors == "")
  }

  #if os(Linux)
    @Test func `a result that cannot be written is said`() throws {
      scratch.addFailure("testBig")
      let result = try Program.shell("\"$0\" list \"$1\" > /dev/full", scratch.failures)
      #expect(result.status == 3)
      #expect(result.errors.contains("standard output"))
    }
  #endif

  private static let png = PNGWriter.random(2, depth: 8, width: 32, height: 32).file()

  /// A picture with one changed byte in its pixels.
  private static var withWrongChecksum: [UInt8] {
    var bytes = png
    bytes[bytes.count / 2] ^= 0x55
    return bytes
  }

  private static let pointer = Array(
    """
    version https://git-lfs.github.com/spec/v1
    oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
    size 12345

    """.utf8)

  /// A header that promises 100,000 x 100,000 pixels, with a right checksum.
  private static var huge: [UInt8] {
    var bytes = Array(png.prefix(33))
    bytes.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
    bytes.replaceSubrange(29..<33, with: be32(Int(crc32(Array(bytes[12..<29])))))
    return bytes + png.dropFirst(33)
  }
}

import Foundation
import TestSupport
import Testing

/// A caller that closes standard streams, as some job schedulers do: the first file that is opened
/// would get their number, and what is printed would go into it.
struct ClosedStreamsTests {
  static let combinations: [String] = (0..<8).map { bits in
    (0..<3).filter { bits >> $0 & 1 == 1 }.map { "\($0)>&-" }.joined(separator: " ")
  }

  @Test(arguments: combinations)
  func `nothing that is printed gets into a file`(_ closed: String) throws {
    let scratch = TestFolder()
    scratch.addFailure("testFirst", changes: 3)
    scratch.addFailure("testSecond", changes: 5)
    let folder = scratch.failures
    let actual = try #require(scratch.bytes("FailureDiffs/AppTests/failed_testFirst.png"))
    let pair = "\"$1/AppTests/reference_testFirst.png\" \"$1/AppTests/failed_testFirst.png\""
    for command in [
      "list \"$1\"", "check \"$1\"", "accept --all \"$1\"", "undo \"$1\"", "review \"$1\"",
      "reject --all --note no \"$1\"", "list no-such-folder",
      "compare \(pair) --diff-output \"$1/../difference.png\"",
    ] {
      _ = try Program.shell("\"$0\" \(command) \(closed)", folder)
      try expectOnlyOurs(in: scratch)
      if command.hasPrefix("accept") {
        #expect(scratch.bytes("ReferenceImages_64/AppTests/testFirst.png") == actual)
      }
    }
    #expect(scratch.bytes("difference.png")?.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func `a result that cannot be printed is an error, as ever`() throws {
    let scratch = TestFolder()
    scratch.addFailure("testFirst")
    let result = try Program.shell("\"$0\" list \"$1\" >&-", scratch.failures)
    #expect(result.status == 3)
    #expect(result.errors.contains("Cannot write to standard output"))
  }

  /// The lock is empty or names its process, and every line of the journal is an object.
  private func expectOnlyOurs(in scratch: TestFolder) throws {
    let state = ".git/snapreview"
    guard scratch.exists(state) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch[state])
    where name.hasPrefix("lock") || name.hasPrefix("journal") {
      let text = String(decoding: try #require(scratch.bytes("\(state)/\(name)")), as: UTF8.self)
      for line in text.split(separator: "\n") {
        let isObject = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any]
        let isNumber = line.allSatisfy { $0.isNumber || $0 == " " }
        #expect(name.hasPrefix("journal") ? isObject : isNumber, "\(name): \(line)")
      }
    }
  }
}

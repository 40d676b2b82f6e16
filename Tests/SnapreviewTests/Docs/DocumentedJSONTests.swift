import Foundation
import TestSupport
import Testing

/// docs/json.md: below each command stands what it prints, for the folder that is described there.
struct DocumentedJSONTests {
  private struct Example {
    var command: String
    var json: String
  }

  private static let page = DocumentedCommandsTests.root.appendingPathComponent("docs/json.md")

  private static func examples() throws -> [Example] {
    let blocks = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "```")
    return blocks.indices.compactMap { index in
      guard blocks[index].hasPrefix("json\n"), index >= 2, blocks[index - 2].hasPrefix("sh\n")
      else { return nil }
      let command = blocks[index - 2].split(separator: "\n").last.map(String.init) ?? ""
      return Example(command: command, json: String(blocks[index].dropFirst(5)))
    }
  }

  private static func folder() throws -> TestFolder {
    let scratch = TestFolder()
    scratch.addFailure("testLogin", changes: 3)
    scratch.addFailure("testSame", changes: 0)
    _ = try Program.run(
      "reject", scratch.failures, "--filter", "testLogin", "--note", "the title is gone")
    return scratch
  }

  /// Without the IDs of causes, which depend on the bytes of pictures, and those on the machine's zlib.
  private func object(_ json: String) throws -> NSDictionary? {
    let json = json.replacing(#/"id": ?"[a-z0-9]{4,6}"/#, with: "\"id\":\"ID\"")
    return try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
  }

  @Test func `each example is what the program prints`() throws {
    let examples = try Self.examples()
    #expect(examples.count == 4)
    let scratch = try Self.folder()
    for example in examples {
      let words = example.command.split(separator: " ").dropFirst().map(String.init)
      let result = try Program.run(words, in: scratch.path)
      let output = result.output.replacingOccurrences(of: scratch.path, with: "/repo")
      let (printed, written) = (try object(output), try object(example.json))
      #expect(printed == written, "\(example.command): \(output)")
    }
  }
}

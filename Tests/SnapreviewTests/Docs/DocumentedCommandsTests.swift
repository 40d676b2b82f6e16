import Foundation
import TestSupport
import Testing

/// The program takes every command line in the pages and the action.
struct DocumentedCommandsTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardized

  static let pages: [String] = {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/docs")) ?? []
    return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }()

  static func text(_ page: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
  }

  static let commands = [
    "review", "list", "compare", "check", "tune", "accept", "reject", "tolerate", "undo",
    "decisions", "adopt", "wait", "show", "demo",
  ]

  /// Lines that begin with the program's name, or stand in backticks, as words.
  private static func lines(of text: String) -> [[String]] {
    var lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("snapreview ") || $0.hasPrefix("$ snapreview ") }
    lines += text.split(separator: "`").map(String.init).filter { $0.hasPrefix("snapreview ") }
    return lines.map { line in
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      return Array(words.drop { $0 == "$" }.dropFirst().prefix { $0 != "#" && $0 != "|" })
    }
  }

  @Test func `every command and flag that a page names exists`() throws {
    var help: [String: String] = [:]
    for command in Self.commands { help[command] = try Program.run(command, "--help").output }
    help["tune"]! += "--git"
    for page in Self.pages + ["action.yml"] {
      for words in Self.lines(of: try Self.text(page)) {
        let command = words.first.flatMap { Self.commands.contains($0) ? $0 : nil } ?? "review"
        for word in words where word.hasPrefix("--") && word != "-->" {
          let flag = String(word.prefix { $0 != "=" && $0 != "," && $0 != ";" && $0 != ")" })
          let isKnown =
            help[command]!.contains(flag) || ["--help", "--version"].contains(flag)
            || flag.hasPrefix("--generate-completion-script")
          #expect(isKnown, "\(page): snapreview \(words.joined(separator: " ")): \(flag)")
        }
      }
    }
  }

  /// Commands in a page with what they print, as `$ snapreview …` and the lines below it.
  private static func sessions(in text: String) -> [(words: [String], output: [String])] {
    text.components(separatedBy: "```").compactMap { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard let first = lines.first, first.hasPrefix("$ snapreview ") else { return nil }
      let words = first.split(separator: " ").dropFirst(2).map(String.init)
      return (words, Array(lines.dropFirst()))
    }
  }

  @Test func `what a page shows is what the program prints of the demo`() throws {
    let scratch = TestFolder()
    #expect(try scratch.run("demo").status == 0)
    #expect(
      try scratch.run("accept", "snapreview-demo", "--filter", "*iPhone-15").status == 0)
    var count = 0
    for page in Self.pages {
      for session in Self.sessions(in: try Self.text(page)) {
        count += 1
        let result = try Program.run(session.words, in: scratch.path)
        var rest = result.lines.map(Self.withoutGaps)[...]
        for line in session.output.map(Self.withoutGaps) where line != "…" {
          let place = rest.firstIndex(of: line)
          #expect(place != nil, "\(page): \(line)")
          rest = rest[((place ?? rest.startIndex - 1) + 1)...]
        }
      }
    }
    #expect(count >= 2)
  }

  /// A line with single spaces, and without the IDs of causes: they depend on the bytes of pictures,
  /// and those on the machine's zlib.
  private static func withoutGaps(_ line: String) -> String {
    let line = line.split(separator: " ").joined(separator: " ")
    return line.replacing(#/(^| )[a-z0-9]{4,6} (?=moved|rendering)/#) { "\($0.1)ID " }
  }
}

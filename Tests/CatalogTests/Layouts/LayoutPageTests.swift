import Base
import Catalog
import Foundation
import Testing

struct LayoutPageTests {
  private let lines: [Substring]

  init() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/layouts.md").standardized
    lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
  }

  @Test func `docs/layouts.md has a line for every layout`() {
    for layout in Layout.allCases {
      #expect(
        lines.contains { $0.hasPrefix("| `\(layout.rawValue)` | \(layout.title)") },
        "\(layout.rawValue) | \(layout.title)")
    }
  }

  @Test func `and it has the words that tell the role of a file`() throws {
    for (part, role) in [
      ("reference", FileRole.reference), ("actual", .actual), ("difference", .difference),
    ] {
      let row = try #require(lines.first { $0.hasPrefix("| \(part) | ") })
      let words = row.split(separator: "|").last?.trimmingCharacters(in: .whitespaces)
      #expect(words == role.words.joined(separator: ", "))
    }
  }
}

import Catalog
import Foundation
import Testing

@Suite struct LayoutPageTests {
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

  @Test func `and it has the words that the message for an unknown folder names`() throws {
    let error = #expect(throws: CatalogError.self) {
      _ = try Scene(["run/login.png": "a"]).open()
    }
    for part in ["reference", "actual", "difference"] {
      let row = try #require(lines.first { $0.hasPrefix("| \(part) | ") })
      let words = row.split(separator: "|").last?.trimmingCharacters(in: .whitespaces) ?? ""
      #expect(error?.description.contains(words) == true, "\(words)")
    }
  }
}

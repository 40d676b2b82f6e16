import Catalog
import Foundation
import Testing

@Suite struct LayoutPageTests {
  @Test func `docs/layouts.md has a line for every layout`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/layouts.md").standardized
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    for layout in Layout.allCases {
      #expect(
        lines.contains { $0.hasPrefix("| `\(layout.rawValue)` | \(layout.title)") },
        "\(layout.rawValue) | \(layout.title)")
    }
  }
}

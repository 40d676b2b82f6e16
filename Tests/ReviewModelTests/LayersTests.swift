import Catalog
import Foundation
import ReviewUI
import Testing

/// Arrows within ReviewUI: Render -> Layout <- Model, and Render -> Model.
struct LayersTests {
  @Test(arguments: [("Model", ["Render"], ["Layout"]), ("Layout", ["Render", "Model"], [])])
  func `a folder names nothing that is declared above it`(
    _ folder: String, _ above: [String], _ below: [String]
  ) throws {
    // An overload of what is its own or lies below is told apart by its arguments' types.
    let names = try declared(in: above).subtracting(declared(in: [folder] + below))
    #expect(names.count > 20)
    for text in try sources(folder) {
      for line in text.split(separator: "\n") where !line.contains("//") {
        let words = line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        #expect(names.intersection(words) == [], "\(folder): \(line)")
      }
    }
  }

  @Test func `drawing adds nothing to the state that the model could call`() throws {
    for text in try sources("Render") { #expect(!text.contains("extension ReviewState")) }
  }

  /// The types and functions that other files can name.
  private func declared(in folders: [String]) throws -> Set<String> {
    let declaration =
      #/^(?:public |package |final |indirect )*(?:struct|enum|class|protocol|func) (\w+)/#
      .anchorsMatchLineEndings()
    return try Set(
      folders.flatMap(sources).flatMap { $0.matches(of: declaration).map { String($0.1) } })
  }

  private func sources(_ folder: String) throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/ReviewUI/\(folder)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try files.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
    }
  }
}

import Base
import Catalog
import Foundation
import TestSupport
import Testing

/// `--stage` adds to the index what was accepted, and starts no program for that.
struct GitStagingTests {
  private let repository = TestRepository.changed()
  private var folder: TestFolder { repository.folder }

  private func stage(_ decision: Decision = .accepted) throws {
    try Catalog.stage(
      try repository.catalog().cases, after: decision, stateFolder: folder.stateFolder)
  }

  private var staged: [String] {
    repository.git("diff", "--cached", "--name-status", "--no-renames").output
      .split(separator: "\n").map { String($0).replacing("\t", with: " ") }
  }

  private let all = [
    "M Tests/__Snapshots__/A/changed.1.png", "D Tests/__Snapshots__/A/gone.1.png",
    "A Tests/__Snapshots__/A/new.1.png", "A Tests/__Snapshots__/A/renamed.1.png",
    "M Tests/__Snapshots__/A/text.1.txt",
  ]

  @Test func `what is there and what is gone is staged`() throws {
    try stage()
    #expect(staged == all)
    // A removal that is staged already is no reason to refuse the rest.
    try stage()
    #expect(staged == all)
  }

  @Test func `a snapshot that was staged before says so`() throws {
    try stage()
    let fresh = try repository.catalog()
    #expect(fresh.cases.first { $0.name == "new.1" }?.remarks.contains(.staged) == true)
  }

  @Test func `what was committed since the revision is not called staged`() throws {
    repository.commit()
    folder.png("Tests/__Snapshots__/A/changed.1.png", "staged")
    repository.git("add", "--all")
    let cases = try repository.catalog("HEAD~1").cases
    #expect(cases.filter({ $0.remarks.contains(.staged) }).map(\.name) == ["changed.1"])
    #expect(cases.count > 3)
  }

  @Test(arguments: ["crypt", "lfs"])
  func `what a filter would convert is refused, and the rest staged`(filter: String) throws {
    folder.write(".gitattributes", "changed* filter=\(filter)\n")
    repository.git("config", "filter.\(filter).clean", "touch '\(folder.top)/sprung'")
    let error = #expect(throws: CatalogError.self) { try stage() }
    #expect(
      error?.description
        == "1 file not staged: .gitattributes sends it through the filter \(filter), a program that "
        + "snapreview does not start. Decisions are kept. "
        + "Run: git -C \(folder.path) add -- Tests/__Snapshots__/A/changed.1.png")
    #expect(staged == Array(all.dropFirst()))
    #expect(!FileManager.default.fileExists(atPath: folder.top + "/sprung"))
  }

  @Test func `an index that is locked is named with its lock`() throws {
    folder.write(".git/index.lock", "")
    let error = #expect(throws: CatalogError.self) { try stage() }
    #expect(error?.description.contains(folder[".git/index.lock"]) == true)
    #expect(error?.description.contains("remove that file") == true)
  }

  @Test func `line endings are converted as git add does`() throws {
    folder.write(".gitattributes", "*.txt text\n")
    folder.write("Tests/__Snapshots__/A/text.1.txt", "two\r\n")
    try stage()
    #expect(repository.git("show", ":Tests/__Snapshots__/A/text.1.txt").output == "two\n")
  }
}

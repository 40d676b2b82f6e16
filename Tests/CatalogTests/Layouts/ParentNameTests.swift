import Catalog
import TestSupport
import Testing

/// The names of folders above a project do not matter: some services clone below "build".
struct ParentNameTests {
  static let parents = [
    "build", "test-results", "playwright-report", "blob-report", "actual", "Difference",
    "bitmaps_test", "cypress/screenshots", "failures",
  ]

  private func write(_ files: [String: String], below parent: String, in folder: TestFolder) {
    folder.folder("\(parent)/project/.git")
    for (name, words) in files { folder.png("\(parent)/project/\(name)", words) }
  }

  @Test(arguments: parents)
  func `Playwright's baseline is found`(_ parent: String) throws {
    let folder = TestFolder()
    write(
      [
        "tests/a.spec.ts-snapshots/menu-chromium-linux.png": "old",
        "out/a-chromium/menu-expected.png": "old", "out/a-chromium/menu-actual.png": "new",
      ], below: parent, in: folder)
    for given in ["", "/out"] {
      for references in [[], [folder["\(parent)/project/tests"]]] {
        let found = try catalog(folder["\(parent)/project\(given)"], references: references)
        #expect(
          found.cases.map(\.baseline?.path)
            == [folder["\(parent)/project/tests/a.spec.ts-snapshots/menu-chromium-linux.png"]])
        #expect(found.failures.allSatisfy { $0.hasPrefix(folder["\(parent)/project"]) })
      }
    }
  }

  @Test(arguments: parents)
  func `the baseline of Xcode's attachments is found`(_ parent: String) throws {
    let folder = TestFolder()
    let home = "\(parent)/project"
    folder.folder("\(home)/.git")
    folder.write("\(home)/Tests/__Snapshots__/LoginTests/testDark.1.png", rgba(3, 3, 10))
    folder.write("\(home)/out/reference.png", picture(3, 3, 10))
    folder.write("\(home)/out/failure.png", picture(3, 3, 20))
    #expect(
      try catalog(folder["\(home)/out"]).cases.map(\.baseline?.path)
        == [folder["\(home)/Tests/__Snapshots__/LoginTests/testDark.1.png"]])
  }
}

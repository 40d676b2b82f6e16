import Catalog
import TestSupport
import Testing

/// The wrong folder of the right project: the error names the right one.
struct WrongFolderTests {
  static let projects: [(files: [String: String], wrong: [String], right: String)] = [
    (
      ["UI/MenuTests/menu.png": "old", "UI/Difference/MenuTests/menu.diff.png": "d"],
      ["UI/MenuTests"], "UI/Difference"
    ),
    (
      [
        "ReferenceImages_64/MenuTests/a@2x.png": "old",
        "FailureDiffs/MenuTests/reference_a@2x.png": "old",
        "FailureDiffs/MenuTests/failed_a@2x.png": "new",
      ], ["ReferenceImages_64", "ReferenceImages_64/MenuTests"], "FailureDiffs"
    ),
    (
      [
        "Tests/__Snapshots__/MenuTests/testMenu.1.png": "old",
        "Artifacts/MenuTests/testMenu.1.png": "new",
      ], ["Tests", "Tests/__Snapshots__", "Tests/__Snapshots__/MenuTests"], "Artifacts"
    ),
    (
      [
        "tests/home.spec.ts-snapshots/menu-linux.png": "old",
        "test-results/home-menu/menu-actual.png": "new",
        "test-results/home-menu/menu-expected.png": "old",
      ], ["tests", "tests/home.spec.ts-snapshots"], "test-results"
    ),
    (
      [
        "app/src/test/snapshots/images/menu.png": "old",
        "app/build/paparazzi/failures/menu.png": "new",
      ], ["app/src", "app/src/test/snapshots/images"], "build/paparazzi/failures"
    ),
  ]

  @Test(arguments: projects)
  func `the folder of failures beside it is named`(
    _ project: (files: [String: String], wrong: [String], right: String)
  ) throws {
    let scene = Scene(project.files)
    for wrong in project.wrong {
      let error = #expect(throws: CatalogError.self) { try scene.open(wrong) }
      let text = error?.description ?? ""
      #expect(text.contains("Did you mean ") && text.contains(project.right), "\(wrong): \(text)")
      #expect(text.contains("which holds 1 failure of "), "\(wrong): \(text)")
    }
  }

  @Test func `beside a repository other projects are not looked into`() throws {
    let folder = TestFolder()
    for project in ["mine", "other"] { folder.folder("\(project)/.git") }
    folder.png("mine/a.png")
    folder.uber("other/FailureDiffs")
    let error = #expect(throws: CatalogError.self) { try catalog(folder["mine"]) }
    #expect(error?.description.contains("Did you mean") == false)
  }

  @Test func `a project without failures is not asked about`() throws {
    let scene = Scene(["shots/a.png": "a", "other/b.png": "b"])
    let error = #expect(throws: CatalogError.self) { try scene.open("shots") }
    #expect(error?.description.contains("Did you mean") == false)
  }
}

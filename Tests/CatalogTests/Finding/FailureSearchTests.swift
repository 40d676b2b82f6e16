import Catalog
import Foundation
import TestSupport
import Testing

/// What there is to review where nothing was named.
@Suite struct FailureSearchTests {
  private let folder = TestFolder()

  private func found(_ environment: [String: String] = [:]) -> [String] {
    FailureSearch(in: folder.path) { environment[$0] }.found.map {
      Paths.below(folder.path, $0) ?? $0
    }
  }

  @Test func `the folders that libraries write failures to are found, however deep`() {
    let folders = [
      "Tests/Difference", "FailureDiffs", "web/test-results", "web/a/__diff_output__", ".reg",
      ".loki", "lib/test/failures", "app/build/outputs/roborazzi", "app/build/paparazzi/failures",
    ]
    for name in folders { folder.folder(name + "/Inner") }
    folder.folder("Tests/__Snapshots__/A")
    folder.folder("app/build/other")
    #expect(Set(found()) == Set(folders))
  }

  @Test func `failures beside their baselines are known by their names`() {
    folder.png("rust/snapshots/a.png")
    #expect(found() == [])
    folder.png("rust/snapshots/a.new.png")
    folder.write("net/Test.run.received.txt", "x")
    folder.write("insta/snapshots/b.snap.new", "x")
    #expect(Set(found()) == ["rust/snapshots", "net", "insta/snapshots"])
  }

  @Test func `what git ignores is not entered, but for the places that are known`() {
    folder.write(".gitignore", "# built\n/out/\nvendor\n*.cache\n!kept.cache\nbuild\ndocs/*/gen\n")
    folder.write("sub/.gitignore", "local\n")
    for name in [
      "out/FailureDiffs", "vendor/FailureDiffs", "x/vendor/FailureDiffs", "a.cache/Difference",
      "docs/v1/gen/Difference", "sub/local/Difference", "node_modules/x/__diff_output__",
      ".hidden/Difference",
    ] {
      folder.folder(name)
    }
    #expect(found() == [])
    for name in ["x/out/FailureDiffs", "kept.cache/Difference", "local/Difference"] {
      folder.folder(name)
    }
    folder.folder("build/paparazzi/failures")
    #expect(
      Set(found()) == [
        "x/out/FailureDiffs", "kept.cache/Difference", "local/Difference",
        "build/paparazzi/failures",
      ])
  }

  @Test func `a folder that is ignored is found by its own name all the same`() {
    folder.write(".gitignore", "FailureDiffs/\ntest-results\n")
    folder.folder("FailureDiffs/A")
    folder.folder("web/test-results/a")
    #expect(Set(found()) == ["FailureDiffs", "web/test-results"])
  }

  @Test func `the environment can name folders anywhere`() {
    let other = TestFolder()
    #expect(found(["SNAPSHOT_ARTIFACTS": other.path]) == [other.path])
    #expect(found(["IMAGE_DIFF_DIR": other["missing"]]) == [])
  }

  @Test func `links are not followed`() {
    let other = TestFolder()
    other.folder("Difference")
    folder.link("link", to: other.path)
    #expect(found() == [])
  }
}

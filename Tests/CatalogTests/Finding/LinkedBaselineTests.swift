import Catalog
import TestSupport
import Testing

/// Baselines that tests share: by links, and by names.
struct LinkedBaselineTests {
  private let folder = TestFolder()
  private let place = "Tests/__Snapshots__/F/"

  @Test func `of a baseline that is a link the file that changes is named, and who shares it`()
    throws
  {
    folder.png("\(place)test.phone.png", "old")
    for name in ["pad", "tv"] { folder.link("\(place)test.\(name).png", to: "test.phone.png") }
    folder.png("Artifacts/F/test.pad.png", "new")
    let found = try catalog(folder.path).cases[0]
    let target = folder["\(place)test.phone.png"]
    #expect(found.baseline?.path == target && found.reference == target)
    #expect(
      found.sentences == [
        "Links lead to its baseline: accepting writes \(target), which is the baseline of "
          + "test.pad.png, test.phone.png, test.tv.png."
      ])
    folder.png("Artifacts/F/test.phone.png", "newer")
    let both = try catalog(folder.path).cases
    #expect(both.map(\.rivals) == [1, 1])
    #expect(both.allSatisfy { $0.baseline?.path == target })
    #expect(
      both[1].sentences[0].hasPrefix("Links lead to its baseline: accepting writes \(target)"))
  }

  @Test func `of two folders a link that leads out of the second is no actual`() throws {
    folder.png("A/x.png", "old")
    folder.png("elsewhere/x.png", "new")
    folder.png("B/y.png", "new")
    folder.link("B/x.png", to: folder["elsewhere/x.png"])
    folder.link("A/y.png", to: folder["A/x.png"])
    let options = folder.options()
    let found = try Catalog(paths: [folder["A"], folder["B"]], options: options).cases
    #expect(found.first { $0.name == "x" }?.obstacle?.contains("leads out") == true)
    // Two files are named by the user.
    let pair = try Catalog(paths: [folder["A/x.png"], folder["B/x.png"]], options: options).cases
    #expect(pair.map(\.obstacle) == [nil])
  }

  @Test func `a linked folder of baselines is the real one`() throws {
    folder.png("Shared/F/test.1.png", "old")
    folder.folder("Tests")
    folder.link("Tests/__Snapshots__", to: "../Shared")
    folder.png("Artifacts/F/test.1.png", "new")
    folder.folder(".git")
    #expect(
      try catalog(folder.path).cases[0].baseline?.path == folder["Shared/F/test.1.png"])
  }

  @Test func `two failures with the same bytes do not contradict each other`() throws {
    folder.png("\(place)test.1.png", "old")
    for device in ["pad", "phone"] { folder.png("out/\(device)/F/test.1.png", "new") }
    let alike = try catalog(folder.path).cases
    #expect(alike.map(\.rivals) == [0, 0])
    #expect(
      alike.allSatisfy {
        $0.sentences == [
          "One other case has the same baseline and the same actual: they can be accepted together."
        ]
      })
    folder.png("out/tv/F/test.1.png", "newer")
    let found = try catalog(folder.path).cases
    #expect(found.map(\.rivals) == [1, 1, 2])
  }
}

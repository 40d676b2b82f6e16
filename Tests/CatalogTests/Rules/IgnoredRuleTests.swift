import Catalog
import DiffEngine
import Foundation
import PNGCodec
import Pixels
import Settings
import TestSupport
import Testing

/// The areas that rules leave out of a picture.
struct IgnoredRuleTests {
  private let folder = TestFolder()
  private let picture = try! PNG.encode(
    PixelImage(width: 2, height: 1, pixels: [Pixel(0, 0, 0, 255), Pixel(9, 9, 9, 255)]))
  private let snapshot = SnapshotCase(
    id: "S/a", suite: "S", name: "a", layout: Layout(rawValue: "uber"))

  private func ignored(_ text: String) throws -> IgnoredAreas {
    try RuleBook(parsing: text, file: "r.toml").ignored(in: snapshot)
  }

  @Test func `areas are lists of tables, of which the last rule's count`() throws {
    let text =
      "[default]\nignore = [{x = 0, y = 0, width = \"100%\", height = 44}]\n"
      + "[[rule]]\nmatch = \"S/*\"\nignore = [{x = 1, y = 2, width = 3, height = \"4.5%\"},\n"
      + "  {x = 5, y = 6, width = 7, height = 8}]\n"
    let areas = try ignored(text).areas
    #expect(areas.map(\.x) == [.pixels(1), .pixels(5)])
    #expect(areas[0].height == .share(0.045))
    #expect(try ignored(text + "[[rule]]\nmatch = \"S/a\"\nignore = []\n").isEmpty)
    #expect(try ignored(text.replacing("S/*", with: "T/*")).areas.count == 1)
  }

  @Test(
    arguments: [
      (
        "ignore = 3",
        "r.toml:2: ignore = 3 is not a list of areas such as [{x = 0, y = 0, width = \"100%\", "
          + "height = 44}] or a picture such as \"mask.png\"."
      ),
      ("ignore = [3]", "r.toml:2: ignore = a value of another kind is not a list of areas"),
      ("ignore = [{x = 0}]", "r.toml:2: an ignored area without \"y\". Give a list of areas"),
      (
        "ignore = [{x = 0, y = 0, w = 1, height = 1}]",
        "r.toml:2: unknown key \"w\". Allowed: x, y, width, height."
      ),
      (
        "ignore = [{x = -1, y = 0, width = 1, height = 1}]",
        "r.toml:2: x = -1 is not a whole number of pixels from 0 or a percentage such as \"50%\"."
      ),
      (
        "ignore = [{x = 0, y = 0, width = \"101%\", height = 1}]",
        "r.toml:2: width = \"101%\" is not"
      ),
      ("ignore = [{x = 0, y = 0, width = \"10\", height = 1}]", "r.toml:2: width = \"10\" is not"),
    ])
  func `what is wrong is named with its line`(_ line: String, _ message: String) throws {
    let error = try #require(throws: SettingsError.self) { try ignored("[default]\n\(line)\n") }
    #expect(error.description.hasPrefix(message), "\(error)")
  }

  // MARK: - Masks

  private func load(opened: String) throws -> RuleBook {
    try RuleBook.load(RulesFileSearch(opened: folder[opened]))
  }

  private func project(_ mask: String) {
    folder.folder("repo/.git")
    folder.folder("repo/build/failures")
    folder.write("repo/.snapreview.toml", "[default]\nignore = \"\(mask)\"\n")
  }

  @Test func `a mask is a picture below the rules file's folder`() throws {
    project("masks/clock.png")
    folder.write("repo/masks/clock.png", picture)
    let areas = try load(opened: "repo/build/failures").ignored(in: snapshot)
    #expect(areas.mask?.name == "masks/clock.png")
  }

  @Test(arguments: [
    "../out.png", "/etc/passwd", "link.png", "build/failures/m.png", "no.png", "a.txt",
  ])
  func `no mask comes from outside, or with the failures`(_ mask: String) throws {
    project(mask)
    folder.write("out.png", picture)
    folder.write("repo/build/failures/m.png", picture)
    folder.write("repo/a.txt", "text")
    try FileManager.default.createSymbolicLink(
      atPath: folder["repo/link.png"], withDestinationPath: folder["out.png"])
    let error = try #require(throws: SettingsError.self) {
      try load(opened: "repo/build/failures")
    }
    #expect(error.line == 2 && error.file == folder["repo/.snapreview.toml"])
    #expect(error.detail.hasPrefix("ignore = \"\(mask)\" "), "\(error)")
  }

  // MARK: - Saving

  @Test func `areas are saved where they were changed, and stay as they are otherwise`() throws {
    let area = IgnoredAreas.Area(
      x: .pixels(1), y: .share(0.5), width: .share(1), height: .pixels(9))
    let areas = IgnoredAreas([area])
    let text = "# ours\n[default]\nstrategy = \"naive\"\nthreshold = 0\n"
    func edited(_ text: String, _ match: String?, _ ignored: IgnoredAreas?) throws -> String {
      try RuleBook.edited(
        text, setting: Strategy(.naive), match: match, ignored: ignored, file: "r")
    }
    let line = "ignore = [{x = 1, y = \"50%\", width = \"100%\", height = 9}]\n"
    let saved = try edited(text, nil, areas)
    #expect(saved == text + line)
    #expect(try edited(saved, nil, nil) == saved && edited(saved, nil, areas) == saved)
    #expect(try RuleBook(parsing: saved, file: "r").ignored(in: snapshot) == areas)
    let cleared = try edited(saved, nil, IgnoredAreas())
    #expect(cleared == text + "ignore = []\n")
    #expect(try edited(saved, "S/*", IgnoredAreas()).hasSuffix("threshold = 0\nignore = []\n"))
    #expect(throws: SettingsError.self) {
      try edited(text + "ignore = [\n]\n", nil, areas)
    }
  }
}

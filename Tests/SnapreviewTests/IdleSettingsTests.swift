import ReviewUI
import TestSupport
import Testing
import snapreview

/// Settings of a rules file that do nothing are told, and fail the check.
struct IdleSettingsTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  init() {
    folder.write("Tests/__Snapshots__/LoginTests/testDark.1.png", .plain(8, 8))
    folder.write("Tests/__Snapshots__/MenuTests/testOpen.1.png", .plain(8, 8))
    repository.commit()
    folder.write("Artifacts/LoginTests/testDark.1.png", .plain(8, 8, changes: 3))
  }

  private func check(_ rules: String) throws -> Program.Result {
    folder.write(".snapreview.toml", "[default]\nthreshold = 9\n\n[[rule]]\n\(rules)\n")
    return try folder.run("check", "Artifacts", "--references", "Tests")
  }

  @Test(arguments: ["LoginTests/*", "**/testDark*", "MenuTests/testOpen.1", "Tests/**"])
  func `a rule that fits a case or another snapshot is left alone`(_ pattern: String) throws {
    let result = try check("match = \"\(pattern)\"\nthreshold = 9")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }

  @Test func `a rule that fits nothing is named`() throws {
    let result = try check("match = \"LogninTests/*\"\nthreshold = 9")
    #expect(result.status == 2)
    #expect(result.errors.contains("match = \"LogninTests/*\" fits no case"))
  }

  @Test func `a rule that fits nothing is named in a green run as well`() throws {
    folder.write(".snapreview.toml", "[[rule]]\nmatch = \"LogninTests/*\"\nthreshold = 9\n")
    folder.folder("empty")
    for path in ["empty", "never-made"] {
      let result = try folder.run("check", path, "--allow-empty")
      #expect(result.status == 2 && result.errors.contains("\"LogninTests/*\" fits no case"))
    }
    folder.write(".snapreview.toml", "match =")
    #expect(try folder.run("check", "never-made", "--allow-empty").status == 2)
  }

  @Test func `a layout that no case is of has no effect`() throws {
    folder.write("a.png", .plain(8, 8))
    folder.write("b.png", .plain(8, 8))
    let result = try folder.run("check", "a.png", "b.png", "--layout", "uber")
    #expect(result.status == 2 && result.errors.contains("--layout has no effect"))
    #expect(try folder.run("check", "a.png", "b.png", "--layout", "pair").status == 0)
  }

  @Test func `the screen greets with a rule that fits nothing`() throws {
    let place = folder.write(
      ".snapreview.toml", "[[rule]]\nmatch = \"LogninTests/*\"\nthreshold = 9\n")
    let source = try ReviewSource([folder["Artifacts"]], rulesFile: place)
    let message = try #require(source.greeting(keys: KeyMap()))
    #expect(message.text.contains("match = \"LogninTests/*\" fits no case"), "\(message.text)")
  }

  @Test func `a rule that sets nothing is named`() throws {
    let result = try check("match = \"LoginTests/*\"")
    #expect(result.status == 2)
    #expect(result.errors.contains("match = \"LoginTests/*\" sets nothing"), "\(result.errors)")
  }

  @Test func `an ignored area without extent is refused`() throws {
    let area = "{x = 0, y = 0, width = \"100%\", height = 0}"
    let result = try check("match = \"LoginTests/*\"\nignore = [\(area)]")
    #expect(result.status == 2 && result.errors.contains("toml:6: height = 0 ignores nothing"))
  }

  @Test func `a parameter without a strategy that has it is named, unless a rule's has`() throws {
    folder.write(".snapreview.toml", "[default]\nthreshold = 9\ndeltaE = 2\n")
    let idle = try folder.run("check", "Artifacts", "--references", "Tests")
    #expect(idle.status == 2 && idle.errors.contains("[default]: deltaE has no effect"))
    let used = try check("match = \"LoginTests/*\"\nstrategy = \"perceptual\"\ndeltaE = 2")
    #expect(used.status == 0 && used.errors == "", "\(used.errors)")
  }

  @Test func `an axis that fits no snapshot is named`() throws {
    let rule = "match = \"LoginTests/*\"\nthreshold = 9\n\n[axes]\n"
    let idle = try check(rule + "theme = [\"drak\"]")
    #expect(idle.status == 2 && idle.errors.contains("[axes]: theme fits no snapshot"))
    #expect(try check(rule + "theme = [\"dark\"]").status == 0)
    #expect(try check(rule + "screen = [\"open\"]").status == 0, "that of another snapshot")
    #expect(try check(rule + "pattern = \"{a}~{b}\"").errors.contains("pattern fits no snapshot"))
  }

  @Test func `a parameter that the strategy has not is named`() throws {
    let result = try check(
      "match = \"LoginTests/*\"\nstrategy = \"uber\"\nthreshold = 9\noverallTolerance = 1.0")
    #expect(result.status == 2)
    #expect(result.errors.contains("threshold has no effect: the strategy uber"))
  }

  @Test func `a layout that fits no file of the project is named`() throws {
    let rule = "match = \"LoginTests/*\"\nthreshold = 9\n\n[layout]\nname = \"ours\"\n"
    let idle = try check(
      rule + "actual = \"Failed/{dir*}/{name}.png\"\nreference = \"Good/{dir*}/{name}.png\"")
    #expect(idle.status == 2, "\(idle.errors)")
    #expect(idle.errors.contains("[layout]: the layout ours fits no file of the project."))
    let passing = try check(
      rule + "actual = \"Failed/{dir*}/{name}.png\"\n"
        + "reference = \"__Snapshots__/{dir*}/{name}.png\"")
    #expect(passing.status == 0 && passing.errors == "", "\(passing.errors)")
  }

  @Test func `a layout whose references fit no file is named, though its actuals are found`() throws
  {
    folder.write("out/login.png", .plain(8, 8))
    folder.write("golden/login.png", .plain(8, 8))
    let layout = { (reference: String) in
      "[layout]\nname = \"ours\"\nactual = \"out/{name}.png\"\nreference = \"\(reference)\""
    }
    folder.write(".snapreview.toml", layout("gold/{name}.png"))
    let idle = try folder.run("list", "out")
    #expect(idle.errors.contains("reference = \"gold/{name}.png\" fits no file"), "\(idle)")
    folder.write(".snapreview.toml", layout("golden/{name}.png"))
    #expect(try folder.run("check", "out").errors == "")
  }

  @Test func `a layout is named if it is why nothing is found`() throws {
    folder.write("out/login.png", .plain(8, 8))
    folder.write("golden/login.png", .plain(8, 8))
    folder.write(
      ".snapreview.toml",
      "[layout]\nname = \"ours\"\nactual = \"outt/{name}.png\"\nreference = \"golden/{name}.png\"")
    let result = try folder.run("check", "out")
    #expect(result.status == 2)
    #expect(result.errors.contains("The [layout] ours of the rules fits none of them"))
    let sentence = result.errors.split(separator: " Did you mean")[0]
    #expect(sentence.count <= 200, "\(result.errors)")
  }

  @Test func `a parameter above every table is refused with its place`() throws {
    folder.write(".snapreview.toml", "threshold = 9\n")
    let result = try folder.run("check", "Artifacts", "--references", "Tests")
    #expect(result.status == 2)
    #expect(result.errors.contains("toml:1: \"threshold\" must be below [default]"))
  }

  @Test func `a folder of actuals that is not there and that nobody reads is named`() throws {
    let text = "actuals = \"build/Actuals\"\n\n[default]\nthreshold = 9\n"
    folder.write(".snapreview.toml", text)
    let idle = try folder.run("check", "Artifacts", "--references", "Tests")
    #expect(idle.status == 2)
    #expect(idle.errors.contains("actuals = \"build/Actuals\" has no effect"), "\(idle.errors)")
    folder.write("build/Actuals/LoginTests/testOpen.png", .plain(8, 8))
    #expect(try folder.run("check", "Artifacts", "--references", "Tests").status == 0)
  }

  @Test(arguments: [("8", "4", true), ("7", "4", false), ("\"100%\"", "1", true)])
  func `an ignored area outside every picture is named`(
    _ place: String, _ height: String, _ isIdle: Bool
  ) throws {
    let area = "{x = 0, y = \(place), width = 4, height = \(height)}"
    let result = try check("match = \"LoginTests/*\"\nthreshold = 9\nignore = [\(area)]")
    #expect(result.status == (isIdle ? 2 : 0), "\(result.errors)")
    let sentence = "ignore = [\(area)] lies outside every picture."
    #expect(result.errors.contains(sentence) == isIdle, "\(result.errors)")
  }
}

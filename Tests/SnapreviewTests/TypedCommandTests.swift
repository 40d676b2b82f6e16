import TestSupport
import Testing

/// Commands as people type them: short forms, slips, and narrow terminals.
struct TypedCommandTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }

  private func addCases() {
    folder.write("Tests/__Snapshots__/LoginTests/testDark.1.png", .plain(8, 8))
    folder.write("Tests/__Snapshots__/LoginTests/testSame.1.png", .plain(8, 8))
    repository.commit()
    folder.write("Artifacts/LoginTests/testDark.1.png", .plain(8, 8, changes: 3))
    folder.write("Artifacts/LoginTests/testSame.1.png", .plain(8, 8))
  }

  @Test(arguments: ["-V", "-v", "version"])
  func `the version has short forms`(_ word: String) throws {
    #expect(try Program.run(word).output == Program.run("--version").output)
  }

  @Test(arguments: ["--help", "-h", "--version", "-V"])
  func `what was asked for is no mistake`(_ word: String) throws {
    #expect(try Program.run(word).errors == "")
  }

  @Test(arguments: [nil] + DocumentedCommandsTests.commands.map { $0 })
  func `-h is a glance, and says where the rest is`(_ command: String?) throws {
    let words = command.map { [$0] } ?? []
    let brief = try Program.run(words + ["-h"])
    let full = try Program.run(words + ["--help"])
    #expect(brief.status == 0 && brief.lines.count <= 14, "\(brief.output)")
    #expect(brief.output.contains("--help") && brief.lines[1].hasPrefix("Usage: snapreview"))
    #expect(brief.output.count < full.output.count)
  }

  @Test func `help with a word that is no command says what was meant`() throws {
    let near = try Program.run("help", "lst")
    #expect(near.status == 2 && near.output.isEmpty)
    #expect(
      near.errors
        == "snapreview: There is no command \"lst\". Did you mean: snapreview help list?\n")
    #expect(try Program.run("help", "qqqq").errors.contains("The commands are review, list,"))
    #expect(try Program.run("help", "list").output == Program.run("list", "--help").output)
  }

  @Test func `a quiet command prints errors only`() throws {
    addCases()
    let place = ["Artifacts", "--references", "Tests", "--quiet"]
    let files = ["Tests/__Snapshots__", "Artifacts"].map { "\($0)/LoginTests/testDark.1.png" }
    for (words, status) in [("check", 1), ("accept --all", 0), ("check", 0), ("undo", 0)] {
      let result = try Program.run(
        words.split(separator: " ").map(String.init) + place,
        in: folder.path)
      #expect(result.status == Int32(status) && result.output == "" && result.errors == "")
    }
    for words in [["list", "Artifacts"] + place.dropFirst(), ["compare"] + files + ["--quiet"]] {
      let result = try Program.run(words, in: folder.path)
      #expect(result.status == 1 && result.output == "" && result.errors == "")
    }
    let mistake = try folder.run("check", "Artifcts", "--quiet")
    #expect(mistake.status == 3 && !mistake.errors.isEmpty)
  }

  @Test func `a mistyped folder or key is answered with the one that is there`() throws {
    addCases()
    let missing = try folder.run("list", "Artifcts")
    #expect(missing.status == 3 && missing.errors.contains("Did you mean Artifacts? "))
    let below = try folder.run("list", "Artifacts/LogniTests")
    #expect(below.errors.contains("Did you mean Artifacts/LoginTests? "))
    folder.write(".snapreview.toml", "[default]\ntreshold = 9\n")
    let key = try folder.run("list", "Artifacts")
    #expect(key.status == 2 && key.errors.contains("Did you mean \"threshold\"? "))
  }

  @Test(arguments: [
    ("list --strategy combind", "Did you mean: --strategy combined?"),
    ("list --format jsn", "Did you mean: --format json?"),
    ("check --format makdown", "Did you mean: --format markdown?"),
    ("review --cells octnts", "Did you mean: --cells octants?"),
    ("compare a b --diff-style higlight", "Did you mean: --diff-style highlight?"),
    ("list --by cuase", "Did you mean: --by cause?"),
    ("list --layout pointfre", "Did you mean \"pointfree\"? Known: "),
    ("--verison", "Did you mean: snapreview --version?"),
  ])
  func `a mistyped value is answered with the one that was meant`(
    _ words: String, _ hint: String
  ) throws {
    let result = try Program.run(words.split(separator: " ").map(String.init), in: folder.path)
    #expect(result.status == 2 && result.errors.contains(hint), "\(result.errors)")
  }

  @Test func `a value like none that is allowed is answered with those alone`() throws {
    let result = try folder.run("list", "--strategy", "zzz")
    #expect(result.status == 2 && !result.errors.contains("Did you mean"))
  }

  @Test func `nothing found is said in one line with one thing to do`() throws {
    let result = try folder.run("list")
    #expect(result.status == 2 && result.errors.count < 200)
    #expect(result.errors.hasSuffix("wrote its failures to: snapreview FOLDER\n"))
  }

  @Test func `failures are found from a folder below the repository's top`() throws {
    addCases()
    let top = try folder.run("list", "--format", "json")
    folder.folder("Sources/App")
    let below = try Program.run("list", "--format", "json", in: folder["Sources/App"])
    #expect(top.cases.count == 2 && below.texts("id") == top.texts("id"), "\(below.errors)")
  }

  @Test func `two files in the wrong order are not accepted without asking`() throws {
    folder.write("failed_a.png", .plain(8, 8, changes: 3))
    folder.write("a.png", .plain(8, 8))
    let before = folder.bytes("failed_a.png")
    let swapped = try folder.run("accept", "failed_a.png", "a.png")
    #expect(swapped.status == 2 && folder.bytes("failed_a.png") == before)
    #expect(swapped.errors.contains("failed_a.png is the actual and a.png the reference."))
    #expect(try folder.run("accept", "a.png", "failed_a.png").status == 0)
  }

  @Test(arguments: [60, 80, 120])
  func `a list breaks no word and fits the terminal`(_ columns: Int) throws {
    addCases()
    let terminal = try PseudoTerminal(
      Program.path, ["list", folder["Artifacts"], "--references", folder["Tests"]],
      columns: columns, environment: .terminal(["NO_COLOR": "1"]))
    #expect(try terminal.waitForExit() == .code(1))
    let text = String(decoding: terminal.output, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline) { #expect(line.count <= columns) }
    #expect(!text.contains("MAX ΔE"))
    #expect(text.contains("LoginTests/testDark.1"))
  }

  @Test func `a name that leaves no room for figures gets a line of its own`() throws {
    addCases()
    let name = "LoginTests/test" + String(repeating: "Long", count: 14) + ".1.png"
    folder.write("Tests/__Snapshots__/\(name)", .plain(8, 8))
    repository.commit()
    folder.write("Artifacts/\(name)", .plain(8, 8, changes: 3))
    let terminal = try PseudoTerminal(
      Program.path, ["list", folder["Artifacts"], "--references", folder["Tests"]],
      columns: 80, environment: .terminal(["NO_COLOR": "1"]))
    #expect(try terminal.waitForExit() == .code(1))
    let text = String(decoding: terminal.output, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let place = try #require(lines.firstIndex { $0.hasPrefix("LoginTests/testLong") })
    #expect(lines[place + 1].contains("mismatch") && lines[place + 1].contains("3 px"), "\(lines)")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    #expect(lines.contains("CASE"))
  }

  @Test func `a case that matches is not undecided`() throws {
    addCases()
    let list = try folder.run("list", "Artifacts", "--references", "Tests")
    #expect(list.output.contains("2 cases: 1 match, 1 mismatch; 1 undecided; 1 failing."))
    #expect(list.lines.first { $0.hasPrefix("match") }?.contains("undecided") == false)
  }

  @Test func `a flag that nothing heeds is an error`() throws {
    addCases()
    folder.write(".snapreview.toml", "[default]\nstrategy = \"cluster\"\n")
    let flag = try folder.run("check", "Artifacts", "--references", "Tests", "--delta-e", "2")
    #expect(flag.status == 2 && flag.errors.contains("--delta-e has no effect under cluster."))
    let url = try folder.run("check", "Artifacts", "--pictures-url", "https://x")
    #expect(url.status == 2 && url.errors.contains("goes with --pictures"))
    for command in ["doctor", "undo", "tune", "list"] {
      let stage = try folder.run(command, "--stage")
      #expect(
        stage.status == 2 && stage.errors.contains("Unknown option '--stage'"), "\(command)")
    }
    folder.write("a.txt", "one")
    for words in [
      ["a.txt", "a.txt", "--ignore", "0,0,1,1"], ["a.txt", "a.txt", "--threshold", "1"],
    ] {
      let text = try Program.run(["compare"] + words, in: folder.path)
      #expect(text.status == 2 && text.errors.contains("\(words[2]) goes with images"))
    }
    let style = try folder.run("compare", "a.txt", "a.txt", "--diff-style", "heat")
    #expect(style.status == 2 && style.errors.contains("--diff-style goes with --diff-output"))
    let size = try folder.run("show", "Artifacts", "--case", "*", "--output", "a", "--size", "9x9")
    #expect(size.status == 2 && size.errors.contains("--size has no effect with --output"))
    folder.write("a.png", .plain(8, 8))
    let area = try folder.run(
      "compare", "a.png", "a.png", "--ignore", "8,0,9,9", "--diff-output", "d")
    #expect(area.status == 2 && area.errors.contains("--ignore 8,0,9,9 lies outside both pictures"))
    folder.folder("empty")
    let idle = try folder.run(
      "check", "Artifacts", "--references", "empty", "--allow-empty", "--allow-skipped")
    #expect(idle.errors.contains("--references has no effect"), "\(idle.errors)")
    let folders = try folder.run("compare", "Tests", "Artifacts")
    #expect(folders.status == 2 && folders.errors.contains("snapreview list Tests Artifacts"))
    let log = try folder.run(
      "check", "Artifacts", "--references", "Tests", "--threshold", "9", "--log", "run.log")
    #expect(log.status != 0 && log.errors.contains("--log"))
  }
}

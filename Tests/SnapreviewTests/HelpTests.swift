import TestSupport
import Testing

/// The help for a user who does not know the program.
struct HelpTests {
  @Test(arguments: DocumentedCommandsTests.commands)
  func `every command shows examples of itself`(_ command: String) throws {
    let help = try Program.run(command, "--help")
    #expect(help.status == 0)
    let lines = help.lines
    let start = try #require(lines.firstIndex { $0.hasSuffix("Examples:") })
    let examples = lines[(start + 1)...].prefix { $0.contains("snapreview") }
    let name = command == "review" ? "snapreview " : "snapreview \(command)"
    #expect(!examples.isEmpty && examples.allSatisfy { $0.contains(name) }, "\(examples)")
    // None is so long that it is broken.
    #expect(examples.last?.hasPrefix("USAGE: ") == true, "\(lines[start...])")
  }

  @Test(arguments: [
    ("lsit", "list"), ("chek", "check"), ("aprove", nil), ("toleratee", "tolerate"), ("xyz", nil),
  ])
  func `a word that is nearly a command is answered with it`(
    _ word: String, _ command: String?
  ) throws {
    let result = try Program.run(word)
    #expect(result.status == 3)
    #expect(
      result.errors.contains("Did you mean: snapreview ") == (command != nil)
        && result.errors.contains("Did you mean: snapreview \(command ?? "")?\n")
          == (command != nil)
    )
  }

  @Test func `a misspelt command is named whatever else is wrong for it`() throws {
    let folder = TestFolder()
    let words = ["chekc", ".", "--allow-empty"]
    let hint = "Did you mean: snapreview check?\n"
    #expect(try Program.run(words, in: folder.path).errors.contains(hint))
    folder.write("chekc/a.txt", "")
    #expect(try !Program.run(words, in: folder.path).errors.contains(hint), "a folder of that name")
  }

  @Test func `an unknown flag or value is answered with what there is`() throws {
    let flag = try Program.run("list", "--fromat", "json", ".")
    #expect(flag.status == 2 && flag.errors.contains("--format"))
    let value = try Program.run("check", "--format", "xml", ".")
    #expect(value.status == 2 && value.errors.contains("junit"))
  }
}

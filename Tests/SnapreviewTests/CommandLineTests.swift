import TestSupport
import Testing
import snapreview

/// `compare` reads its usual command lines by itself, and leaves all others to ArgumentParser.
@Suite struct CommandLineTests {
  private let scratch = TestFolder()
  let reference: String
  let actual: String

  init() {
    reference = scratch.write("a.png", .plain(4, 2))
    actual = scratch.write("b.png", .plain(4, 2, changes: 3))
  }

  private func line(_ flags: String) -> [String] {
    ["compare", reference] + flags.split(separator: " ").map(String.init) + [actual]
  }

  @Test(arguments: [
    "", "--format json", "--format=json --format text", "--threshold 2 --threshold=3",
    "--strategy combined --delta-e 2 --cluster-size=2 --format=json",
    "--cluster-size 2 --delta-e 2 --strategy=combined --format json", "--cluster-size 2",
    "--delta-e 2 --perceptual-precision 0.5 --strategy perceptual",
    "--strategy pixelmatch --include-aa --yiq-threshold 0.2 --format json",
    "--strategy pointfree --platform macos --format json", "--strategy naive --threshold 25%",
    "--strategy naive --threshold 9", "--ignore 0,0,50%,1 --ignore=50%,0,25%,100% --format json",
    "--diff-style heat --diff-output -", "--diff-output=- --diff-style=tint --diff-style boxes",
  ])
  func `a line that is read directly means what ArgumentParser reads`(_ flags: String) throws {
    #expect(FileComparison(commandLine: line(flags)) != nil)
    let parsed = line(flags) + ["--"]
    #expect(FileComparison(commandLine: parsed) == nil)
    let (direct, slow) = (try Program.run(line(flags)), try Program.run(parsed))
    #expect(direct.output == slow.output && direct.errors == slow.errors)
    #expect(direct.status == slow.status)
  }

  @Test(arguments: [
    "--help", "-h", "--version", "--", "--format", "--format xml", "--format=", "--diff-style none",
    "--strategy nearly", "--strategy --threshold", "--threshold few", "--threshold=-1",
    "--include-aa=true", "--no-such-flag", "third.png", "--threshold", "--diff-output=",
  ])
  func `mistakes and questions are left to ArgumentParser`(_ flags: String) {
    #expect(FileComparison(commandLine: line(flags)) == nil)
    #expect(FileComparison(commandLine: ["compare", reference]) == nil)
    #expect(FileComparison(commandLine: ["list", reference, actual]) == nil)
  }

  @Test func `a first word that is no command is a path, unless it asks for help`() throws {
    let folder = try Program.run(scratch.path)
    #expect(try Program.run("review", scratch.path).output == folder.output)
    #expect(try Program.run("help").output == Program.run("--help").output)
    let mistake = try Program.run(scratch.path, "--no-such-flag")
    #expect(mistake.status == 2 && mistake.errors.contains("--no-such-flag"))
  }
}

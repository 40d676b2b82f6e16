import DiffEngine
import TestSupport
import Testing

struct CommandLineTests {
  private let scratch = TestFolder()

  @Test func `compare takes its flags in any order and form, and of repeated ones the last`() throws
  {
    let files = [
      scratch.write("a.png", .plain(4, 2)), scratch.write("b.png", .plain(4, 2, changes: 3)),
    ]
    func compare(_ flags: String) throws -> Program.Result {
      let words = flags.split(separator: " ").map(String.init)
      return try Program.run(["compare", files[0]] + words + [files[1]])
    }
    let plain = try compare("--strategy cluster --cluster-size 2 --threshold 3 --format json")
    #expect(plain.status == 0 && plain.json["allowed"] as? Int == 3)
    for flags in [
      "--format=json --threshold=3 --cluster-size=2 --strategy=cluster",
      "--threshold 0 --format text --strategy naive --cluster-size 2 --strategy cluster "
        + "--format json --threshold 3",
    ] {
      #expect(try compare(flags).output == plain.output)
    }
    let mistake = try compare("--threshold few")
    #expect(mistake.status == 2 && mistake.errors.contains("--threshold"))
  }

  @Test func `a first word that is no command is a path, unless it asks for help`() throws {
    let folder = try Program.run(scratch.path)
    #expect(try Program.run("review", scratch.path).output == folder.output)
    #expect(try Program.run("help").output == Program.run("--help").output)
    let mistake = try Program.run(scratch.path, "--no-such-flag")
    #expect(mistake.status == 2 && mistake.errors.contains("--no-such-flag"))
  }
}

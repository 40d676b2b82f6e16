import TestSupport
import Testing

struct DoctorTests {
  @Test func `without a terminal it says so, and names versions and libraries`() throws {
    let result = try Program.run("doctor")
    #expect(result.status == 0)
    for heading in ["Program", "Terminal", "Libraries", "Settings"] {
      #expect(result.lines.contains(heading))
    }
    #expect(result.output.contains("no terminal"))
    #expect(result.lines.contains { $0.hasPrefix("  git ") && $0.contains("git version") })
    for library in ["Little CMS", "libarchive", "turbojpeg", "webp", "heif"] {
      #expect(result.lines.contains { $0.hasPrefix("  \(library) ") && $0.contains("installed") })
    }
    #expect(result.output.contains("replaced baselines"))
  }

  @Test func `the home folder is not told`() throws {
    let scratch = TestFolder()
    let result = try Program.run("doctor", environment: ["HOME": scratch.path])
    #expect(!result.output.contains(scratch.path))
    #expect(result.output.contains("~/.config/snapreview"))
  }

  @Test func `at a terminal it asks what the screen can show, and leaves it`() throws {
    let terminal = try PseudoTerminal(Program.path, ["doctor"], columns: 100, rows: 40)
    #expect(try terminal.waitForExit() == .code(0))
    #expect(terminal.screen.text.contains("colours"))
    #expect(terminal.screen.text.contains("images"))
  }
}

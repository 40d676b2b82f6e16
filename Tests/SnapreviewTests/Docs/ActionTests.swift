import Foundation
import TestSupport
import Testing

/// The scripts of the action, run as the runner runs them.
struct ActionTests {
  /// The script of a step of action.yml, as the runner hands it to bash.
  private static func script(ofStep name: String) throws -> String {
    let lines = try DocumentedCommandsTests.text("action.yml").components(separatedBy: "\n")
    let step = try #require(lines.firstIndex { $0 == "    - name: \(name)" })
    let run = try #require(lines[step...].firstIndex { $0 == "      run: |" })
    return lines[(run + 1)...].prefix { $0.isEmpty || $0.hasPrefix("        ") }
      .map { $0.dropFirst(8) }.joined(separator: "\n")
  }

  @Test func `the action's script annotates, sums up, and leaves a page, a report and a status`()
    throws
  {
    let scratch = TestFolder()
    scratch.addFailure("it's $(touch hacked) `test`")
    for file in ["summary.md", "output"] { scratch.write(file, "") }
    for file in [".env", ".git/config", ".snapreview/decisions"] {
      scratch.write("FailureDiffs/AppTests/\(file)", "token")
    }
    scratch.write("run.sh", try Self.script(ofStep: "Check the snapshots"))
    let result = try Program.shell(
      """
      cd "$1" && SNAPREVIEW="$0" PATHS=$'Failure*\\n' ARGUMENTS='--threshold 0' NAME='ui: 1' \
      GITHUB_STEP_SUMMARY=summary.md GITHUB_OUTPUT=output GITHUB_WORKSPACE="$1" \
      bash --noprofile --norc -eo pipefail run.sh
      """, scratch.path)
    #expect(result.status == 0, "\(result.errors)")
    let annotations = result.lines.filter { $0.hasPrefix("::error file=ReferenceImages_64") }
    #expect(annotations.count == 1 && annotations[0].contains(",title=ui- 1: 1 snapshot"))
    #expect(
      scratch.bytes("output").map { String(decoding: $0, as: UTF8.self) }
        == "status=1\nname=ui- 1\n")
    let uploaded = "snapreview-report/failures/FailureDiffs/AppTests/"
    for file in [".env", ".git/config", ".snapreview/decisions"] {
      #expect(scratch.bytes(uploaded + file) == nil, "\(file)")
    }
    for file in ["summary.md", "snapreview-report/snapshots.html", "snapreview-report/junit.xml"] {
      #expect(scratch.bytes(file)?.isEmpty == false, "\(file)")
    }
    #expect(scratch.bytes("hacked") == nil)
  }

  @Test(arguments: [("Artefacts", ""), ("*/Nothing here", ""), ("Good", "Artefacts")])
  func `a path that nothing fits is red and named, unless told`(
    _ first: String, _ second: String
  ) throws {
    let scratch = TestFolder()
    for name in ["expected", "actual"] { scratch.write("Good/a.\(name).png", .plain(8, 8)) }
    scratch.write("run.sh", try Self.script(ofStep: "Check the snapshots"))
    for (allowed, status) in [("false", 1), ("true", 0)] {
      let result = try Program.shell(
        """
        cd "$1" && SNAPREVIEW="$0" PATHS="$2"$'\\n'"$3" ARGUMENTS='' NAME=ui ALLOW_MISSING=\(allowed) \
        GITHUB_OUTPUT=output bash --noprofile --norc -eo pipefail run.sh
        """, scratch.path, first, second)
      #expect(result.status == 0, "\(result.errors)")
      let output = scratch.bytes("output").map { String(decoding: $0, as: UTF8.self) }
      #expect(output?.contains("status=\(status)\n") == true, "\(result.output)")
      let wanted = second.isEmpty ? first : second
      #expect(
        result.output.contains("::error title=ui: nothing there::Nothing is called \(wanted).")
          == (status == 1))
      scratch.remove("output")
    }
  }

  @Test func `one comment is made, then kept up to date, with the pictures of the last run alone`()
    throws
  {
    let scratch = TestFolder()
    scratch.write("comment/body.md", "3 cases fail\n")
    scratch.write("comment/pictures/one.png", "1")
    // Answers the first question from a file, and keeps what it is asked to write.
    scratch.write(
      "bin/gh",
      """
      #!/bin/bash
      if [ "$3" = --paginate ]; then cat former; exit; fi
      echo "$@" >> asked
      cp comment/comment.md "comment-$4.md"
      """)
    let script = DocumentedCommandsTests.root.appendingPathComponent("scripts/comment").path
    func run(_ id: Int, status: Int) throws {
      let result = try Program.shell(
        """
        cd "$1" && chmod +x bin/gh && PATH="$PWD/bin:$PATH" GITHUB_SERVER_URL="file://$PWD" \
        GITHUB_REPOSITORY=o/r GITHUB_RUN_ID=\(id) NAME="ui 2" PULL=12 STATUS=\(status) PAGE=https://page \
        BRANCH=pictures "\(script)" comment
        """, scratch.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    scratch.write("former", "")
    _ = try Program.shell("git init --quiet --bare \"$1/o/r\"", scratch.path)
    try run(6, status: 0)
    #expect(scratch.bytes("asked") == nil)
    try run(7, status: 1)
    scratch.write("former", "99\n")
    try run(8, status: 1)
    let asked = try #require(scratch.bytes("asked").map { String(decoding: $0, as: UTF8.self) })
    #expect(asked.contains("--method POST repos/o/r/issues/12/comments"))
    #expect(asked.contains("--method PATCH repos/o/r/issues/comments/99"))
    let body = try #require(
      scratch.bytes("comment-PATCH.md").map { String(decoding: $0, as: UTF8.self) })
    #expect(body.hasPrefix("<!-- snapreview ui-2 -->\n\n**ui 2**\n\n3 cases fail\n"))
    #expect(body.contains("[The page and the failures](https://page)"))
    #expect(body.contains("/o/r/pull/12\n"))
    let pictures = try Program.shell(
      "git -C \"$1/o/r\" ls-tree -r --name-only pictures", scratch.path)
    #expect(pictures.lines == ["12/ui-2/8/one.png"])
  }

  @Test(arguments: ["dnf", "pacman", "apk"])
  func `what is missing is installed by the system's own tool`(_ tool: String) throws {
    let scratch = TestFolder()
    for name in [tool, "sudo"] {
      scratch.write("bin/\(name)", "#!/bin/sh\necho \(name) \"$@\"\n")
    }
    let script = DocumentedCommandsTests.root.appendingPathComponent("scripts/install-dependencies")
    let result = try Program.shell(
      """
      cd "$1/bin" && chmod +x * && for name in bash uname mktemp rm id env; do
        ln -s "$(command -v $name)" .
      done && PATH=$PWD bash "\(script.path)"
      """, scratch.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("ncurses") && result.errors.contains("libmd"))
  }
}

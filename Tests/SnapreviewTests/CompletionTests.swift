import Foundation
import TestSupport
import Testing

/// The scripts that shells complete with.
struct CompletionTests {
  private let commands = [
    "review", "show", "list", "check", "tune", "accept", "reject", "tolerate", "adopt", "wait",
  ]

  /// Made once each, because a debug build takes seconds for one.
  private static let scripts = Result {
    try ["bash", "fish", "zsh"].reduce(into: [:]) { scripts, shell in
      scripts[shell] = try Program.run("--generate-completion-script", shell).lines
    }
  }

  private func lines(_ shell: String) throws -> [String] {
    try #require(Self.scripts.get()[shell])
  }

  @Test func `fish completes paths`() throws {
    let lines = try lines("fish")
    let offers = { (what: String, words: String) in
      lines.contains { $0.contains(what) && $0.hasSuffix(words) }
    }
    for command in commands + ["compare", "undo"] {
      #expect(offers("positional \"snapreview \(command)\" ", "-F"), "\(command)")
    }
    #expect(offers("positional \"snapreview\" -eq 1", "-F"), "without a command")
    for option in ["references", "actuals"] {
      let found = lines.filter { $0.contains("-l '\(option)'") }
      // As well as `undo` and `decisions`.
      #expect(found.count == commands.count + 2)
      #expect(found.allSatisfy { $0.contains("complete_directories") })
    }
    for option in ["output", "diff-output", "rules", "keys"] {
      let found = lines.filter { $0.contains("-l '\(option)'") }
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0.hasSuffix("-rF") || $0.contains("toml") })
    }
  }

  @Test func `zsh completes paths`() throws {
    let lines = try lines("zsh")
    // As well as `undo` and `decisions`.
    #expect(lines.filter { $0.contains("'*:paths:_files'") }.count == commands.count + 2)
    for option in ["references", "actuals"] {
      let found = lines.filter { $0.contains("--\(option)[") }
      #expect(!found.isEmpty && found.allSatisfy { $0.contains("_files -/") })
    }
    for option in ["output", "diff-output", "rules", "keys"] {
      let found = lines.filter { $0.contains("--\(option)[") }
      #expect(!found.isEmpty && found.allSatisfy { $0.contains("_files") }, "\(found)")
    }
    let first = try #require(lines.firstIndex { $0.contains("_describe -V subcommand") })
    #expect(lines[first + 1].contains("_files"), "without a command")
  }

  @Test func `bash completes paths`() throws {
    let lines = try lines("bash")
    for (option, kind) in [
      ("references", "-d"), ("actuals", "-d"), ("output", "-f"), ("diff-output", "-f"),
      ("rules", "-o plusdirs -fX"), ("keys", "-o plusdirs -fX"),
    ] {
      let places = lines.indices.filter { lines[$0].contains("'--\(option)')") }
      #expect(!places.isEmpty)
      for place in places {
        let body = lines[place...].prefix { !$0.contains(";;") }
        #expect(body.contains { $0.contains("completions \(kind)") }, "\(option): \(body)")
      }
    }
    for command in commands {
      let start = try #require(lines.firstIndex { $0.hasPrefix("_snapreview_\(command)() {") })
      let body = lines[start...].prefix { $0 != "}" }
      #expect(body.contains { $0.contains("__snapreview_add_completions -f") }, "\(command)")
    }
    #expect(lines.contains("complete -o filenames -o default -F _snapreview snapreview"))
  }

  @Test func `zsh and fish complete what help explains`() throws {
    #expect(try lines("zsh").contains { $0.contains("subcommands:(review list ") })
    #expect(
      try lines("fish").contains { $0.contains("seen_subcommand_from help' -fa 'review list") })
  }

  /// Asks bash itself for what it would offer behind the last word.
  @Test(arguments: [
    (["che"], "check"), (["D", "--them"], "--theme"), (["--gi"], "--git"),
    (["D", "--strategy", "pix"], "pixelmatch"), (["check", "--format", "j"], "json junit"),
    (["check", "--forma"], "--format"), (["tune", "--them"], ""),
    (["help", "l"], "list"), (["demo", "--theme", "li"], "light"),
    (["demo", "--theme", "themes/li"], "themes/light.toml"),
  ])
  func `bash completes commands, and without one what review takes`(
    _ words: [String], _ offers: String
  ) throws {
    let scratch = TestFolder()
    scratch.write("completions", try lines("bash").joined(separator: "\n"))
    let script = #"""
      . "$1"
      shift
      COMP_WORDS=("$0" "$@") COMP_CWORD=$# COMP_LINE="snapreview $*"
      COMP_POINT=${#COMP_LINE}
      _snapreview snapreview "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo ${COMPREPLY[@]}
      """#
    let root = DocumentedCommandsTests.root.path
    let found = try Program.shell("cd '\(root)'\n" + script, [scratch["completions"]] + words)
    #expect((found.lines.first ?? "") == offers)
  }
}

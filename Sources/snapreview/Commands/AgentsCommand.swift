import ArgumentParser

/// Prints `docs/agents.md`.
struct AgentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agents",
    abstract: "Prints how a coding agent works with a person here, as a skill file.",
    discussion: """
      Examples:
        mkdir -p .claude/skills/visual-snapshots
        snapreview agents > .claude/skills/visual-snapshots/SKILL.md
      """)

  func run() throws { Console.write(Texts.agents) }
}

/// Project files embedded in the program; `Output/Texts` links to them.
enum Texts {
  static var agents: String { String(decoding: PackageResources.agents_md, as: UTF8.self) }
  static var notices: String { String(decoding: PackageResources.NOTICES_txt, as: UTF8.self) }
}

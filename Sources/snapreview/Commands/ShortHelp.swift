import ArgumentParser

/// The answer to `-h`, a short overview of a command; `--help` is complete.
enum ShortHelp {
  static func text(for arguments: [String]) -> String? {
    guard arguments.prefix(while: { $0 != "--" }).contains("-h") else { return nil }
    let command = Snapreview.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    return command.map(text) ?? text
  }

  private static func text(of command: any ParsableCommand.Type) -> String {
    let name = "snapreview \(command.configuration.commandName ?? "")"
    return lines(
      of: command, usage: Snapreview.usageString(for: command),
      end: "\(name) --help explains every option.")
  }

  private static var text: String {
    let names = Snapreview.commandNames
    let half = names.count / 2
    return lines(
      of: Snapreview.self, usage: Snapreview.configuration.usage ?? "",
      end: """
        Commands: \(names[..<half].joined(separator: ", ")),
          \(names[half...].joined(separator: ", "))
        snapreview COMMAND -h shows one, --help explains every option.
        """)
  }

  private static func lines(
    of command: any ParsableCommand.Type, usage: String, end: String
  ) -> String {
    let configuration = command.configuration
    let examples = configuration.discussion.split(separator: "Examples:\n").last ?? ""
    let shown = examples.split(separator: "\n\n").first ?? ""
    let uses = "Usage: " + usage.replacing("\n", with: "\n       ")
    return [configuration.abstract, uses, String(shown), end].map { $0 + "\n" }.joined()
  }
}

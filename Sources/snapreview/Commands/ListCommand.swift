import ArgumentParser

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints the cases of a folder with their verdicts.")

  @Argument(help: "Folders of failures, or two files.", completion: .file())
  var paths: [String] = []

  @Option(help: "How to print them.")
  var format = ReportFormat.text

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  @OptionGroup(title: "Rules")
  var rules: RulesOptions

  func run() throws {
    let folder = try Folder(paths, layouts, rules, strategies)
    var writer = ReportWriter(format, .current, Console.write)
    folder.forEachReport { writer.add($0) }
    writer.end()
    throw ExitCode(writer.tally.status.rawValue)
  }
}

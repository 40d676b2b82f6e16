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
    let reports = try Folder(paths, layouts, rules, strategies).reports()
    let tally = Tally(reports)
    switch format {
    case .json: reports.writeJSON(Console.write)
    case .text:
      let style = Style.current
      ReportTable(reports: reports, style: style).write(Console.write)
      Console.write("\n" + tally.sentence(style) + "\n")
    }
    throw ExitCode(tally.status.rawValue)
  }
}

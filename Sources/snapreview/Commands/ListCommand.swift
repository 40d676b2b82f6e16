import ArgumentParser

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints the cases of a folder with their verdicts.")

  @Argument(help: "Folders of failures, or two files.")
  var paths: [String] = []

  @Option(help: "How to print them.")
  var format = ReportFormat.text

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let reports = try Folder(paths, layouts, strategies).reports()
    let tally = Tally(reports)
    switch format {
    case .json: Console.write(reports.jsonText)
    case .text:
      let style = Style.current
      Console.write(ReportTable(reports: reports, style: style).text)
      Console.write("\n" + tally.sentence(style) + "\n")
    }
    throw ExitCode(tally.status.rawValue)
  }
}

import ArgumentParser
import Catalog

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Says whether a folder passes, by its rules and decisions: a gate for CI.",
    discussion: """
      A case passes when it matches, was accepted or tolerated. The rules come from \
      .snapreview.toml, looked for from the failures' folder upwards; flags win over them.
      """)

  @Argument(help: "Folders of failures, or two files.")
  var paths: [String] = []

  @Option(help: "How to print the result.")
  var format = ReportFormat.text

  @Option(help: ArgumentHelp("Write the result to a file instead.", valueName: "F"))
  var output: String?

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let folder = try Folder(paths, layouts, strategies)
    let reports = folder.reports()
    let tally = Tally(reports)
    let style = output == nil ? Style.current : .plain
    var text = reports.jsonText
    if format == .text {
      let failing = reports.filter(\.isFailing)
      text = failing.isEmpty ? "" : ReportTable(reports: failing, style: style).text + "\n"
      text += tally.sentence(style) + "\n"
    }
    if let output {
      let inputs = folder.catalog.cases.flatMap(\.files)
      try OutputFile.write(Array(text.utf8), to: output, sparing: inputs)
    } else {
      Console.write(text)
    }
    throw ExitCode(tally.status.rawValue)
  }
}

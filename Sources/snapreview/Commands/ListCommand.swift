import ArgumentParser

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints the cases of a folder with their verdicts.",
    discussion: """
      With --by cause the cases stand below what happened to them, the most first; \
      `accept --cause 3` then decides all of one cause.
      """)

  enum ListOrder: String, ExpressibleByArgument, CaseIterable { case cause }

  @Option(help: "How to print them.")
  var format = ReportFormat.text

  @Option(help: "What they stand below.")
  var by: ListOrder?

  @OptionGroup
  var options: FolderOptions

  func run() throws {
    let folder = try Folder(options)
    guard by == nil else {
      var causes = CauseReport()
      folder.forEachReport { causes.add($0) }
      causes.write(format, .current, Console.write)
      throw ExitCode(causes.tally.status.rawValue)
    }
    var writer = ReportWriter(format, .current, Console.write)
    folder.forEachReport { writer.add($0) }
    writer.end()
    throw ExitCode(writer.tally.status.rawValue)
  }
}

import ArgumentParser

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Prints the cases of a folder with their verdicts.")

  @Option(help: "How to print them.")
  var format = ReportFormat.text

  @OptionGroup
  var options: FolderOptions

  func run() throws {
    let folder = try Folder(options)
    var writer = ReportWriter(format, .current, Console.write)
    folder.forEachReport { writer.add($0) }
    writer.end()
    throw ExitCode(writer.tally.status.rawValue)
  }
}

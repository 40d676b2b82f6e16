import ArgumentParser
import Base
import Catalog
import Host

struct DecisionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decisions",
    abstract: "Writes a folder's decisions to a file, for others to adopt.",
    discussion: """
      Plain JSON: for each case its name, the hashes of the reference and the actual that were decided \
      on, the decision and its note. `snapreview adopt` applies it to cases with the same bytes.

      Examples:
        snapreview decisions Difference/ --output review.json
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file; - for standard output.", valueName: "FILE"),
    completion: .file(), transform: FileAddress.path)
  var output: String

  @OptionGroup
  var options: FolderOptions

  func run() throws {
    let folder = try Folder(try options.found(for: "decisions"))
    let file = DecisionsFile(folder.catalog.cases, in: folder.store)
    try OutputFile.write(file.bytes, to: output, sparing: folder.catalog.cases.flatMap(\.files))
    let count = Wording.count(file.decisions.count, "decision")
    if output != StandardInput.name {
      Console.write(
        "\(count) written to \(printable(output)). Whoever has the same failures applies it with: "
          + "snapreview adopt \(Shell.quoted(Paths.name(output))) --all\n")
    }
  }
}

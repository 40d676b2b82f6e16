import ArgumentParser
import Base
import Catalog
import Host

extension Layout: ExpressibleByArgument {}

/// The flags that determine where a case's files are.
struct LayoutOptions: ParsableArguments {
  @Option(help: "Look only for this layout; may be repeated (default: detect it).")
  var layout: [Layout] = []

  @Option(
    help: ArgumentHelp("A folder of references; may be repeated.", valueName: "DIR"),
    completion: .directory, transform: FileAddress.path)
  var references: [String] = []

  @Option(
    help: ArgumentHelp("A folder of actuals; may be repeated.", valueName: "DIR"),
    completion: .directory, transform: FileAddress.path)
  var actuals: [String] = []

  @Option(
    help: ArgumentHelp(
      "A log of xcodebuild, for attachments that Xcode exported: it names their references.",
      valueName: "FILE"),
    completion: .file(), transform: FileAddress.path)
  var log: String?

  @Flag(
    help:
      "Take the paths as runs of the same tests, newest last, and say which snapshots are flaky.")
  var runs = false

  var catalog: CatalogOptions {
    var options = CatalogOptions(layouts: layout, references: references, actuals: actuals)
    options.log = log
    options.runs = runs ? .several : .one
    options.tell = Console.complain
    return options
  }

  /// The same flags, quoted for a shell, for printed commands.
  var words: [String] {
    var words: [String] = []
    for layout in layout { words += ["--layout", layout.rawValue] }
    for folder in references { words += ["--references", Shell.quoted(folder)] }
    for folder in actuals { words += ["--actuals", Shell.quoted(folder)] }
    if let log { words += ["--log", Shell.quoted(log)] }
    if runs { words.append("--runs") }
    return words
  }
}

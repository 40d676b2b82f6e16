import ArgumentParser
import Base
import Catalog
import Demo
import Host

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Draws a folder of sample failures and opens it.",
    discussion: """
      The sample is the same on every run. An existing demo folder is opened as you left it.

      Examples:
        snapreview demo
        snapreview demo /tmp/demo --fresh
      """)

  @Argument(help: "Where to draw it.", completion: .directory)
  var folder = "snapreview-demo"

  @Flag(help: "Redraw it and forget all decisions.")
  var fresh = false

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  /// The sentences for a first run: what to look for, and how to decide.
  private static let lesson =
    "These are noise, intended changes and bugs. A accepts a decision, R rejects it, T tolerates "
    + "noise. u undoes anything."

  func run() throws {
    let folder = FileAddress.path(folder)
    let demo = DemoFolder(path: folder)
    let isNew = fresh || !demo.exists
    if !isNew {
      Console.complain("opening \(printable(folder)) as you left it; --fresh redraws it.")
    } else {
      Console.complain("drawing sample failures …")
      do {
        try demo.write()
      } catch let failure as DemoFolder.Failure {
        throw CommandFailure(failure.isWrongUse ? .wrongUse : .fileTrouble, failure.description)
      }
      Console.complain("drew \(DemoCase.all.count) sample failures in \(printable(folder)).")
    }
    let again = "snapreview demo \(Shell.quoted(folder))"
    guard Console.canOpenScreen else { return Console.write("\(again)\n") }
    let (look, keys) = (try screen.look(), try screen.keyMap())
    var source = try ReviewSource([folder], isSample: true)
    if isNew { source.lesson = Self.lesson }
    throw ExitCode(
      try openReview(source, terminal: look.terminal, keys: keys, cells: look.cells, again: again))
  }
}

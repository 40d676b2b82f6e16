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

  func run() throws {
    let folder = FileAddress.path(folder)
    let demo = DemoFolder(path: folder)
    if demo.exists && !fresh {
      Console.complain("opening \(printable(folder)) as you left it; --fresh redraws it.")
    } else {
      do {
        try demo.write()
      } catch let failure as DemoFolder.Failure {
        throw CommandFailure(failure.isWrongUse ? .wrongUse : .fileTrouble, failure.description)
      }
      Console.complain("drew \(DemoCase.all.count) sample failures in \(printable(folder)).")
    }
    let again = "snapreview demo \(Shell.quoted(folder))"
    guard Console.canOpenScreen else { return Console.write("\(again)\n") }
    let (terminal, keys) = (try screen.terminal(), try screen.keyMap())
    let source = try ReviewSource([folder], isSample: true)
    throw ExitCode(
      try openReview(source, terminal: terminal, keys: keys, cells: screen.cells, again: again))
  }
}

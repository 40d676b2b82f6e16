import ArgumentParser
import Catalog
import DiffEngine
import PNGCodec
import ReviewUI
import Terminal

/// What the documentation is made with; of use for bug reports too, but not listed.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen",
    abstract: "Draws the review screen as a picture or prints it, without a terminal.",
    discussion: """
      Keys are typed one by one, names in angle brackets: --keys "jj]/pay<enter>". Decisions are \
      written to the folder as ever.
      """,
    shouldDisplay: false)

  enum Format: String, ExpressibleByArgument, CaseIterable { case png, text }

  @Argument(help: "Folders of failures, or two files.", completion: .file())
  var paths: [String] = []

  @Option(help: "Columns and rows of the screen.")
  var size = ScreenSize(Size(columns: 200, rows: 60))

  @Option(help: "What to type.")
  var keys = ""

  @Option(help: ArgumentHelp("The picture's theme, by name or file.", valueName: "NAME|FILE"))
  var theme = "dark"

  @Option(help: ArgumentHelp("Where the picture goes, a PNG file.", valueName: "F"))
  var output: String?

  @Option(help: "png or text (default: png with --output, else text).")
  var format: Format?

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  func run() throws {
    let keys = try KeyScript.parse(keys)
    let format = format ?? (output == nil ? .text : .png)
    guard format == .text || output != nil else {
      throw CommandFailure(.wrongUse, "--format png makes a file: name it by --output.")
    }
    let painter = try GridPainter(named: theme)
    let override = try strategies.override()
    let review = try OfflineReview(
      paths: try Folder.required(paths), options: layouts.catalog, size: size.size
    ) { StrategyChoice(override, rules: $1).strategy(for: $0) }
    defer { review.close() }
    review.type(keys)
    let bytes =
      format == .png ? try PNG.encode(painter.image(review.screen)) : review.screen.utf8
    if let output {
      try OutputFile.write(bytes, to: output)
    } else {
      Console.write(review.screen.text)
    }
  }
}

extension CellGrid {
  fileprivate var utf8: [UInt8] { Array(text.utf8) }
}

extension GridPainter {
  /// - Throws: `CommandFailure` where there is no such theme, or it has a mistake.
  init(named name: String) throws {
    do {
      self.init(theme: try Theme.named(name))
    } catch {
      throw CommandFailure(.wrongUse, error.description)
    }
  }
}

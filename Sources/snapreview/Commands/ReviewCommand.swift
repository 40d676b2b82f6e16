import ArgumentParser
import Base
import Catalog
import DiffEngine
import Host
import Review
import ReviewUI
import Terminal

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Opens the review screen. This is the default command.",
    discussion: """
      Two files are a reference and its actual, as in `ksdiff A B`. With no path, opens what \
      failed in the working folder. Without a terminal, prints the cases and the commands that \
      decide them.

      Examples:
        snapreview Difference/
        snapreview Artifacts --references Tests
        snapreview before.png after.png
        snapreview run.log
        snapreview --git main
        snapreview artifact.zip --references Tests
      """)

  @OptionGroup
  var options: FolderOptions

  @OptionGroup
  var staging: StagingOption

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  func run() throws {
    let given = self.options.paths
    let options = try options.found(for: nil)
    // If a log comes by standard input, keys come from the terminal itself.
    guard Console.canOpenScreen || options.readsInput && Console.isTerminal else {
      return try reviewWithoutTerminal(options)
    }
    let override = try options.strategies.override()
    let (look, keys) = (try screen.look(), try screen.keyMap())
    let (paths, wanted) = try options.catalog()
    var source = try ReviewSource(
      paths, options: wanted, rulesFile: options.rules, override: override,
      stages: staging.stage)
    if !options.measuresAnew { source.kept = KeptMeasurements(of: source.catalog, version) }
    let words = Environment.arguments + options.paths.dropFirst(given.count)
    throw ExitCode(
      try openReview(
        source, terminal: look.terminal, keys: keys, cells: look.cells,
        again: words.map(Shell.quoted).joined(separator: " ")))
  }
}

extension ColourChoice: ExpressibleByArgument {}
extension GraphicsChoice: ExpressibleByArgument {}
extension CellShape: ExpressibleByArgument {}

/// The screen's appearance, and the input it responds to.
struct ScreenOptions: ParsableArguments {
  @Option(help: "Colours: auto, truecolor, 256, 16 or mono (default: auto).")
  var color: ColourChoice?

  @Option(
    help:
      "Images: half-blocks, or in the terminal's own pixels: kitty (Ghostty too), iterm (iTerm2, WezTerm, Konsole, mintty, VS Code) or auto (default: half-blocks)."
  )
  var graphics: GraphicsChoice?

  @Option(
    help:
      "Cells of shrunk images: halves, or finer quadrants, sextants or octants in two colours (default: halves)."
  )
  var cells: CellShape?

  @Flag(inversion: .prefixedNo, help: "Use the mouse to select, scroll and drag.")
  var mouse = true

  @Option(
    help: ArgumentHelp(
      "A theme (\(Theme.builtInNames.joined(separator: ", "))) or a theme file (default: dark or light, to match the terminal).",
      valueName: "NAME|FILE"), completion: .custom(themes), transform: FileAddress.path)
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "A file of key bindings (default: ~/.config/snapreview/keys.toml, if there is one).",
      valueName: "FILE"), completion: .file(extensions: ["toml"]), transform: FileAddress.path)
  var keys: String?

  /// The themes to complete: the built-in ones and the files in the folder being typed.
  @Sendable private static func themes(_: [String], _: Int, _ typed: String) -> [String] {
    let folder = typed.contains("/") ? Paths.parent(typed) : nil
    let files = FolderNames.all(in: folder ?? ".").filter { $0.hasSuffix(".toml") }
    return Theme.builtInNames + files.map { name in folder.map { Paths.join($0, name) } ?? name }
  }

  func keyMap() throws -> KeyMap { try KeysFile.load(keys) }

  /// Returns the terminal's options and the cell shape; flags override config.toml.
  func look() throws -> (terminal: TerminalOptions, cells: CellShape) {
    let kept = try DisplayFile.load()
    let isPlain = !(Environment.value("NO_COLOR") ?? "").isEmpty
    let options = TerminalOptions(
      colour: color ?? (isPlain ? nil : kept.colour) ?? .auto,
      graphics: graphics ?? kept.graphics,
      mouse: mouse, theme: try (theme ?? kept.theme).map(Theme.named))
    return (options, cells ?? kept.cells ?? .halves)
  }
}

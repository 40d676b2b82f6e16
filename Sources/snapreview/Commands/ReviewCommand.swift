import ArgumentParser
import Catalog
import ReviewUI
import Terminal

struct ReviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Opens the review screen; what happens when no command is named.",
    discussion: """
      Two files are a reference and its actual, as `ksdiff A B` takes them. Without a terminal, \
      prints the cases and the commands that decide them.
      """)

  @Argument(help: "Folders of failures, or two files.", completion: .file())
  var paths: [String] = []

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  @OptionGroup(title: "Rules")
  var rules: RulesOptions

  @OptionGroup(title: "Screen")
  var screen: ScreenOptions

  func run() throws {
    guard Console.canOpenScreen else {
      throw ExitCode(
        try reviewWithoutTerminal(paths, layouts: layouts, rules: rules, strategies: strategies)
          .rawValue)
    }
    let override = try strategies.override()
    let (terminal, keys) = (try screen.terminal(), try screen.keyMap())
    let source = try ReviewSource(
      try Folder.required(paths), options: layouts.catalog, rulesFile: rules.rules,
      override: override)
    throw ExitCode(try openReview(source, terminal: terminal, keys: keys))
  }
}

extension ColourChoice: ExpressibleByArgument {}
extension GraphicsChoice: ExpressibleByArgument {}

/// How the screen looks and listens.
struct ScreenOptions: ParsableArguments {
  @Option(help: "Colours: auto, truecolor, 256, 16 or mono.")
  var color = ColourChoice.auto

  @Option(help: "Images: half-blocks, kitty (which Ghostty has, too) or auto.")
  var graphics = GraphicsChoice.halfBlocks

  @Flag(inversion: .prefixedNo, help: "Whether the mouse selects, scrolls and drags.")
  var mouse = true

  @Option(
    help: ArgumentHelp(
      "A theme's name (\(Theme.builtInNames.joined(separator: ", "))) or file; else dark or light, as the terminal is.",
      valueName: "NAME|FILE"), completion: .file(extensions: ["toml"]))
  var theme: String?

  @Option(
    help: ArgumentHelp(
      "A file of keys; else ~/.config/snapreview/keys.toml, where there is one.",
      valueName: "FILE"), completion: .file(extensions: ["toml"]))
  var keys: String?

  func keyMap() throws -> KeyMap {
    do {
      return try KeysFile.load(keys)
    } catch {
      throw CommandFailure(.wrongUse, error.description)
    }
  }

  func terminal() throws -> TerminalOptions {
    do {
      return TerminalOptions(
        colour: color, graphics: graphics, mouse: mouse, theme: try theme.map(Theme.named))
    } catch {
      throw CommandFailure(.wrongUse, error.description)
    }
  }
}

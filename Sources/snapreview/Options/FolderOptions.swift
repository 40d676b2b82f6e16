import ArgumentParser

/// What the commands share that look at the cases of a folder.
struct FolderOptions: ParsableArguments {
  @Argument(help: "Folders of failures, or two files.", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "The rules file (default: .snapreview.toml of the project).", valueName: "FILE"),
    completion: .file(extensions: ["toml"]))
  var rules: String?

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  /// Paths and flags as a shell reads them, for commands that are printed.
  var words: [String] {
    paths.map(Shell.quoted) + layouts.words
      + (rules.map { ["--rules", Shell.quoted($0)] } ?? [])
  }

  /// The paths, of which there must be one.
  static func required(_ paths: [String]) throws -> [String] {
    guard paths.isEmpty else { return paths }
    throw CommandFailure(
      .wrongUse,
      "No path given. Name the folder of failures, or two files; or start with: snapreview demo")
  }
}

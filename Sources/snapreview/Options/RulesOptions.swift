import ArgumentParser

/// The flag that names a rules file.
struct RulesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The rules file (default: .snapreview.toml of the project).", valueName: "FILE"),
    completion: .file(extensions: ["toml"]))
  var rules: String?

  /// The same flag as a shell reads it, for commands that are printed.
  var words: [String] { rules.map { ["--rules", Shell.quoted($0)] } ?? [] }
}

import ArgumentParser
import Base
import Catalog
import DiffEngine
import Host

/// The options of all commands that look at the cases of a folder.
struct FolderOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Folders of failures, the log of a run (- for standard input), two files, or the address of "
        + "a pull request or a run."),
    completion: .file(), transform: FileAddress.path)
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "The rules file (default: .snapreview.toml of the project).", valueName: "FILE"),
    completion: .file(extensions: ["toml"]), transform: FileAddress.path)
  var rules: String?

  @Flag(
    name: .customLong("no-cache"),
    help: "Measure everything again, and keep no measurements for the next time.")
  var measuresAnew = false

  @OptionGroup(title: "Git")
  var git: GitOptions

  @OptionGroup(title: "Strategy")
  var strategies: StrategyOptions

  @OptionGroup(title: "Layout")
  var layouts: LayoutOptions

  /// True if the named rules file does not exist and the command is to create it.
  private(set) var makesRules = false

  /// True if `paths` were found rather than given.
  private var areFound = false

  private enum CodingKeys: CodingKey { case paths, rules, measuresAnew, git, strategies, layouts }

  init() {}

  func catalog() throws -> (paths: [String], options: CatalogOptions) {
    (git.git == nil ? try Self.required(paths) : paths, wanted)
  }

  private var wanted: CatalogOptions {
    var options = layouts.catalog
    (options.git, options.merged) = (git.git, git.merged)
    (options.rulesFile, options.makesRules) = (rules, makesRules)
    options.isNamed = !areFound
    return options
  }

  /// Returns the options with the path of the failures that were found, if no path was given.
  ///
  /// - Parameter command: The subcommand's name for printed command lines.
  func found(for command: String?) throws -> FolderOptions {
    guard paths.isEmpty, git.git == nil else { return self }
    var options = self
    options.paths = [try FoundFailures(wanted).onlyOne(for: command)]
    options.areFound = true
    return options
  }

  /// Allows the named rules file not to exist yet.
  mutating func letRulesBeMade() {
    makesRules = rules.map { !FileStatus.exists($0) } ?? false
  }

  func ruleBook(for catalog: Catalog) throws -> RuleBook {
    try RuleBook.load(for: catalog, named: rules, isNew: makesRules)
  }

  /// Returns the rules for failures that were not found.
  func ruleBookWithoutCases() throws -> RuleBook {
    let place = paths.first { !RunAddress.isAddress($0) } ?? "."
    let isFile = (try? FileStatus(of: place))?.kind == .file
    let catalog = Catalog(
      around: Paths.realAsFarAsItExists(isFile ? Paths.parent(place) : place),
      references: layouts.references.map { Paths.realAsFarAsItExists($0) })
    return try ruleBook(for: catalog)
  }

  var readsInput: Bool { paths.contains(StandardInput.name) }

  /// The paths and flags, quoted for a shell, for printed commands. Standard input cannot be read
  /// again, so the folders that the log named replace it.
  func words(for catalog: Catalog) -> [String] {
    let places = readsInput ? catalog.words(for: layouts) : paths.map(Shell.quoted)
    return places + finding
  }

  func undoCommand(for catalog: Catalog) -> String {
    (["snapreview undo"] + words(for: catalog)).joined(separator: " ")
  }

  private var finding: [String] {
    git.words + layouts.words + (rules.map { ["--rules", Shell.quoted($0)] } ?? [])
  }

  var flags: [String] { finding + strategies.given().flags }

  static func required(_ paths: [String]) throws -> [String] {
    guard paths.isEmpty else { return paths }
    throw CommandFailure(
      .wrongUse,
      "No path given. Name the folder of failures, the log of the run, or two files; or start with: "
        + "snapreview demo")
  }
}

import ArgumentParser
import Base
import Catalog
import Host
import Pixels
import Settings
import Store
import Terminal

struct Snapreview: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapreview",
    abstract: "Reviews visual-snapshot failures in the terminal.",
    usage: """
      snapreview PATH ...
      snapreview REFERENCE ACTUAL
      snapreview <command> ...
      """,
    discussion: """
      Opens a folder of failures, shows reference, actual and difference, and writes new \
      baselines without losing an old one. Start with: snapreview demo

      Exit status: 0 everything matches, was accepted or tolerated; 1 something mismatches, was \
      rejected or is undecided; 2 usage error or invalid rules file; 3 a file could not be read \
      or written; 4 wait timed out.

      Examples:
        snapreview Difference/
        snapreview --git
        snapreview list Difference/ --by cause
        snapreview check Difference/ --format html --output snapshots.html

      Short help: snapreview -h, or snapreview COMMAND -h. The version alone: -V.
      Completion for your shell: snapreview --generate-completion-script bash|zsh|fish
      """,
    version: version,
    subcommands: [
      ReviewCommand.self, ListCommand.self, CompareCommand.self, CheckCommand.self,
      TuneCommand.self,
      AcceptCommand.self, RejectCommand.self, TolerateCommand.self, UndoCommand.self,
      DecisionsCommand.self, AdoptCommand.self,
      WaitCommand.self, AgentsCommand.self, ShowCommand.self, DoctorCommand.self, DemoCommand.self,
    ],
    defaultSubcommand: ReviewCommand.self)

  static var commandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Runs a command line, without the program's name, and returns its exit status.
  ///
  /// - Returns: An `ExitStatus`, or 128 + n if signal n ended the screen.
  static func run(_ arguments: [String]) -> Int32 {
    if let text = briefAnswer(to: arguments) {
      Console.write(text)
      return ExitStatus.success.rawValue
    }
    if let mistake = CommandHint.answer(toHelp: arguments) {
      Console.complain(mistake)
      return ExitStatus.wrongUse.rawValue
    }
    // Some commands open no store, or end before they do.
    defer { ReviewStore.settleInterrupted(around: arguments.filter(FileStatus.exists)) }
    do {
      var command = try parsedDirectly(arguments) ?? parseAsRoot(arguments)
      try command.run()
      return ExitStatus.success.rawValue
    } catch let status as ExitCode {
      return status.rawValue
    } catch {
      let status = report(error).rawValue
      CommandHint.sentence(for: arguments).map(Console.complain)
      return status
    }
  }

  private static func briefAnswer(to arguments: [String]) -> String? {
    arguments.count == 1 && ["-V", "-v", "version"].contains(arguments[0])
      ? version + "\n" : ShortHelp.text(for: arguments)
  }

  /// Parses the command that the first word names, or else the default one. Leaving out the other
  /// commands halves the time that a command line takes. Returns nil for anything unusual, such as
  /// a mistake or --help; then the whole command tree must parse it to explain it.
  private static func parsedDirectly(_ arguments: [String]) -> (any ParsableCommand)? {
    guard let name = arguments.first, name != "help" else { return nil }
    let named = configuration.subcommands.first { $0.configuration.commandName == name }
    let words = arguments.dropFirst(named == nil ? 0 : 1)
    guard let type = named ?? configuration.defaultSubcommand,
      let command = try? type.parseAsRoot(Array(words)), Swift.type(of: command) == type
    else { return nil }
    return command
  }

  private static func report(_ error: any Error) -> ExitStatus {
    switch error {
    case let failure as CommandFailure:
      Console.complain(failure.description)
      return failure.status
    case let error as CatalogError:
      Console.complain(error.description)
      switch error.reason {
      case .unchanged: return .success
      case .missing, .unreadable: return .fileTrouble
      case .empty, .noCase, .wrongUse: return .wrongUse
      }
    case is StoreError, is ImageError:
      Console.complain("\(error)")
      return .fileTrouble
    case is SettingsError, is TerminalError:
      Console.complain("\(error)")
      return .wrongUse
    default:
      return reportParsing(error)
    }
  }

  /// Prints requested help and versions to standard output, mistakes to standard error.
  private static func reportParsing(_ error: any Error) -> ExitStatus {
    let message = fullMessage(for: error)
    guard exitCode(for: error) != .success else {
      Console.write(CompletionScript.withDefaultCommand(message) + "\n")
      return .success
    }
    Console.writeError(
      message.split(separator: "\n").map { printable(String($0)) }.joined(separator: "\n") + "\n")
    CommandHint.value(in: message).map(Console.complain)
    return .wrongUse
  }
}

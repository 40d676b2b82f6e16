import Base
import Catalog
import Host
import Settings

/// The command that was perhaps meant, where the first word is neither a command nor a path.
enum CommandHint {
  private static var names: [String] { Snapreview.commandNames + ["help", "version"] }

  /// - Returns: A sentence; nil where no command is spelt nearly so.
  static func sentence(for arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-"), !names.contains(word),
      (try? FileStatus(of: word)) == nil
    else { return nil }
    return Spelling.nearest(to: word, among: names).map { "Did you mean: snapreview \($0)?" }
  }

  /// Returns the answer to `help` with a word that is no command; nil where it is one.
  static func answer(toHelp arguments: [String]) -> String? {
    guard arguments.first == "help", arguments.count > 1, !arguments[1].hasPrefix("-"),
      !names.contains(arguments[1])
    else { return nil }
    let near = Spelling.nearest(to: arguments[1], among: names)
    return "There is no command \"\(printable(arguments[1]))\". "
      + (near.map { "Did you mean: snapreview help \($0)?" }
        ?? "The commands are \(Snapreview.commandNames.joined(separator: ", ")).")
  }
}

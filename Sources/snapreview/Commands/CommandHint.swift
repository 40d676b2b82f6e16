import Base
import Host
import Settings

/// Suggestions for words that are not a command, path or value.
enum CommandHint {
  private static var names: [String] { Snapreview.commandNames + ["help", "version"] }

  /// - Returns: A sentence; nil if no command has a similar spelling.
  static func sentence(for arguments: [String]) -> String? {
    guard let word = arguments.first, !names.contains(word), (try? FileStatus(of: word)) == nil
    else { return nil }
    let candidates = word.hasPrefix("-") ? ["--help", "--version"] : names
    return Spelling.nearest(to: word, among: candidates).map { "Did you mean: snapreview \($0)?" }
  }

  /// Returns a sentence with the value that was probably meant, if ArgumentParser's message lists a
  /// flag's values; nil if none has a similar spelling.
  static func value(in message: String) -> String? {
    let words = message.split { " '\n,".contains($0) || $0 == "." }.map(String.init)
    guard words.starts(with: ["Error:", "The", "value"]),
      let list = words.firstIndex(of: "provide"),
      let flag = words[..<list].firstIndex(of: "for"), words[flag - 1] == "invalid"
    else { return nil }
    let allowed = words[list...].dropFirst(3).prefix { !["Help:", "Usage:"].contains($0) }
      .filter { !["the", "following:", "-", "and", "or"].contains($0) }
    return Spelling.nearest(to: words[3], among: allowed)
      .map { "Did you mean: \(words[flag + 1]) \($0)?" }
  }

  /// Returns the answer to `help` with a word that is not a command; nil if the word is one.
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

import ArgumentParser
import Base
import DiffEngine
import Host

extension FileComparison {
  /// Reads a command line without ArgumentParser, whose reflection takes 15 million instructions:
  /// comparing two screens of a phone takes 35.
  ///
  /// - Returns: nil if anything is unusual, such as a mistake or --help: ArgumentParser then reads
  ///   the line, which alone can tell all about it.
  package init?(commandLine: [String]) {
    guard commandLine.first == CompareCommand.configuration.commandName else { return nil }
    (reference, actual) = ("", "")
    var files: [String] = []
    // In the order of the table, as ArgumentParser's reading has them; the last of each counts.
    var values = Strategy.Parameter.allCases.map { _ in ParameterValue?.none }
    var words = commandLine.dropFirst()
    while let word = words.popFirst() {
      if Self.isValue(word) {
        files.append(FileAddress.path(word))
      } else if !read(word, &words, into: &values) {
        return nil
      }
    }
    guard files.count == 2 else { return nil }
    (reference, actual) = (files[0], files[1])
    for (parameter, value) in zip(Strategy.Parameter.allCases, values) {
      value.map { override.set(parameter, $0) }
    }
  }

  private static func isValue(_ word: String) -> Bool {
    !word.isEmpty && (word.utf8.first != UInt8(ascii: "-") || word == StandardInput.name)
  }

  /// Reads `--flag`, `--flag value` or `--flag=value`.
  ///
  /// - Returns: false if there is no such flag or value.
  private mutating func read(
    _ word: String, _ words: inout ArraySlice<String>, into values: inout [ParameterValue?]
  ) -> Bool {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let flag = String(parts[0])
    let place = Strategy.Parameter.allCases.firstIndex { $0.flag == flag }
    if let place, case .flag = Strategy.Parameter.allCases[place].entry.form {
      values[place] = .flag(true)
      return parts.count == 1
    }
    guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst(), Self.isValue(value)
    else { return false }
    guard let place else { return set(flag, value) }
    values[place] = Strategy.Parameter.allCases[place].value(of: value)
    return values[place] != nil
  }

  private mutating func set(_ flag: String, _ value: String) -> Bool {
    switch flag {
    case "--strategy":
      override.kind = Strategy.Kind(rawValue: value)
      return override.kind != nil
    case "--format":
      ReportFormat(rawValue: value).map { format = $0 }
      return format.rawValue == value
    case "--diff-style":
      DifferenceStyle(rawValue: value).map { diffStyle = $0 }
      return diffStyle.rawValue == value
    case "--diff-output": diffOutput = FileAddress.path(value)
    case "--ignore": ignore.append(FileAddress.path(value))
    default: return false
    }
    return true
  }
}

import Foundation
import ReviewUI

/// The manual pages for man(1): what `--help` says of each command.
struct ManualPage {
  let name: String
  let text: String

  /// Returns a page for the program and one for each of its commands.
  static func all() throws -> [ManualPage] {
    let version = try Program.run("--version").lines.first ?? ""
    let dump = try Program.run("--experimental-dump-help").output
    let root = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
    let names = root.commands.map { "snapreview-\($0.commandName)" }
    return [try ManualPage(root, "snapreview", version, usage: usage(), seeAlso: names)]
      + zip(root.commands, names).map { ManualPage($0, $1, version, seeAlso: ["snapreview"]) }
  }

  /// Returns the usage of the program itself, which the dump of its arguments lacks.
  private static func usage() throws -> [String] {
    let help = try Program.run("--help").output.components(separatedBy: "USAGE: ")[1]
    return help.components(separatedBy: "\n\n")[0].components(separatedBy: "\n").flatMap {
      [escaped($0.trimmingCharacters(in: .whitespaces)), ".br"]
    }
  }

  private init(
    _ command: Dump.Command, _ name: String, _ version: String, usage: [String]? = nil,
    seeAlso: [String]
  ) {
    self.name = name
    let words = name.replacing("-", with: " ")
    let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && $0.help != nil }
    let places = arguments.filter { $0.kind == "positional" }
    let flags = arguments.filter { $0.kind != "positional" }
    var lines = [
      ".\\\" Written by `make docs` from the program's own help.",
      ".TH \"\(name.uppercased())\" 1 \"\" \"snapreview \(version)\" \"\"",
      ".SH NAME", Self.escaped("\(name) - \(command.abstract ?? "")"), ".SH SYNOPSIS",
    ]
    lines +=
      usage ?? [
        ".B " + Self.escaped(words),
        Self.escaped((["[options]"] + places.map(\.synopsis)).joined(separator: " ")),
      ]
    if let discussion = command.discussion { lines += [".SH DESCRIPTION"] + Self.body(discussion) }
    if !command.commands.isEmpty { lines.append(".SH COMMANDS") }
    for command in command.commands {
      lines += [
        ".TP", ".B " + Self.escaped(command.commandName), Self.escaped(command.abstract ?? ""),
      ]
    }
    for (heading, list) in [("ARGUMENTS", places), ("OPTIONS", flags)] where !list.isEmpty {
      lines.append(".SH " + heading)
      for argument in list {
        lines += [".TP", ".B " + Self.escaped(argument.heading), Self.escaped(argument.help ?? "")]
      }
    }
    lines.append(".SH SEE ALSO")
    lines.append(seeAlso.map { ".BR \(Self.escaped($0)) (1)" }.joined(separator: ",\n"))
    text = lines.joined(separator: "\n") + "\n"
  }

  /// Paragraphs are filled, what is indented stays as it is.
  private static func body(_ text: String) -> [String] {
    var lines: [String] = []
    var isExample = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix(" ")
      if isIndented != isExample { lines.append(isIndented ? ".nf" : ".fi") }
      isExample = isIndented
      lines.append(line.isEmpty ? ".PP" : escaped(String(line)))
    }
    return lines + (isExample ? [".fi"] : [])
  }

  /// Text that the formatter takes for nothing else.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}

/// The argument parser's description of the program.
private struct Dump: Decodable {
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?

    var commands: [Command] { (subcommands ?? []).filter { $0.commandName != "help" } }
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var names: [Name]?
    var abstract: String?
    var discussion: String?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var isRepeating: Bool
    var isOptional: Bool
    var shouldDisplay: Bool

    private var value: String { "<\(valueName ?? "value")>" }

    var synopsis: String {
      let text = isRepeating ? "\(value) ..." : value
      return isOptional ? "[\(text)]" : text
    }

    var heading: String {
      guard kind != "positional" else { return synopsis }
      let names = (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      return names.joined(separator: ", ") + (kind == "option" ? " \(value)" : "")
    }

    /// Nil of what is not for the reader.
    var help: String? {
      let text = [abstract, discussion].compactMap(\.self).joined(separator: " ")
      let values = allValues.map { "One of \($0.joined(separator: ", "))." }
      let preset = defaultValue.map { "(default: \($0))" }
      let parts = [text, values, preset].compactMap(\.self).filter { !$0.isEmpty }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
  }

  var command: Command
}

import Catalog
import DiffEngine

extension FileComparison {
  /// Reads a plain command line of `compare`: two files, and flags in full, each given once and
  /// followed by its value.
  ///
  /// `CompareCommand` reads all of this and everything else, help and mistakes included. But
  /// ArgumentParser's reflection doubles the time of comparing two equal files, 2.6 against 5.5 ms of
  /// CPU for a flat screen, and scripts compare thousands.
  ///
  /// - Parameter arguments: All words after the program's name.
  /// - Returns: nil for whatever is less than plain; for all else what `CompareCommand` gives.
  package static func plain(_ arguments: [String]) -> FileComparison? {
    guard arguments.first == "compare" else { return nil }
    return try? FileComparison(words: arguments.dropFirst())
  }

  private init(words: ArraySlice<String>) throws(NotPlain) {
    var flags = PlainFlags()
    let files = try flags.take(from: words)
    guard files.count == 2 else { throw NotPlain() }
    self.init(reference: FileAddress.path(files[0]), actual: FileAddress.path(files[1]))
    format = try flags.value("--format", ReportFormat.init) ?? format
    diffOutput = try flags.value("--diff-output", FileAddress.path)
    diffStyle = try flags.value("--diff-style", DifferenceStyle.init) ?? diffStyle
    override.kind = try flags.value("--strategy", Strategy.Kind.init)
    for parameter in Strategy.Parameter.allCases {
      let value = try flags.value(parameter.flag) {
        PlainFlags.takesNoValue(parameter) ? .flag(true) : parameter.value(of: $0)
      }
      if let value { override.set(parameter, value) }
    }
    guard flags.isEmpty else { throw NotPlain() }
  }
}

/// What ArgumentParser has to look at.
private struct NotPlain: Error {}

/// The flags of a command line, each with its word. Two lists, as a dictionary would cost more
/// than all the rest: the runtime first has to find out how its keys are hashed.
private struct PlainFlags {
  private var names: [String] = []
  private var values: [String] = []

  /// Whether every flag was asked for.
  var isEmpty: Bool { names.isEmpty }

  /// Takes the flags out of `words`.
  ///
  /// - Returns: The other words.
  mutating func take(from words: ArraySlice<String>) throws(NotPlain) -> [String] {
    var words = words
    var others: [String] = []
    while let word = words.popFirst() {
      guard word.hasPrefix("-") else {
        others.append(word)
        continue
      }
      guard let value = Self.isSwitch(word) ? "" : words.popFirst(),
        !value.hasPrefix("-"), !names.contains(word)
      else { throw NotPlain() }
      names.append(word)
      values.append(value)
    }
    return others
  }

  /// The value of a flag, as `read` understands it, which is not asked for again.
  mutating func value<Value>(
    _ flag: String, _ read: (String) -> Value?
  ) throws(NotPlain) -> Value? {
    guard let place = names.firstIndex(of: flag) else { return nil }
    names.remove(at: place)
    guard let value = read(values.remove(at: place)) else { throw NotPlain() }
    return value
  }

  private static func isSwitch(_ word: String) -> Bool {
    Strategy.Parameter.allCases.contains { $0.flag == word && takesNoValue($0) }
  }

  static func takesNoValue(_ parameter: Strategy.Parameter) -> Bool {
    if case .flag = parameter.entry.form { true } else { false }
  }
}

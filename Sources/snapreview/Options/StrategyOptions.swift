import ArgumentParser
import DiffEngine

extension Strategy.Kind: ExpressibleByArgument {}

/// The flags that choose a strategy and its parameters, one for each entry of the table.
///
/// ArgumentParser finds flags by reflection and sets them by decoding; both use
/// `Strategy.Parameter.allCases` instead of a property for each.
struct StrategyOptions: ParsableArguments, CustomReflectable {
  private typealias Value = Option<ParameterValue?>

  private enum Slot {
    case value(Value)
    case flag(Flag<Bool>)
  }

  private var kind = Option<Strategy.Kind?>(
    name: .customLong("strategy"),
    help: "How images are compared (default: as the rules or the library say, else naive).")
  /// The parameters' options, in the order of the table.
  private var slots: [(parameter: Strategy.Parameter, slot: Slot)] = []

  init() {
    slots = Strategy.Parameter.allCases.map { parameter in
      if case .flag = parameter.entry.form {
        (parameter, .flag(Self.flag(parameter.entry)))
      } else {
        (parameter, .value(Self.option(parameter)))
      }
    }
  }

  private static func flag(_ entry: Strategy.Parameter.Entry) -> Flag<Bool> {
    Flag(
      wrappedValue: false, name: .customLong(String(entry.flag.dropFirst(2))),
      help: ArgumentHelp(entry.help))
  }

  private static func option(_ parameter: Strategy.Parameter) -> Value {
    Option(
      name: .customLong(String(parameter.flag.dropFirst(2))), parsing: .unconditional,
      help: ArgumentHelp(parameter.entry.help, valueName: parameter.entry.valueName)
    ) { text in
      guard let value = parameter.value(of: text) else {
        throw ValidationError("it takes \(parameter.allowed)")
      }
      return value
    }
  }

  var customMirror: Mirror {
    var children: [Mirror.Child] = [("strategy", kind)]
    for (parameter, slot) in slots {
      switch slot {
      case .value(let option): children.append((parameter.rawValue, option))
      case .flag(let flag): children.append((parameter.rawValue, flag))
      }
    }
    return Mirror(self, children: children)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    kind = try container.decode(Option<Strategy.Kind?>.self, forKey: Name(stringValue: "strategy"))
    slots = try Strategy.Parameter.allCases.map { parameter in
      let name = Name(stringValue: parameter.rawValue)
      if case .flag = parameter.entry.form {
        return (parameter, .flag(try container.decode(Flag<Bool>.self, forKey: name)))
      }
      return (parameter, .value(try container.decode(Value.self, forKey: name)))
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Returns the given flags, checked as far as possible without an image.
  func override() throws -> StrategyOverride {
    let override = given()
    try override.check(default: nil)
    return override
  }

  func given() -> StrategyOverride {
    var override = StrategyOverride(kind.wrappedValue)
    for (parameter, slot) in slots {
      switch slot {
      case .value(let option): option.wrappedValue.map { override.set(parameter, $0) }
      case .flag(let flag): if flag.wrappedValue { override.set(parameter, .flag(true)) }
      }
    }
    return override
  }
}

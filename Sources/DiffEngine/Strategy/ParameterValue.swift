package enum ParameterValue: Hashable, Sendable {
  case whole(Int)
  case number(Double)
  case flag(Bool)
  case word(String)

  package var text: String {
    switch self {
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    case .flag(let value): "\(value)"
    case .word(let value): "\"\(value)\""
    }
  }
}

extension Strategy.Parameter {
  /// The allowed values, as part of a sentence: "a number from 0 to 100".
  package var allowed: String {
    switch entry.form {
    case .allowance: "a whole number from 0 or a percentage such as \"0.1%\""
    case .whole(_, let lowest): "a whole number from \(lowest)"
    case .number(_, let highest, _): "a number from 0 to \(highest)"
    case .flag: "true or false"
    case .choice(let values, _, _): values.map(\.text).joined(separator: ", ")
    }
  }

  /// Converts a value to this parameter's form; returns nil if it is not one of its values.
  package func admit(_ value: ParameterValue) -> ParameterValue? {
    switch (entry.form, value) {
    case (.allowance, .whole(let count)): count >= 0 ? value : nil
    case (.allowance, .word(let text)):
      if case .share(0...1) = Allowance(text) { value } else { nil }
    case (.whole(_, let lowest), .whole(let whole)): whole >= lowest ? value : nil
    case (.number(_, let highest, _), .whole(let whole)):
      (0...highest).contains(whole) ? .number(Double(whole)) : nil
    case (.number(_, let highest, _), .number(let number)):
      (0...Double(highest)).contains(number) ? value : nil
    case (.flag, .flag): value
    case (.choice(let values, _, _), _): values.contains(value) ? value : nil
    default: nil
    }
  }

  /// Parses the text of a flag or of the palette, whether or not the value is in range; returns nil
  /// if the text has another form.
  package func value(of text: String) -> ParameterValue? {
    switch entry.form {
    case .allowance: Int(text).map(ParameterValue.whole) ?? Allowance(text).map { _ in .word(text) }
    case .whole: Int(text).map(ParameterValue.whole)
    case .number: Double(text).map(ParameterValue.number)
    case .flag: Bool(text).map(ParameterValue.flag)
    case .choice(let values, _, _):
      values.first { $0 == .word(text) || $0 == Int(text).map(ParameterValue.whole) }
    }
  }
}

extension Strategy {
  /// A parameter's value; setting a value of another form has no effect.
  package subscript(parameter: Parameter) -> ParameterValue {
    get {
      switch parameter.entry.form {
      case .allowance:
        if case .count(let count) = threshold { .whole(count) } else { .word(threshold.text) }
      case .whole(let place, _): .whole(self[keyPath: place])
      case .number(let place, _, _): .number(self[keyPath: place])
      case .flag(let place, _): .flag(self[keyPath: place])
      case .choice(_, let value, _): value(self)
      }
    }
    set {
      switch (parameter.entry.form, newValue) {
      case (.allowance, .whole(let count)): threshold = .count(count)
      case (.allowance, .word(let text)): threshold = Allowance(text) ?? threshold
      case (.whole(let place, _), .whole(let value)): self[keyPath: place] = value
      case (.number(let place, _, _), .number(let value)): self[keyPath: place] = value
      case (.flag(let place, _), .flag(let value)): self[keyPath: place] = value
      case (.choice(_, _, let choose), _): choose(&self, newValue)
      default: break
      }
    }
  }
}

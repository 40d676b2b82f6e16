import DiffEngine

/// What one section of a rules file sets: a kind, some parameters, or both.
struct RuleSettings: Hashable, Sendable {
  var kind: Strategy.Kind?
  var values: [Strategy.Parameter: RuleValue] = [:]

  func applied(to strategy: Strategy) -> Strategy {
    var result = strategy
    if let kind { result.kind = kind }
    for (parameter, value) in values { result[parameter] = value }
    return result
  }
}

/// A parameter's value as a rules file writes it.
enum RuleValue: Hashable, Sendable {
  case whole(Int)
  case number(Double)
  case flag(Bool)

  /// As TOML.
  var text: String {
    switch self {
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    case .flag(let value): "\(value)"
    }
  }
}

extension Strategy.Parameter {
  enum Domain {
    case whole(ClosedRange<Int>)
    case oneOf([Int])
    case number(ClosedRange<Double>)
    case flag
  }

  var domain: Domain {
    switch self {
    case .threshold: .whole(0...Int.max)
    case .clusterSize: .whole(1...Int.max)
    case .deltaE: .number(0...100)
    case .formula: .oneOf(Strategy.Formula.allCases.map(\.rawValue))
    case .includeAntialiasing, .checkerboard: .flag
    case .precision, .perceptualPrecision, .perPixelTolerance, .overallTolerance, .yiqThreshold,
      .requiredAccuracy:
      .number(0...1)
    }
  }

  /// In the words of a sentence: "a number from 0 to 100".
  var allowed: String {
    switch domain {
    case .whole(let range): "a whole number from \(range.lowerBound)"
    case .oneOf(let values): values.map(String.init).joined(separator: ", ")
    case .number(let range): "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .flag: "true or false"
    }
  }

  /// The value in this parameter's own form; nil where it is not allowed.
  func admit(_ value: RuleValue) -> RuleValue? {
    switch (domain, value) {
    case (.whole(let range), .whole(let whole)): range.contains(whole) ? value : nil
    case (.oneOf(let values), .whole(let whole)): values.contains(whole) ? value : nil
    case (.number(let range), .whole(let whole)):
      range.contains(Double(whole)) ? .number(Double(whole)) : nil
    case (.number(let range), .number(let number)): range.contains(number) ? value : nil
    case (.flag, .flag): value
    default: nil
    }
  }
}

extension Strategy {
  /// A parameter's value; setting one of another form than the parameter's changes nothing.
  subscript(parameter: Parameter) -> RuleValue {
    get {
      switch parameter {
      case .threshold: .whole(threshold)
      case .clusterSize: .whole(clusterSize)
      case .deltaE: .number(deltaE)
      case .formula: .whole(formula.rawValue)
      case .precision: .number(precision)
      case .perceptualPrecision: .number(perceptualPrecision)
      case .perPixelTolerance: .number(perPixelTolerance)
      case .overallTolerance: .number(overallTolerance)
      case .yiqThreshold: .number(yiqThreshold)
      case .includeAntialiasing: .flag(includeAntialiasing)
      case .checkerboard: .flag(checkerboard)
      case .requiredAccuracy: .number(requiredAccuracy)
      }
    }
    set {
      switch (parameter, newValue) {
      case (.threshold, .whole(let value)): threshold = value
      case (.clusterSize, .whole(let value)): clusterSize = value
      case (.deltaE, .number(let value)): deltaE = value
      case (.formula, .whole(let value)): formula = Formula(rawValue: value) ?? formula
      case (.precision, .number(let value)): precision = value
      case (.perceptualPrecision, .number(let value)): perceptualPrecision = value
      case (.perPixelTolerance, .number(let value)): perPixelTolerance = value
      case (.overallTolerance, .number(let value)): overallTolerance = value
      case (.yiqThreshold, .number(let value)): yiqThreshold = value
      case (.includeAntialiasing, .flag(let value)): includeAntialiasing = value
      case (.checkerboard, .flag(let value)): checkerboard = value
      case (.requiredAccuracy, .number(let value)): requiredAccuracy = value
      default: break
      }
    }
  }
}

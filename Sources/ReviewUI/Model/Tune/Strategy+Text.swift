import DiffEngine

/// The reason why a typed value was not accepted.
struct ValueError: Error, CustomStringConvertible {
  var description: String
}

extension Strategy {
  /// Sets a parameter from text typed in the palette; `validate` checks its range.
  mutating func set(_ parameter: Parameter, to text: String) throws(ValueError) {
    guard let value = parameter.value(of: text) else {
      throw ValueError(
        description: "\(parameter.rawValue) is \(parameter.allowed), not “\(text)”.")
    }
    self[parameter] = value
  }
}

/// A parameter out of range, described by a sentence with the parameter, the value and the range.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  package var parameter: Strategy.Parameter
  public var value: String
  /// The allowed values: "0 to 100".
  public var range: String

  public var description: String {
    "\(parameter.words): \(value) is out of range; it takes \(range)."
  }
}

extension Strategy {
  /// Checks every parameter, including those that `kind` does not use now, because another kind
  /// may.
  ///
  /// - Parameter total: The number of pixels of the pair, the maximum of `threshold`; if nil, any
  ///   threshold of 0 or more is valid.
  /// - Throws: An error for the first parameter that is out of range.
  public func validate(total: Int? = nil) throws(ParameterError) {
    for parameter in Parameter.allCases {
      switch parameter.entry.form {
      case .allowance: try validateThreshold(total)
      case .whole(let place, let lowest):
        guard self[keyPath: place] >= lowest else {
          throw ParameterError(
            parameter: parameter, value: "\(self[keyPath: place])", range: "\(lowest) or more")
        }
      case .number(let place, let highest, _):
        guard (0...Double(highest)).contains(self[keyPath: place]) else {
          throw ParameterError(
            parameter: parameter, value: "\(self[keyPath: place])", range: "0 to \(highest)")
        }
      case .flag, .choice: break
      }
    }
  }
}

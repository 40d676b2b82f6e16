/// A parameter outside its range: one sentence with the parameter, the value and the range.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  package var parameter: Strategy.Parameter
  public var value: String
  /// The values that the parameter takes: "0 to 100".
  public var range: String

  public var description: String {
    "\(parameter.words): \(value) is out of range; it takes \(range)."
  }
}

extension Strategy {
  /// Checks every parameter, also those that `kind` does not use now but another may.
  ///
  /// - Parameter total: The pixels of the pair, the most that `threshold` may be; nil where they
  ///   are not known, and then any threshold from 0 will do.
  /// - Throws: The first parameter that is out of its range.
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

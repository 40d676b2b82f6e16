/// A parameter outside its range: one sentence with the parameter, the value and the range.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  public var parameter: Strategy.Parameter
  /// The value as it was given.
  public var value: String
  /// What the parameter takes: "0 to 100".
  public var range: String

  public init(parameter: Strategy.Parameter, value: String, range: String) {
    self.parameter = parameter
    self.value = value
    self.range = range
  }

  public var description: String {
    "\(parameter.words): \(value) is out of range; it takes \(range)."
  }
}

extension Strategy.Parameter {
  /// The parameter as a sentence names it: "cluster size".
  package var words: String {
    switch self {
    case .threshold: "threshold"
    case .clusterSize: "cluster size"
    case .deltaE: "ΔE"
    case .formula: "formula"
    case .precision: "precision"
    case .perceptualPrecision: "perceptual precision"
    case .perPixelTolerance: "per-pixel tolerance"
    case .overallTolerance: "overall tolerance"
    case .yiqThreshold: "YIQ threshold"
    case .includeAntialiasing: "antialiasing"
    case .checkerboard: "checkerboard"
    case .requiredAccuracy: "required accuracy"
    }
  }
}

extension Strategy {
  /// Checks every parameter, also those that `kind` does not use now but another may.
  ///
  /// - Parameter total: The pixels of the pair, the most that `threshold` may be; nil where they
  ///   are not known, and then any threshold from 0 will do.
  /// - Throws: The first parameter that is out of its range.
  public func validate(total: Int? = nil) throws(ParameterError) {
    try validateThreshold(total)
    guard clusterSize >= 1 else {
      throw ParameterError(parameter: .clusterSize, value: "\(clusterSize)", range: "1 or more")
    }
    guard (0...100).contains(deltaE) else {
      throw ParameterError(parameter: .deltaE, value: "\(deltaE)", range: "0 to 100")
    }
    let shares: [(Parameter, Double)] = [
      (.precision, precision), (.perceptualPrecision, perceptualPrecision),
      (.perPixelTolerance, perPixelTolerance), (.overallTolerance, overallTolerance),
      (.yiqThreshold, yiqThreshold), (.requiredAccuracy, requiredAccuracy),
    ]
    for (parameter, share) in shares where !(0...1).contains(share) {
      throw ParameterError(parameter: parameter, value: "\(share)", range: "0 to 1")
    }
  }

  private func validateThreshold(_ total: Int?) throws(ParameterError) {
    let isUsed = kind.parameters.contains(.threshold)
    guard threshold >= 0, let total, isUsed, threshold > total else {
      if threshold >= 0 { return }
      throw ParameterError(
        parameter: .threshold, value: "\(threshold)",
        range: total.map { "0 to \($0), the pixel count" } ?? "0 to the pixel count")
    }
    throw ParameterError(
      parameter: .threshold, value: "\(threshold)", range: "0 to \(total), the pixel count")
  }
}

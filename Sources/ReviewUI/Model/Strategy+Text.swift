import DiffEngine

/// Why a typed value was not taken.
struct ValueError: Error, CustomStringConvertible {
  var description: String
}

extension Strategy {
  /// Sets a parameter from what was typed in the palette; ranges are checked by `validate`.
  mutating func set(_ parameter: Parameter, to text: String) throws {
    switch parameter {
    case .threshold: threshold = try whole(parameter, text)
    case .clusterSize: clusterSize = try whole(parameter, text)
    case .deltaE: deltaE = try number(parameter, text)
    case .precision: precision = try number(parameter, text)
    case .perceptualPrecision: perceptualPrecision = try number(parameter, text)
    case .perPixelTolerance: perPixelTolerance = try number(parameter, text)
    case .overallTolerance: overallTolerance = try number(parameter, text)
    case .yiqThreshold: yiqThreshold = try number(parameter, text)
    case .requiredAccuracy: requiredAccuracy = try number(parameter, text)
    case .includeAntialiasing: includeAntialiasing = try truth(parameter, text)
    case .checkerboard: checkerboard = try truth(parameter, text)
    case .formula:
      guard let value = Int(text).flatMap(Formula.init) else {
        throw ValueError(description: "formula is 76, 94 or 2000, not “\(text)”.")
      }
      formula = value
    }
  }

  private func truth(_ parameter: Parameter, _ text: String) throws -> Bool {
    guard let value = Bool(text) else {
      throw ValueError(description: "\(parameter.rawValue) is true or false, not “\(text)”.")
    }
    return value
  }

  private func whole(_ parameter: Parameter, _ text: String) throws -> Int {
    guard let value = Int(text) else {
      throw ValueError(description: "\(parameter.rawValue) is a whole number, not “\(text)”.")
    }
    return value
  }

  private func number(_ parameter: Parameter, _ text: String) throws -> Double {
    guard let value = Double(text), value.isFinite else {
      throw ValueError(description: "\(parameter.rawValue) is a number, not “\(text)”.")
    }
    return value
  }
}

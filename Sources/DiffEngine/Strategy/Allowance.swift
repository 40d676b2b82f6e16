/// The number of mismatches allowed in a match: a count, or a share of the image.
public enum Allowance: Hashable, Sendable, ExpressibleByIntegerLiteral, Codable {
  /// A number of mismatches, 0 to the pixel count.
  case count(Int)
  /// A share of the pixels, 0 to 1; written as a percentage: "0.1%".
  case share(Double)
  /// AFSnapshotTesting's `perceptualTolerance_v2(precision:)`: the share that must match, 0 to 1,
  /// of the image's points, each `scale` pixels wide and high.
  case precision(Double, scale: Int)

  public init(integerLiteral count: Int) { self = .count(count) }

  /// Parses an allowance in the notation of flags and rules: "40" or "0.1%".
  ///
  /// - Returns: nil if the text is neither a whole number nor a percentage.
  package init?(_ text: String) {
    if let count = Int(text) {
      self = .count(count)
    } else if text.last == "%", let percent = Double(text.dropLast()), percent.isFinite {
      self = .share(percent / 100)
    } else {
      return nil
    }
  }

  /// The text of the allowance in flags and rules.
  package var text: String {
    switch self {
    case .count(let count): return "\(count)"
    case .share(let share):
      // Dividing by 100 and multiplying again may not give the same number.
      let percent = "\(((share * 100) * 1e10).rounded() / 1e10)"
      return (percent.hasSuffix(".0") ? String(percent.dropLast(2)) : percent) + "%"
    case .precision(let precision, _): return "precision \(precision)"
    }
  }

  fileprivate var isInRange: Bool {
    switch self {
    case .count(let count): count >= 0
    case .share(let share), .precision(let share, _): (0...1).contains(share)
    }
  }
}

extension Strategy {
  /// Returns the threshold as a count.
  ///
  /// - Parameter share: Converts a share of the total to a count, with the library's rounding.
  func threshold(of total: Int, share: (Double) -> Int) -> Int {
    switch threshold {
    case .count(let count): count
    case .share(let part): share(part)
    case .precision(let precision, let scale):
      Self.rest(of: total, precision: precision, scale: scale)
    }
  }

  /// Returns the number that AFSnapshotTesting's `_v2` allows, with its single precision and
  /// truncation.
  static func rest(of total: Int, precision: Double, scale: Int) -> Int {
    let points = Float(Double(total) / Double(scale * scale))
    let accepted = Int(points * Float(precision))
    return Int(points) - max(accepted, 0)
  }

  /// - Throws: An error if the threshold is out of range or exceeds the number of pixels.
  func validateThreshold(_ total: Int?) throws(ParameterError) {
    guard case .count(let count) = threshold else {
      if threshold.isInRange { return }
      throw ParameterError(parameter: .threshold, value: threshold.text, range: "0% to 100%")
    }
    let isUsed = kind.parameters.contains(.threshold)
    guard count < 0 || isUsed && count > total ?? .max else { return }
    throw ParameterError(
      parameter: .threshold, value: "\(count)",
      range: "0 to \(total.map { "\($0), " } ?? "")the pixel count")
  }
}

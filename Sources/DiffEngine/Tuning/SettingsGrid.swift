/// The settings of one kind that are tried: every combination of the values that people write for
/// what can be turned, everything else as in `base`.
package struct SettingsGrid: Sendable {
  /// A parameter and its values, the strictest first.
  struct Axis: Sendable {
    let parameter: Strategy.Parameter
    let values: [ParameterValue]

    /// True if it says how many pixels may differ, and not which ones do.
    var isAllowance: Bool { parameter.entry.knobs.contains(.count) }
  }

  package let base: Strategy
  /// The parameters that can be turned, the allowance last.
  let axes: [Axis]
  /// The settings but for the allowance: one comparison with each tells of all allowances.
  let measures: [Strategy]
  /// The measures, each with every allowance.
  package let settings: [Strategy]

  /// - Parameter isWritten: True to try only what the library's own test can ask for.
  package init(_ base: Strategy, isWritten: Bool) {
    let plain = Strategy(base.kind)
    let mustBeWritten = isWritten && plain.testLine != nil
    let axes = base.kind.parameters.filter { !$0.entry.knobs.isEmpty }.map { parameter in
      Axis(
        parameter: parameter,
        values: parameter.usualValues.filter {
          !mustBeWritten || plain.setting(parameter, $0).testLine != nil
        })
    }
    self.base = base
    self.axes = axes.filter { !$0.isAllowance } + axes.filter(\.isAllowance)
    measures = base.combined(with: axes.filter { !$0.isAllowance })
    settings = base.combined(with: self.axes)
  }

  /// Returns the settings one value stricter or more tolerant on one axis, by their places.
  ///
  /// - Parameter axes: The axes of the places; the last one runs fastest.
  static func neighbours(of place: Int, on axes: [Axis]) -> [Int] {
    var stride = 1
    return axes.reversed().flatMap { axis in
      defer { stride *= axis.values.count }
      let value = place / stride % axis.values.count
      return (value > 0 ? [place - stride] : [])
        + (value + 1 < axis.values.count ? [place + stride] : [])
    }
  }

  /// The measures that are one value stricter on one axis.
  func stricterMeasures(than place: Int) -> [Int] {
    Self.neighbours(of: place, on: axes.filter { !$0.isAllowance }).filter { $0 < place }
  }
}

extension Strategy {
  fileprivate func setting(_ parameter: Parameter, _ value: ParameterValue) -> Strategy {
    var strategy = self
    strategy[parameter] = value
    return strategy
  }

  /// Returns every combination of some values, the last axis running fastest.
  fileprivate func combined(with axes: [SettingsGrid.Axis]) -> [Strategy] {
    axes.reduce([self]) { strategies, axis in
      strategies.flatMap { strategy in
        axis.values.map { strategy.setting(axis.parameter, $0) }
      }
    }
  }
}

extension Strategy.Parameter {
  /// The values that tuning tries, the strictest first.
  fileprivate var usualValues: [ParameterValue] {
    switch entry.form {
    case .flag(_, let isStricter): [.flag(isStricter), .flag(!isStricter)]
    case .number: entry.usual.map { .number($0) }
    case .allowance, .whole: entry.usual.map { .whole(Int($0)) }
    case .choice: []
    }
  }
}

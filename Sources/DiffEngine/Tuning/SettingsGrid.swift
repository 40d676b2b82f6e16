/// The settings of one kind to try: every combination of the usual values of its adjustable
/// parameters, with everything else as in `base`.
package struct SettingsGrid: Sendable {
  /// A parameter and its values, the strictest first.
  struct Axis: Sendable {
    let parameter: Strategy.Parameter
    let values: [ParameterValue]

    /// True if the parameter decides how many pixels may differ, rather than which ones do.
    var isAllowance: Bool { parameter.entry.knobs.contains(.count) }
  }

  package let base: Strategy
  /// The adjustable parameters, the allowance last.
  let axes: [Axis]
  /// The settings without an allowance; one comparison with each gives the result for all
  /// allowances.
  let measures: [Strategy]
  /// The measures, each with every allowance.
  package let settings: [Strategy]

  /// - Parameter isWritten: True to try only values that the library's own tests can use.
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

  /// Returns the indices of the settings that are one value stricter or more tolerant on one axis.
  ///
  /// - Parameter axes: The axes of the indices; the last one varies fastest.
  static func neighbours(of place: Int, on axes: [Axis]) -> [Int] {
    var stride = 1
    return axes.reversed().flatMap { axis in
      defer { stride *= axis.values.count }
      let value = place / stride % axis.values.count
      return (value > 0 ? [place - stride] : [])
        + (value + 1 < axis.values.count ? [place + stride] : [])
    }
  }

  /// Returns the indices of the measures that are one value stricter on one axis.
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

  /// Returns every combination of the axes' values; the last axis varies fastest.
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

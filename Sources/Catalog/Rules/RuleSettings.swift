import DiffEngine

/// The settings of one section of a rules file: a strategy, some parameters, or both.
struct RuleSettings: Hashable, Sendable {
  var kind: Strategy.Kind?
  var values: [Strategy.Parameter: ParameterValue] = [:]
  /// The areas that are left out; nil if the section does not say.
  var ignored: IgnoredSetting?
  /// The pixels by which one picture may be wider or higher; nil if the section does not say.
  var sizeTolerance: Int?

  func applied(to strategy: Strategy) -> Strategy {
    var result = strategy
    if let kind { result.kind = kind }
    for (parameter, value) in values { result[parameter] = value }
    return result
  }

  func applied(to areas: IgnoredAreas) -> IgnoredAreas {
    var result = ignored?.areas ?? areas
    result.sizeTolerance = sizeTolerance ?? areas.sizeTolerance
    return result
  }
}

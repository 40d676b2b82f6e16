import DiffEngine

/// The settings of one section of a rules file: a strategy, some parameters, or both.
struct RuleSettings: Hashable, Sendable {
  var kind: Strategy.Kind?
  var values: [Strategy.Parameter: ParameterValue] = [:]
  /// The areas to exclude; nil if the section does not set them.
  var ignored: IgnoredSetting?
  /// The number of pixels by which one picture may be wider or higher; nil if not set.
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

import DiffEngine

extension [CaseGroup] {
  /// Causes as a list shows them: those with most cases first and behind each of them those that look
  /// alike, noise last.
  package func inCauseOrder(_ families: [CauseFamily]) -> [CaseGroup] {
    var familyOf: [Int: Int] = [:]
    for (family, causes) in families.map(\.causes).enumerated() {
      for id in causes { familyOf[id] = family }
    }
    let ranked = enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }
      .map(\.element)
    var heads: [Int: Int] = [:]
    let places = ranked.enumerated().map { place, cause in
      guard let family = familyOf[cause.id] else { return place }
      if heads[family] == nil { heads[family] = place }
      return heads[family]!
    }
    return ranked.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { ranked[$0] }
  }

  private func rank(_ cause: CaseGroup, _ place: Int) -> (Int, Int, Int) {
    (cause.isNoise ? 1 : 0, -cause.items.count, place)
  }
}

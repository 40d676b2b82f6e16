import Changes

extension [CaseGroup] {
  /// Returns causes in list order: those with most cases first, noise last. Causes that look alike
  /// follow the largest of them, the least similar one first.
  package func inCauseOrder(_ families: [CauseFamily]) -> [CaseGroup] {
    let familyOf = families.places
    var looks: [Int: Int] = [:]
    for family in families {
      for (rank, look) in family.looks.enumerated() { looks[look.cause] = rank }
    }
    let ranked = enumerated().sorted { rank($0.element, $0.offset) < rank($1.element, $1.offset) }
      .map(\.element)
    var heads: [Int: Int] = [:]
    let places = ranked.enumerated().map { place, cause in
      guard let family = familyOf[cause.id] else { return place }
      if heads[family] == nil { heads[family] = place }
      return heads[family]!
    }
    return ranked.indices.map { (places[$0], looks[ranked[$0].id] ?? .max, $0) }.sorted(by: <)
      .map { ranked[$0.2] }
  }

  private func rank(_ cause: CaseGroup, _ place: Int) -> (Int, Int, Int) {
    (cause.isNoise ? 1 : 0, -cause.items.count, place)
  }
}

import DiffEngine

/// What decides where a cause stands in a list.
package struct CauseTraits {
  let id: Int
  let cases: Int
  let isNoise: Bool

  package init(id: Int, cases: Int, isNoise: Bool) {
    (self.id, self.cases, self.isNoise) = (id, cases, isNoise)
  }
}

extension Array {
  /// Causes as a list shows them: those with most cases first and behind each of them those that look
  /// alike, noise last.
  package func inCauseOrder(
    _ families: [CauseFamily], _ traits: (Element) -> CauseTraits
  ) -> [Element] {
    var familyOf: [Int: Int] = [:]
    for (family, causes) in families.map(\.causes).enumerated() {
      for id in causes { familyOf[id] = family }
    }
    let ranked = map { (element: $0, traits: traits($0)) }.enumerated().sorted {
      rank($0.element.traits, $0.offset) < rank($1.element.traits, $1.offset)
    }.map(\.element)
    var heads: [Int: Int] = [:]
    let places = ranked.enumerated().map { place, cause in
      guard let family = familyOf[cause.traits.id] else { return place }
      if heads[family] == nil { heads[family] = place }
      return heads[family]!
    }
    return ranked.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { ranked[$0].element }
  }

  private func rank(_ traits: CauseTraits, _ place: Int) -> (Int, Int, Int) {
    (traits.isNoise ? 1 : 0, -traits.cases, place)
  }
}

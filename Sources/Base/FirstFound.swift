extension Sequence {
  /// Returns the first result that is not empty, or an empty one; nothing after it is looked at.
  package func firstFound<Found>(_ find: (Element) -> [Found]) -> [Found] {
    for element in self {
      let found = find(element)
      if !found.isEmpty { return found }
    }
    return []
  }
}

/// The cases of a review, with what follows from their names alone.
package struct CaseList: RandomAccessCollection, MutableCollection, Sendable {
  private var cases: [ReviewItem]
  private var changed: Set<Int> = []
  let names: NameIndex

  package init(_ cases: [ReviewItem]) {
    self.cases = cases
    names = NameIndex(cases.map(\.snapshot))
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { cases.count }

  package subscript(place: Int) -> ReviewItem {
    _read { yield cases[place] }
    _modify {
      changed.insert(place)
      yield &cases[place]
    }
  }

  /// Looks at cases where they are: a copy costs some forty retains, and of ten thousand more than a
  /// frame may take.
  func look(at places: some Sequence<Int>, _ body: (Int, borrowing ReviewItem) -> Void) {
    let cases = cases.span
    for place in places { body(place, cases[place]) }
  }

  /// Returns the places of the cases that were changed since it was last asked.
  mutating func takeChanged() -> Set<Int> {
    defer { changed = [] }
    return changed
  }
}

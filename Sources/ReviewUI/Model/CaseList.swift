/// The cases of a review, with the facts that follow from their names alone.
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

  /// Looks at cases in place, because a copy costs some forty retains, and copies of ten thousand
  /// cases take longer than a frame may.
  func look(at places: some Sequence<Int>, _ body: (Int, borrowing ReviewItem) -> Void) {
    for place in places { body(place, cases[place]) }
  }

  /// Returns the indices of the cases that have changed since the last call.
  mutating func takeChanged() -> Set<Int> {
    defer { changed = [] }
    return changed
  }
}

/// The cases of a review, with what follows from their names alone.
package struct CaseList: RandomAccessCollection, MutableCollection, Sendable {
  private var cases: [ReviewItem]
  let names: NameIndex

  package init(_ cases: [ReviewItem]) {
    self.cases = cases
    names = NameIndex(cases.map(\.snapshot))
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { cases.count }

  package subscript(place: Int) -> ReviewItem {
    _read { yield cases[place] }
    _modify { yield &cases[place] }
  }
}

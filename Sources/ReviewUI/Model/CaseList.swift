import Catalog

/// The cases of a review, with what follows from their names alone.
///
/// Every change of a case goes through the subscript, which notes its place: twenty
/// thousand cases need not be searched for the one that was measured just now.
package struct CaseList: RandomAccessCollection, MutableCollection, Sendable {
  private var cases: [ReviewItem]
  /// Places that were written to since they were taken last, some of them more than once.
  private var changed: [Int] = []
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
      changed.append(place)
      yield &cases[place]
    }
  }

  /// Counts a case as changed.
  mutating func touch(_ place: Int) { changed.append(place) }

  var hasChanges: Bool { !changed.isEmpty }

  mutating func takeChanges() -> [Int] {
    defer { changed.removeAll(keepingCapacity: true) }
    return changed
  }
}

/// The cases of a review, with what follows from their names alone.
///
/// Every change of a case goes through the subscript, which notes its place: twenty
/// thousand cases need not be searched for the one that was measured just now.
package struct CaseList: RandomAccessCollection, MutableCollection, Sendable {
  /// In chunks: while the pool reads the list as it was, a change copies one of them and not
  /// twenty thousand cases.
  private var chunks: [[ReviewItem]]
  /// Places that were written to since they were taken last, some of them more than once.
  private var changed: [Int] = []
  let names: NameIndex

  package init(_ cases: [ReviewItem]) {
    endIndex = cases.count
    chunks = stride(from: 0, to: cases.count, by: 256).map {
      Array(cases[$0..<Swift.min($0 + 256, cases.count)])
    }
    names = NameIndex(cases.map(\.snapshot))
  }

  package var startIndex: Int { 0 }
  package let endIndex: Int

  package subscript(place: Int) -> ReviewItem {
    _read { yield chunks[place >> 8][place & 255] }
    _modify {
      changed.append(place)
      yield &chunks[place >> 8][place & 255]
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

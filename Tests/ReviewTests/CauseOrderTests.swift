import Catalog
import Changes
import Review
import Testing

struct CauseOrderTests {
  private func cause(_ id: Int, cases: Int = 1, isNoise: Bool = false) -> CaseGroup {
    CaseGroup(id: id, text: "", isNoise: isNoise, items: Array(0..<cases))
  }

  private func order(_ causes: [CaseGroup], families: [[Int]] = []) -> [Int] {
    causes.inCauseOrder(families.map { CauseFamily(causes: $0, reason: "") }).map(\.id)
  }

  @Test func `of what looks alike the one that is furthest off comes first`() {
    let causes = [cause(1), cause(2, cases: 3), cause(3), cause(4)]
    var family = CauseFamily(causes: [1, 2, 4], reason: "")
    family.looks = [4, 2, 1].map { FamilyLook(cause: $0, score: 0.5, place: nil) }
    #expect(causes.inCauseOrder([family]).map(\.id) == [4, 2, 1, 3])
  }

  @Test func `the most cases come first, noise last, and the rest as it was`() {
    let causes = [
      cause(1), cause(2, cases: 40, isNoise: true), cause(3, cases: 9), cause(4),
    ]
    #expect(order(causes) == [3, 1, 4, 2])
  }

  @Test func `what looks alike stands behind the largest of its kind`() {
    let causes = [
      cause(1), cause(2, cases: 3), cause(3), cause(4, cases: 5), cause(5),
      cause(6, isNoise: true), cause(7, cases: 2, isNoise: true),
    ]
    #expect(order(causes, families: [[1, 4, 5], [3, 9], [6, 7]]) == [4, 1, 5, 2, 3, 7, 6])
  }
}

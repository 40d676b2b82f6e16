import Catalog
import DiffEngine
import Testing

@Suite struct CauseOrderTests {
  private struct Cause {
    var id: Int
    var cases = 1
    var isNoise = false
  }

  private func order(_ causes: [Cause], families: [[Int]] = []) -> [Int] {
    causes.inCauseOrder(families.map { CauseFamily(causes: $0, reason: "") }) {
      CauseTraits(id: $0.id, cases: $0.cases, isNoise: $0.isNoise)
    }.map(\.id)
  }

  @Test func `the most cases come first, noise last, and the rest as it was`() {
    let causes = [
      Cause(id: 1), Cause(id: 2, cases: 40, isNoise: true), Cause(id: 3, cases: 9), Cause(id: 4),
    ]
    #expect(order(causes) == [3, 1, 4, 2])
  }

  @Test func `what looks alike stands behind the largest of its kind`() {
    let causes = [
      Cause(id: 1), Cause(id: 2, cases: 3), Cause(id: 3), Cause(id: 4, cases: 5), Cause(id: 5),
      Cause(id: 6, isNoise: true), Cause(id: 7, cases: 2, isNoise: true),
    ]
    #expect(order(causes, families: [[1, 4, 5], [3, 9], [6, 7]]) == [4, 1, 5, 2, 3, 7, 6])
  }
}

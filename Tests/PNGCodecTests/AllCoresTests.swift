import Base
import PNGCodec
import Testing

struct AllCoresTests {
  @Test(arguments: [0, 1, 2, 1000])
  func `every number comes once`(_ count: Int) {
    let seen = Mutex<[Int]>([])
    onAllCores(count) { index in seen.withLock { $0.append(index) } }
    #expect(seen.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test func `one call may make others`() {
    let sum = Atomic(0)
    onAllCores(4) { outer in
      onAllCores(5) { inner in sum.add(outer * 5 + inner, ordering: .relaxed) }
    }
    #expect(sum.load(ordering: .relaxed) == (0..<20).reduce(0, +))
  }
}

import ReviewUI
import TestSupport
import Testing
import snapreview

@Suite struct CaseReaderTests {
  @Test func `a decision is on the pixels that were seen, also where they were read before`() throws
  {
    let scratch = TestFolder()
    let snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", .plain(8, 8)),
      actual: scratch.write("a.png", .plain(8, 8, changes: 1)))
    let seen = Fingerprint(of: snapshot)
    let loader = PairLoader { ShownFiles(of: $0) }
    let key = CaseKey(MeasureRequest(item: 0, revision: 0, strategy: Strategy(.naive)))
    // Decoded because it is one key away; then the test run writes it anew; then it is measured.
    _ = loader.load(snapshot, key)
    scratch.write("a.png", .plain(8, 8, changes: 2))
    let reading = CaseReader(snapshot, key, loader: loader, isLookedAt: true).reading(
      Strategy(.naive))
    guard case .images(let facts) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(facts.fingerprint == seen)
    #expect(facts.fingerprint != Fingerprint(of: snapshot))
  }
}

import Base
import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// Random sessions on three cases with a fault somewhere.
struct StorePropertyTests {
  private static let names = ["a@2x", "b@2x", "c@2x"]

  @Test(arguments: 0..<(ProofTally.isFull ? 150 : 50))
  func `whatever happens, each baseline is old or new and the rest can be taken back`(
    _ seed: Int
  ) throws {
    var random = SplitMix(seed: UInt64(seed))
    let fixture = try StoreFixture(Self.names)
    let originals = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, fakePNG("old \($0)")) })
    let actuals = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, fakePNG("new \($0)")) })
    for _ in 0..<4 {
      let effect: Faults.Effect = [
        .die, .tear, .short, .fail(ENOSPC), .fail(EIO), .failFromNowOn(ENOSPC), .failFromNowOn(EIO),
      ].randomElement(using: &random)!
      let at = Int.random(in: 0..<800, using: &random)
      let faults = Faults(at: at, effect)
      if let store = try? fixture.open(faults.disk) {
        for _ in 0..<12 where !faults.isDead { try? act(store, fixture.cases, &random) }
      }
      for name in Self.names {
        let now = fixture.baseline(name)
        #expect(now == originals[name] || now == actuals[name], "\(name) is torn")
      }
      let store = try fixture.open()
      #expect(store.readOnlyReason == nil)
      for snapshot in fixture.cases {
        let isAccepted = store.decisions(for: [snapshot])[snapshot.id]?.decision == .accepted
        #expect(
          fixture.baseline(snapshot.name)
            == (isAccepted ? actuals[snapshot.name] : originals[snapshot.name]))
      }
    }
    let store = try fixture.open()
    let reversal = try store.undo(.session)
    #expect(reversal.failures.isEmpty)
    for name in Self.names { #expect(fixture.baseline(name) == originals[name]) }
    #expect(fixture.folder.names(in: "ReferenceImages_64/Class").count == 3)
  }

  private func act(_ store: ReviewStore, _ cases: [SnapshotCase], _ random: inout SplitMix) throws {
    let snapshot = cases.randomElement(using: &random)!
    let shown = Fingerprint(of: snapshot)
    let batch = Bool.random(using: &random) ? "bulk" : nil
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: try store.accept(snapshot, shown: shown, batch: batch)
    case 3: try store.record(.rejected, for: snapshot, shown: shown, batch: batch)
    case 4: try store.record(.tolerated, for: snapshot, shown: shown, note: "n")
    case 5: _ = try store.undo()
    case 6: _ = try Bool.random(using: &random) ? store.undo(.session) : store.redo()
    default: _ = try store.redo()
    }
  }
}

import Base
import Catalog
import DiffEngine
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

struct CaseReaderTests {
  @Test func `a decision is on the pixels that were seen, also where they were read before`() throws
  {
    let scratch = TestFolder()
    let snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", .plain(8, 8)),
      actual: scratch.write("a.png", .plain(8, 8, changes: 1)))
    let seen = Fingerprint(of: snapshot)
    let loader = PairLoader { ShownFiles(of: $0) }
    let key = CaseKey(ComparisonRequest(item: 0, revision: 0, strategy: Strategy(.naive)))
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

  @Test func `texts that differ only in broken UTF-8 differ on the screen, too`() {
    let scratch = TestFolder()
    let snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair, content: .text,
      reference: scratch.write("r.txt", [0x61, 0xFF, 0x0A]),
      actual: scratch.write("a.txt", [0x61, 0xFE, 0x0A]))
    let key = CaseKey(ComparisonRequest(item: 0, revision: 0, strategy: Strategy(.naive)))
    let loader = PairLoader { ShownFiles(of: $0) }
    let reading = CaseReader(snapshot, key, loader: loader, isLookedAt: true).reading(
      Strategy(.naive))
    guard case .texts(let facts) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(facts.difference.changedLines == 1)
  }

  @Test func `images that are too large to be held are no match`() throws {
    let scratch = TestFolder()
    let snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", .plain(3_000, 4_000)),
      actual: scratch.write("a.png", .plain(3_000, 4_000, changes: 2)))
    let loader = PairLoader(in: MemoryBudget(limit: 64_000_000)) { ShownFiles(of: $0) }
    let key = CaseKey(ComparisonRequest(item: 0, revision: 0, strategy: Strategy(.naive)))
    let reader = CaseReader(snapshot, key, loader: loader, isLookedAt: true)
    guard case .failed(let reason) = reader.reading(Strategy(.naive)) else {
      Issue.record("compared")
      return
    }
    #expect(reason.contains("r.png: too large"))
  }

  @Test func `codes that can no longer be read are unreadable, and no colours stand in for them`()
    throws
  {
    let scratch = TestFolder()
    // Two files whose colours are equal: their profiles, not their numbers, are.
    var writer = PNGWriter.random(6, depth: 8, width: 8, height: 8)
    writer.extraChunks = [("gAMA", be32(100_000))]
    let snapshot = SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", writer.file()),
      actual: scratch.write("a.png", writer.file()))
    let strategy = Strategy(.pixelmatch)
    let loader = PairLoader { ShownFiles(of: $0) }
    let request = ComparisonRequest(item: 0, revision: 0, strategy: strategy)
    _ = loader.load(snapshot, CaseKey(request))
    scratch.write("a.png", "no picture any more")
    let reader = CaseReader(snapshot, CaseKey(request), loader: loader, isLookedAt: true)
    guard case .failed(let reason) = reader.reading(strategy) else {
      Issue.record("judged by its colours")
      return
    }
    #expect(reason.contains("a.png"))
    let maker = PictureMaker(loader: loader)
    #expect(maker.comparison(snapshot, request)?.verdict == .unreadable)
  }
}

import Base
import Catalog
import Demo
import DiffEngine
import Foundation
import Host
import PNGCodec
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

struct KeptMeasurementsTests {
  private let scratch = TestFolder()
  private var cache: UserFolder { UserFolder(path: scratch["cache"]) }

  private var kept: KeptMeasurements? {
    KeptMeasurements(of: [scratch.path], "1", in: cache, state: nil)
  }

  /// The case as the next run reads it, and whether it had to be measured.
  private func read(_ snapshot: SnapshotCase) -> (mismatched: Int?, isMeasured: Bool) {
    let kept = kept
    let loader = PairLoader(kept: kept) { ShownFiles(of: $0) }
    let key = CaseKey(ComparisonRequest(item: 0, revision: 0, strategy: Strategy(.naive)))
    var isMeasured = false
    let reading = CaseReader(snapshot, key, loader: loader, isLookedAt: false)
      .reading(Strategy(.naive)) { _ in isMeasured = true }
    kept?.save()
    guard case .images(let facts) = reading else { return (nil, isMeasured) }
    return (facts.compared?.comparison.mismatched, isMeasured)
  }

  private func pair() -> SnapshotCase {
    SnapshotCase(
      id: "a", suite: "", name: "a", layout: .pair,
      reference: scratch.write("r.png", .plain(8, 8)),
      actual: scratch.write("a.png", .plain(8, 8, changes: 1)))
  }

  /// Beyond the coarsest clock of a file system.
  private func waitForClock() async throws { try await Task.sleep(for: .milliseconds(2_200)) }

  @Test func `a case is measured once, and again when a file is replaced`() async throws {
    let snapshot = pair()
    #expect(read(snapshot) == (1, true))
    #expect(read(snapshot) == (1, true), "too new to be told from what may follow")
    try await waitForClock()
    #expect(read(snapshot) == (1, true))
    #expect(read(snapshot) == (1, false))
    // As many bytes with the time of the old ones, as an archive sets it.
    let path = scratch["a.png"]
    let kept = kept
    let hash = kept.hash(ofFile: path)
    kept?.save()
    let old = try FileManager.default.attributesOfItem(atPath: path)
    var bytes = try #require(scratch.bytes("a.png"))
    let other = try PNG.encode(.plain(8, 8, changes: 2))
    bytes = other + [UInt8](repeating: 0, count: max(0, bytes.count - other.count))
    scratch.write("a.png", bytes)
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(old[.modificationDate])], ofItemAtPath: path)
    #expect(read(snapshot) == (2, true))
    #expect(hash != nil && self.kept.hash(ofFile: path) == Fingerprint(of: snapshot).actual)
    #expect(self.kept.hash(ofFile: path) != hash)
    try await waitForClock()
    #expect(read(snapshot) == (2, true))
    #expect(read(snapshot) == (2, false))
  }

  @Test func `a kept reading has the settings that were asked for`() async throws {
    let (snapshot, strategy) = (pair(), Strategy(.perceptual))
    try await waitForClock()
    let key = CaseKey(ComparisonRequest(item: 0, revision: 0, strategy: strategy))
    for isFirst in [true, false] {
      let kept = kept
      let loader = PairLoader(kept: kept) { ShownFiles(of: $0) }
      var isMeasured = false
      let reading = CaseReader(snapshot, key, loader: loader, isLookedAt: false)
        .reading(strategy) { _ in isMeasured = true }
      kept?.save()
      guard case .images(let facts) = reading else {
        Issue.record("\(reading)")
        return
      }
      #expect(isMeasured == isFirst)
      #expect(facts.compared?.strategy == strategy)
    }
  }

  @Test func `what was read before a baseline changed is not kept of the new one`() async throws {
    var snapshot = pair()
    let path = scratch.write("base.png", .plain(8, 8))
    snapshot.baseline = Baseline(path: path, root: scratch.path)
    try await waitForClock()
    let kept = kept
    let loader = PairLoader(kept: kept) { ShownFiles(of: $0) }
    let key = CaseKey(ComparisonRequest(item: 0, revision: 0, strategy: Strategy(.naive)))
    // Decoded because it is one key away; then the baseline is written; then it is measured.
    _ = loader.load(snapshot, key)
    scratch.write("base.png", .plain(8, 8, changes: 3))
    try await waitForClock()
    _ = CaseReader(snapshot, key, loader: loader, isLookedAt: true).reading(Strategy(.naive))
    kept?.save()
    let next = PairLoader(kept: self.kept) { ShownFiles(of: $0) }
    let reading = CaseReader(snapshot, key, loader: next, isLookedAt: true)
      .reading(Strategy(.naive))
    guard case .images(let facts) = reading else {
      Issue.record("\(reading)")
      return
    }
    #expect(facts.fingerprint == Fingerprint(of: snapshot))
  }

  @Test func `what could not be read is read again`() async throws {
    let snapshot = pair()
    scratch.write("a.png", "no picture")
    try await waitForClock()
    #expect(read(snapshot).mismatched == nil)
    #expect(read(snapshot).mismatched == nil)
    #expect(!scratch.exists("cache"))
  }

  @Test func `kept, measured anew and measured without a cache, all reports are the same`()
    async throws
  {
    let program = ["XDG_CACHE_HOME": scratch["home"]]
    let demo = scratch["demo"]
    try DemoFolder(path: demo).write()
    try await waitForClock()
    for arguments in [
      ["list"], ["list", "--by", "cause"],
      ["list", "--by", "cause", "--format", "json", "--boxes"],
      ["list", "--format", "json", "--strategy", "perceptual", "--delta-e", "3"],
      ["check", "--format", "markdown"],
    ] {
      func output(_ others: String...) throws -> String {
        let result = try Program.run(arguments + others + [demo], environment: program)
        // What git holds is unpacked to another place in every run.
        return result.output.replacing(#/open/[0-9a-f]+/#, with: "open")
      }
      let plain = try output("--no-cache")
      #expect(!plain.isEmpty)
      #expect(try output() == plain)
      #expect(try output() == plain)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch["home/snapreview"])
    #expect(names.count == 1 && names[0].hasSuffix(".answers"))
  }

  @Test func `--no-cache writes nothing`() async throws {
    _ = pair()
    try await waitForClock()
    let program = ["XDG_CACHE_HOME": scratch["home"]]
    let paths = [scratch["r.png"], scratch["a.png"]]
    _ = try Program.run(["list", "--no-cache"] + paths, environment: program)
    #expect(!scratch.exists("home"))
    _ = try Program.run(["list"] + paths, environment: program)
    #expect(scratch.exists("home"))
  }
}

import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// The failures of two runs, with a store each, can have the same references.
struct SharedBaselineTests {
  private let folder = TestFolder()
  private let baseline = "ReferenceImages_64/Class/a@2x.png"

  init() {
    for run in ["run1", "run2"] { folder.png("\(run)/Class/failed_a@2x.png", "new \(run)") }
    folder.png(baseline, "old")
  }

  private func snapshot(_ run: String) -> SnapshotCase {
    SnapshotCase(
      id: "Class/a@2x", suite: "Class", name: "a@2x", layout: .uber, reference: folder[baseline],
      actual: folder["\(run)/Class/failed_a@2x.png"],
      baseline: Baseline(path: folder[baseline], root: folder["ReferenceImages_64"]),
      failures: folder[run])
  }

  private func accept(_ run: String, _ disk: Disk) -> Bool {
    do {
      let store = try folder.store(run, disk: disk)
      try store.accept(snapshot(run), shown: shown(snapshot(run)))
      return true
    } catch {
      return false
    }
  }

  @Test func `whenever the other writes, the baseline is one of the two, whole`() throws {
    for position in 0..<400 {
      let test = Self()
      let calls = Mutex(0)
      let other = Mutex<Bool?>(nil)
      let disk = Disk { call, _, _ in
        let now = calls.withLock { calls in
          defer { calls += 1 }
          return calls
        }
        if now == position {
          let done = test.accept("run2", quickDisk())
          other.withLock { $0 = done }
        }
        return call == .fsync || call == .usleep ? .skip : .proceed
      }
      let isMine = test.accept("run1", disk)
      guard let isOthers = other.withLock({ $0 }) else { return }
      // If both say that they have written, the one in between came last only if it found the
      // other's baseline in place.
      let written = ["run1": isMine, "run2": isOthers].filter(\.value).keys.map { "new \($0)" }
      let now = try #require(test.folder.bytes(baseline))
      #expect(written.map(fakePNG).contains(now))
      #expect(test.folder.names(in: "ReferenceImages_64/Class") == ["a@2x.png"])
    }
  }

  @Test func `everything is flushed before the baseline changes, the store's own folder too`()
    throws
  {
    let events = Mutex<[String]>([])
    let disk = Disk { call, path, target in
      let name = Paths.name(target ?? path)
      if call == .fsync || call == .rename { events.withLock { $0.append("\(call) \(name)") } }
      return call == .fsync ? .skip : .proceed
    }
    do { _ = try folder.store("run1") }
    #expect(accept("run1", disk))
    let order = events.withLock { $0 }
    let renamed = try #require(order.firstIndex(of: "rename a@2x.png"))
    let old = Fingerprint.hash(fakePNG("old"))
    for needed in ["run1", ".snapreview", "store", "\(old).tmp", "journal.jsonl"] {
      let flushed = try #require(order.firstIndex(of: "fsync \(needed)"), "\(needed)")
      #expect(flushed < renamed, "\(needed)")
    }
    #expect(order[renamed - 1].hasPrefix("fsync .snapreview-1-"))
    #expect(order[(renamed + 1)...].contains("fsync Class"))
  }
}

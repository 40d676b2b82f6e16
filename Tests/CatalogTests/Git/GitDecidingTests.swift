import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport
import Testing

/// Accepting keeps the work tree's file, rejecting puts the committed one back.
struct GitDecidingTests {
  private let repository = TestRepository.changed()

  private func decide(_ decision: Decision, _ name: String, _ store: ReviewStore) throws {
    let snapshot = try #require(try repository.snapshot(name))
    try store.record(decision, for: snapshot)
  }

  @Test func `accepting touches no file, and holds in the next run`() throws {
    let before = repository.folder.everything()
    let catalog = try repository.catalog()
    do {
      let store = try repository.store(catalog)
      for snapshot in catalog.cases {
        try store.record(.accepted, for: snapshot)
      }
      #expect(store.steps.allSatisfy { !$0.changesBaseline })
    }
    #expect(repository.folder.everything() == before)
    let fresh = try repository.catalog()
    let decisions = try repository.store(fresh).decisions(for: fresh.cases)
    #expect(decisions.count == fresh.cases.count)
    repository.folder.png(TestRepository.place + "changed.1.png", "rendered once more")
    let again = try repository.catalog()
    #expect(try repository.store(again).decisions(for: again.cases)["A/changed.1"] == nil)
  }

  @Test func `rejecting puts back what was committed, and undo returns every byte`() throws {
    let before = repository.folder.everything()
    let catalog = try repository.catalog()
    let store = try repository.store(catalog)
    for snapshot in catalog.cases where snapshot.writing == .rejecting {
      try store.record(.rejected, for: snapshot, batch: "all")
    }
    #expect(repository.bytes("changed.1.png") == fakePNG("changed.1"))
    #expect(repository.bytes("gone.1.png") == fakePNG("gone.1"))
    #expect(repository.bytes("new.1.png") == nil)
    #expect(repository.bytes("text.1.txt") == Array("one\n".utf8))
    // What was rejected is listed until something else is recorded.
    #expect(try repository.catalog().cases.count == catalog.cases.count)
    #expect(try store.undo().failures.isEmpty)
    #expect(repository.folder.everything() == before)
    _ = try store.redo()
    #expect(repository.bytes("new.1.png") == nil)
    _ = try store.undo()
    #expect(repository.folder.everything() == before)
  }

  @Test(arguments: [
    [["mv", "T", "U"]], [["mv", "T", "U"], ["commit", "-qm", "moved"]],
    [
      ["mv", "T", "U"], ["commit", "-qm", "moved"], ["mv", "U", "V"], ["commit", "-qm", "again"],
    ],
    [["mv", "T/S/a.png", "T/S/b.png"], ["commit", "-qm", "moved"]],
  ])
  func `what was rejected stays so where its file is moved`(_ moves: [[String]]) throws {
    let repository = TestRepository()
    let folder = repository.folder
    folder.png("T/S/a.png", "old")
    folder.png("other/a.png", "old")
    repository.commit()
    folder.png("T/S/a.png", "new")
    let before = try repository.catalog()
    try repository.store(before).record(
      .rejected, for: before.cases[0], shown: Fingerprint(of: before.cases[0]), note: "cut")
    for words in moves { #expect(repository.run(words).status == 0) }
    let after = try repository.catalog()
    let only = try #require(after.cases.first)
    let store = try repository.store(after)
    #expect(after.cases.count == 1 && store.decisions(for: after.cases)[only.id]?.note == "cut")
    #expect(FileStatus.exists(only.baseline?.path ?? ""))
    // Whatever is recorded there is undecided.
    folder.png(folder.short(only.baseline?.path) ?? "", "another")
    let new = try repository.catalog()
    #expect(try repository.store(new).decisions(for: new.cases).isEmpty && !new.cases.isEmpty)
  }

  @Test func `what was rejected still shows both sides, and can be accepted after all`() throws {
    let before = repository.folder.everything()
    let catalog = try repository.catalog()
    let store = try repository.store(catalog)
    for snapshot in catalog.cases where snapshot.writing == .rejecting {
      let shown = Fingerprint(of: snapshot)
      try store.record(.rejected, for: snapshot, shown: shown)
      if let actual = store.shownFiles(of: snapshot).actual {
        #expect(try Fingerprint.hash(ofFile: actual, on: .real) == shown.actual)
      }
      try store.record(.accepted, for: snapshot, shown: shown)
    }
    #expect(repository.folder.everything() == before)
    let fresh = try repository.catalog()
    let accepted = store.decisions(for: fresh.cases).filter { $0.value.decision == .accepted }
    #expect(accepted.count == 4)
  }

  @Test func `what changed since it was shown is neither kept nor overwritten`() throws {
    let snapshot = try #require(try repository.snapshot("changed.1"))
    let shown = Fingerprint(of: snapshot)
    repository.folder.png(TestRepository.place + "changed.1.png", "rendered once more")
    let store = try repository.store(try repository.catalog())
    for decision in [Decision.accepted, .rejected] {
      let error = #expect(throws: StoreError.self) {
        try store.record(decision, for: snapshot, shown: shown)
      }
      #expect(error?.reason == (decision == .accepted ? .actualChanged : .baselineChanged))
    }
    #expect(repository.bytes("changed.1.png") == fakePNG("rendered once more"))
    #expect(store.steps.isEmpty)
  }

  @Test func `tolerating what was rejected gives the file back`() throws {
    let store = try repository.store(try repository.catalog())
    let snapshot = try #require(try repository.snapshot("new.1"))
    let shown = Fingerprint(of: snapshot)
    try store.record(.rejected, for: snapshot, shown: shown)
    #expect(repository.bytes("new.1.png") == nil)
    try store.record(.tolerated, for: snapshot, shown: shown)
    #expect(repository.bytes("new.1.png") == fakePNG("new"))
  }

  @Test func `of a merge, accepting writes theirs and rejecting ours`() throws {
    let repository = TestRepository()
    repository.folder.png("a.png", "base")
    repository.folder.png("b.png", "base")
    repository.commit()
    repository.git("checkout", "--quiet", "-b", "theirs")
    repository.folder.png("a.png", "theirs")
    repository.folder.remove("b.png")
    repository.commit()
    repository.git("checkout", "--quiet", "main")
    repository.folder.png("a.png", "ours")
    repository.folder.png("b.png", "ours")
    repository.commit()
    #expect(repository.git("merge", "theirs").status != 0)
    let catalog = try repository.catalog()
    #expect(catalog.cases.map(\.name) == ["a", "b"])
    #expect(catalog.cases.map(\.isDeletion) == [false, true])
    let before = repository.folder.everything()
    let store = try repository.store(catalog)
    let shown = catalog.cases.map { Fingerprint(of: $0) }
    for decision in [Decision.accepted, .rejected, .accepted] {
      for (snapshot, shown) in zip(catalog.cases, shown) {
        try store.record(decision, for: snapshot, shown: shown)
      }
      let isTheirs = decision == .accepted
      #expect(repository.folder.bytes("a.png") == fakePNG(isTheirs ? "theirs" : "ours"))
      #expect(repository.folder.bytes("b.png") == (isTheirs ? nil : fakePNG("ours")))
    }
    #expect(try store.undo(.session).failures.isEmpty)
    #expect(repository.folder.everything() == before)
  }

  @Test func `staging adds what was accepted, and nothing else`() throws {
    let catalog = try repository.catalog()
    let chosen = catalog.cases.filter { ["changed.1", "gone.1"].contains($0.name) }
    try Catalog.stage(chosen, after: .accepted)
    try Catalog.stage(catalog.cases.filter { $0.name == "new.1" }, after: .rejected)
    let staged = repository.git("diff", "--cached", "--no-renames", "--name-status").output
    #expect(staged.split(separator: "\n").map { $0.prefix(1) } == ["M", "D"])
  }

  @Test func `a file that cannot be read is not called changed`() throws {
    let snapshot = try #require(try repository.snapshot("changed.1"))
    let path = try #require(snapshot.actual)
    let disk = Disk { call, place, _ in
      call == .open && place == path ? .fail(SystemError(EACCES)) : .proceed
    }
    let store = try repository.store(try repository.catalog(), disk: disk)
    let error = #expect(throws: StoreError.self) {
      try store.record(.accepted, for: snapshot)
    }
    #expect(error?.reason == .system)
    #expect(
      error?.description
        == "Cannot read changed.1.png: permission denied. Nothing was written.")
  }

  @Test func `folders that undo cannot remove are named`() throws {
    let repository = TestRepository()
    repository.folder.png("deep/er/a.png", "one")
    repository.commit()
    repository.folder.remove("deep")
    let catalog = try repository.catalog()
    let disk = Disk { call, _, _ in call == .rmdir ? .fail(SystemError(EBUSY)) : .proceed }
    let store = try repository.store(catalog, disk: disk)
    try store.record(.rejected, for: catalog.cases[0])
    #expect(repository.folder.exists("deep/er/a.png"))
    let reversal = try store.undo()
    #expect(!repository.folder.exists("deep/er/a.png"))
    #expect(reversal.emptyFolders == [repository.folder["deep/er"]])
    #expect(
      reversal.troubles == [
        "\(repository.folder["deep/er"]): this folder was made for a baseline. It is empty now and "
          + "could not be removed; remove it by hand."
      ])
  }
}

/// The process may end, and any call may fail, while a file is put back.
struct GitFaultTests {
  /// The rejection of one change, which can be begun again from the same files.
  private struct Rejection {
    let repository = TestRepository.changed()
    let catalog: Catalog
    let snapshot: SnapshotCase
    let shown: Fingerprint
    let before: Tree
    let file: String
    /// The committed content of the file.
    let committed: [UInt8]?

    init(of name: String) throws {
      catalog = try repository.catalog()
      snapshot = try #require(catalog.cases.first { $0.name == name })
      shown = Fingerprint(of: snapshot)
      before = Tree(of: repository.folder.path)
      file = TestRepository.place + name + ".png"
      committed = name == "new.1" ? nil : fakePNG(name)
    }

    var now: [UInt8]? { repository.folder.bytes(file) }

    func reject(on disk: Disk) throws {
      let store = try repository.store(catalog, disk: disk)
      defer { store.close() }
      try store.record(.rejected, for: snapshot, shown: shown)
    }

    /// Plays each fault, and says whether the rejection was reported as done.
    func withEachFault(_ check: (_ isDone: Bool, Faults.Effect, Comment) throws -> Void) throws {
      // The second time, what this user keeps elsewhere is there already.
      var probe = Faults()
      for _ in 0..<2 {
        before.restore(at: repository.folder.path)
        probe = Faults()
        try reject(on: probe.disk)
      }
      for (position, call) in probe.made.enumerated() where ProofTally.picks(position, oneIn: 7) {
        for effect in call.effects {
          before.restore(at: repository.folder.path)
          let isDone = (try? reject(on: Faults(at: position, effect).disk)) != nil
          try check(isDone, effect, "\(effect) at call \(position), \(call.rawValue)")
        }
      }
    }
  }

  @Test(arguments: ["changed.1", "gone.1", "new.1"])
  func
    `whichever call fails or is the last, the file is the old one or the new, and undo has it all`(
      _ name: String
    ) throws
  {
    let rejection = try Rejection(of: name)
    let (repository, old, new) = (rejection.repository, rejection.now, rejection.committed)
    try rejection.withEachFault { isDone, effect, label in
      #expect(!isDone || rejection.now == new, label)
      guard effect == .die || effect == .tear else { return }
      #expect(rejection.now == old || rejection.now == new, label)
      let store = try repository.store(rejection.catalog)
      #expect(!isDone || rejection.now == new, label)
      #expect(try store.undo(.session).failures.isEmpty, label)
      #expect(rejection.now == old, label)
      let names = repository.folder.names(in: TestRepository.place)
      #expect(names.allSatisfy { !$0.hasPrefix(".") }, label)
    }
  }

  @Test(arguments: [SystemCall.fstat, .pread])
  func `a file that is open is not absent, whatever the disk says`(_ call: SystemCall) throws {
    let rejection = try Rejection(of: "new.1")
    let disk = Disk { made, path, _ in
      made == call && path.hasSuffix("new.1.png") ? .fail(SystemError(ENOENT)) : .proceed
    }
    let store = try rejection.repository.store(rejection.catalog, disk: disk)
    #expect(throws: StoreError.self) {
      try store.record(.rejected, for: rejection.snapshot, shown: rejection.shown)
    }
    #expect(store.steps.isEmpty && rejection.now != nil)
  }
}

import Base
import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// A store that someone else wrote is never obeyed.
struct HostileFolderTests {
  typealias Act = @Sendable (ReviewStore, SnapshotCase) throws -> Void

  /// A reviewer's acts, and whether each accepts.
  static let acts: [(name: String, isAccepting: Bool, act: Act)] = [
    ("looks", false, { store, snapshot in _ = store.decisions(for: [snapshot]) }),
    ("rejects", false, { try $0.record(.rejected, for: $1) }),
    ("tolerates", false, { try $0.record(.tolerated, for: $1) }),
    ("undoes", false, { store, _ in _ = try store.undo() }),
    ("undoes all", false, { store, _ in _ = try store.undo(.session) }),
    ("redoes", false, { store, _ in _ = try store.redo() }),
    (
      "accepts, rejects and undoes", false,
      {
        try $0.accept($1)
        try $0.record(.rejected, for: $1)
        _ = try $0.undo()
        _ = try $0.undo(.session)
      }
    ),
    ("accepts", true, { try $0.accept($1) }),
  ]

  /// Each path, effect and writer meets each act.
  @Test(arguments: ForeignStep.all.indices)
  func `a foreign step changes nothing, whatever the reviewer does`(_ place: Int) throws {
    let step = ForeignStep.all[place]
    for (turn, (name, isAccepting, act)) in Self.acts.enumerated()
    where ProofTally.picks(place + turn, oneIn: 7) {
      let hostile = try HostileFolder()
      try step.install(in: hostile)
      let before = hostile.surroundings()
      let snapshot = hostile.cases[0]
      do {
        let store = try hostile.open()
        #expect(store.readOnlyReason == nil)
        #expect(store.decisions(for: [snapshot]).isEmpty)
        #expect(store.steps.isEmpty)
        #expect(store.shownFiles(of: snapshot) == ShownFiles(of: snapshot))
        try act(store, snapshot)
        store.close()
      }
      _ = try hostile.open()
      #expect(hostile.surroundings() == before, "\(name)")
      #expect(hostile.baseline == (isAccepting ? HostileFolder.new : HostileFolder.old), "\(name)")
    }
  }

  @Test(arguments: ForeignStep.all)
  func `what others wrote is counted in a sentence`(_ step: ForeignStep) throws {
    let hostile = try HostileFolder()
    try step.install(in: hostile)
    for readOnly in [true, false] {
      let store = try hostile.open(readOnly: readOnly)
      let sentence = try #require(store.notices.first)
      #expect(sentence.contains(" of \(hostile.folder["Failures"])/.snapreview/journal.jsonl w"))
      #expect(sentence.hasSuffix("not count."))
    }
  }

  /// Parts of a store that are not of the kind we would have made.
  static let disguises: [(name: String, install: @Sendable (HostileFolder) -> Void)] = [
    ("the folder is a link", { $0.folder.link("Failures/.snapreview", to: $0.folder["trap"]) }),
    ("the folder is a file", { $0.folder.write("Failures/.snapreview", "x") }),
    ("the blobs' folder is a link", { $0.folder.link(made($0) + "store", to: $0.folder["trap"]) }),
    ("the blobs' folder is a file", { $0.folder.write(made($0) + "store", "x") }),
    (
      "the journal is a link",
      { $0.folder.link(made($0) + "journal.jsonl", to: $0.folder["trap/journal.jsonl"]) }
    ),
    (
      "the journal is a dead link",
      { $0.folder.link(made($0) + "journal.jsonl", to: $0.folder["trap/none"]) }
    ),
    ("the journal is a folder", { $0.folder.folder(made($0) + "journal.jsonl") }),
    ("the journal is a pipe", { mkfifo($0.folder[made($0) + "journal.jsonl"], 0o600) }),
    (
      "the journal is another name of a file",
      { link($0.folder["trap/journal.jsonl"], $0.folder[made($0) + "journal.jsonl"]) }
    ),
    ("the lock is a link", { $0.folder.link(made($0) + "lock", to: $0.folder["trap/lock"]) }),
    ("the lock is a dead link", { $0.folder.link(made($0) + "lock", to: $0.folder["trap/no"]) }),
    ("the lock is a pipe", { mkfifo($0.folder[made($0) + "lock"], 0o600) }),
    (
      "the lock is another name of a file",
      { link($0.folder["trap/lock"], $0.folder[made($0) + "lock"]) }
    ),
    (
      "the file that names its folder is a link",
      { $0.folder.link(made($0) + "folder", to: $0.folder["trap/none"]) }
    ),
  ]

  /// Files of other users, which only root can make.
  static let ofOthers: [(name: String, install: @Sendable (HostileFolder) -> Void)] = [
    ("the folder is another user's", { chown($0.folder[made($0)], 1, 1) }),
    (
      "the journal is another user's",
      {
        let journal = made($0) + "journal.jsonl"
        $0.folder.write(journal, "")
        chown($0.folder[journal], 1, 1)
      }
    ),
  ]

  /// Makes the store's folder.
  static func made(_ hostile: HostileFolder) -> String {
    hostile.folder.folder("Failures/.snapreview")
    return "Failures/.snapreview/"
  }

  static let allDisguises = disguises + (geteuid() == 0 ? ofOthers : [])

  @Test(arguments: allDisguises.indices)
  func `nothing is written through what is not a store's`(_ index: Int) throws {
    let (name, install) = Self.allDisguises[index]
    for act in Self.acts {
      let hostile = try HostileFolder()
      hostile.folder.write("trap/journal.jsonl", "precious\n")
      hostile.folder.write("trap/lock", "precious")
      install(hostile)
      let before = hostile.folder.tree()
      do {
        let store = try hostile.open()
        let sentence = try #require(store.readOnlyReason, "\(name)")
        #expect(sentence.contains("/Failures/.snapreview"))
        #expect(throws: (any Error).self) {
          try act.act(store, hostile.cases[0])
          // To look is no change.
          if act.name == "looks" { throw StoreError(.readOnly, "") }
        }
      }
      #expect(hostile.folder.tree() == before, "\(name), \(act.name)")
    }
  }

  @Test func `a kept file that is a link is not shown and not written back`() throws {
    let hostile = try HostileFolder()
    let snapshot = hostile.cases[0]
    do { try hostile.open().accept(snapshot) }
    let blob = "Failures/.snapreview/store/\(Fingerprint.hash(HostileFolder.old))"
    hostile.folder.remove(blob)
    hostile.folder.png("elsewhere.png", "old")
    hostile.folder.link(blob, to: hostile.folder["elsewhere.png"])
    let store = try hostile.open()
    #expect(store.keptReference(for: snapshot) == nil)
    #expect(try store.undo().failures.map(\.reason) == [.damagedStore])
    #expect(hostile.baseline == HostileFolder.new)
  }

  @Test func `our own decisions go on after foreign ones, which stay as they are`() throws {
    let hostile = try HostileFolder()
    try ForeignStep(path: "../package.json", effect: .replaces, writer: .stranger)
      .install(in: hostile)
    let theirs = try #require(hostile.folder.bytes("Failures/.snapreview/journal.jsonl"))
    let snapshot = hostile.cases[0]
    // Their undo needs what their steps replaced.
    let (kept, nobodys) = (fakePNG("theirs"), fakePNG("nobody's"))
    hostile.keep(kept)
    hostile.keep(nobodys)
    hostile.write([Array("{\"v\":3,\"hash\":\"\(Fingerprint.hash(kept))\"}\n".utf8) + theirs])
    do {
      let store = try hostile.open()
      try store.accept(snapshot)
      try store.record(.rejected, for: snapshot, note: "no")
    }
    let journal = try #require(hostile.folder.bytes("Failures/.snapreview/journal.jsonl"))
    #expect(journal.firstRange(of: theirs) != nil)
    let store = try hostile.open()
    #expect(store.decisions(for: [snapshot])[snapshot.id] == DecisionRecord(.rejected, note: "no"))
    #expect(store.steps.map(\.id) == [1, 2])
    #expect(try store.undo(.session).steps.count == 2)
    #expect(hostile.folder.exists("Failures/.snapreview/store/\(Fingerprint.hash(kept))"))
    #expect(!hostile.folder.exists("Failures/.snapreview/store/\(Fingerprint.hash(nobodys))"))
  }
}

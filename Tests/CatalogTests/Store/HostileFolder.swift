import Base
import Catalog
import Foundation
import Store
import TestSupport
import Testing

/// A project with one failure, whose store has come with someone else's decisions.
struct HostileFolder {
  let folder = TestFolder()
  let cases: [SnapshotCase]

  static let old = fakePNG("old")
  static let new = fakePNG("new")
  /// Bytes that an attacker wants to have written.
  static let evil = fakePNG("evil")
  /// Files beside the failures' folder that must never change.
  static let bystanders: [String: [UInt8]] = [
    "Makefile": Array("all:\n".utf8), "package.json": Array("{}\n".utf8),
    "src/main.c": Array("int main;\n".utf8), ".github/workflows/x.yml": Array("on: push\n".utf8),
    ".profile": Array("PATH=\n".utf8), "outside/secret.png": fakePNG("secret"),
    "ReferenceImages_64/Class/other.png": fakePNG("other"),
    "ReferenceImages_64/Class/.snapreview-1-0123456789abcdef.tmp": fakePNG("theirs"),
    "ReferenceImages_64/Class/.snapreview-2-0123456789abcdef.tmp": fakePNG("theirs"),
  ]
  static let baseline = "ReferenceImages_64/Class/testA@2x.png"

  init(isNew: Bool = false) throws {
    folder.png("Failures/Class/failed_testA@2x.png", "new")
    if !isNew { folder.png(Self.baseline, "old") }
    for (name, bytes) in Self.bystanders { folder.write(name, bytes) }
    folder.folder("ReferenceImages_64/Empty")
    folder.folder("empty/deeper")
    cases = try catalog(folder["Failures"]).cases
  }

  func open(readOnly: Bool = false) throws -> ReviewStore {
    try ReviewStore(
      roots: [folder["Failures"]], writableRoots: [folder.path], readOnly: readOnly,
      disk: quickDisk(), stateFolder: folder.stateFolder)
  }

  /// Everything around the store: kinds, link targets and bytes, but the case's own baseline.
  func surroundings() -> [String: Tree.Node] {
    folder.tree().filter {
      !$0.key.hasPrefix("Failures/.snapreview/") && $0.key != "Failures/.snapreview"
        && $0.key != Self.baseline
    }
  }

  var baseline: [UInt8]? { folder.bytes(Self.baseline) }

  func keep(_ bytes: [UInt8]) {
    folder.write("Failures/.snapreview/store/\(Fingerprint.hash(bytes))", bytes)
  }

  func write(_ lines: [[UInt8]]) {
    folder.write("Failures/.snapreview/journal.jsonl", lines.flatMap(\.self))
  }
}

extension TestFolder {
  /// Returns every entry below the folder, hidden or not: its kind, and its content or target.
  func tree() -> [String: Tree.Node] { Tree(of: path).nodes }
}

/// A step that someone else's journal claims.
struct ForeignStep: Sendable, CustomTestStringConvertible {
  enum Effect: String, CaseIterable, Sendable {
    /// Undoing creates the file, replaces it, or removes it; recovery finishes or clears away.
    case creates, replaces, removes, isOpen, keeps
  }

  enum Writer: CaseIterable, Sendable {
    /// A writer of version 1, whose lines have no code, with the root that it wants.
    case nobody
    /// A writer whose code comes from another secret.
    case stranger
    /// A writer whose code is made up.
    case forger
  }

  var path: String
  var effect: Effect
  var writer: Writer

  var testDescription: String { "\(effect) \(path) by \(writer)" }

  static let paths = [
    "../Makefile", "../package.json", "../src/main.c", "../.github/workflows/x.yml",
    "../.profile", "../outside/secret.png", "../ReferenceImages_64/Class/other.png",
    "../ReferenceImages_64/../../../escaped.png", "/tmp/absolute.png", "../new/place.png",
    "../ReferenceImages_64/Class/testA@2x.png",
  ]

  static let all = paths.flatMap { path in
    Effect.allCases.flatMap { effect in
      Writer.allCases.map { ForeignStep(path: path, effect: effect, writer: $0) }
    }
  }

  /// Puts the step into a folder, as the decision on its case.
  func install(in hostile: HostileFolder) throws {
    hostile.keep(HostileFolder.evil)
    let place = "Failures/" + path
    let now = path.hasPrefix("/") ? nil : hostile.folder.bytes(place).map(Fingerprint.hash)
    let evil = Fingerprint.hash(HostileFolder.evil)
    let folders = ["../empty", "../empty/deeper", "../ReferenceImages_64/Empty"]
    var change: [String: Any] = [
      "path": path, "root": "..", "temporary": ".snapreview-1-0123456789abcdef.tmp",
      "makes": folders, "removes": folders,
    ]
    change["before"] = effect == .removes ? nil : effect == .isOpen ? now : evil
    change["after"] = effect == .creates ? nil : now
    var begin: [String: Any] = [
      "v": 3, "event": "begin", "action": "decide", "at": 4e9,
      "id": effect == .replaces ? 1 << 53 : 1,
    ]
    if effect != .keeps { begin["file"] = change }
    begin["decision"] = decision(on: hostile.cases[0], kept: effect == .removes ? nil : evil)
    let done: [String: Any] = ["v": 3, "event": "done", "id": begin["id"]!]
    let isEnded = effect != .isOpen && effect != .keeps
    hostile.write(try (isEnded ? [begin, done, begin, done] : [begin]).map(line))
  }

  private func decision(on snapshot: SnapshotCase, kept: String?) -> [String: Any] {
    let now = Fingerprint(of: snapshot)
    var files: [String: Any] = [:]
    files["reference"] = now.reference.map { ["hash": $0] }
    files["actual"] = now.actual.map { ["hash": $0] }
    files["baseline"] = now.baseline.map { ["hash": $0] }
    var keeping: [String: Any] = ["folders": ["../empty", "../empty/deeper"]]
    keeping["hash"] = kept
    return [
      "failures": "", "key": snapshot.key, "caseID": snapshot.id, "decision": "accepted",
      "note": "fine\u{1B}[2J", "files": files, "baseline": path, "kept": keeping,
    ]
  }

  private func line(_ object: [String: Any]) throws -> [UInt8] {
    var object = object
    if writer == .nobody { object["v"] = 1 }
    let bytes = Array(try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]))
    switch writer {
    case .nobody: return bytes + [10]
    case .forger:
      return bytes.dropLast() + Array(",\"mac\":\"\(String(repeating: "0", count: 32))\"}\n".utf8)
    case .stranger:
      let entry = try JSONDecoder().decode(JournalEntry.self, from: Data(bytes))
      return try JournalLine.bytes(entry, by: Author(secret: Array(repeating: 7, count: 32)))
    }
  }
}

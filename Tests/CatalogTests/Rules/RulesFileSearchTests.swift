import Base
import Catalog
import DiffEngine
import Foundation
import Host
import Libc
import Settings
import Store
import TestSupport
import Testing

/// The choice of the rules file.
struct RulesFileSearchTests {
  private let folder = TestFolder()

  private func rules(_ place: String) -> String {
    folder.write("\(place)/.snapreview.toml", "[default]\nthreshold = 7\n")
    return folder["\(place)/.snapreview.toml"]
  }

  private func book(
    _ opened: String, references: [String] = [], workingFolder: String? = nil,
    written: WrittenRules? = nil
  ) throws -> RuleBook {
    try RuleBook.load(
      RulesFileSearch(
        opened: folder[opened], references: references.map { folder[$0] },
        workingFolder: workingFolder.map { folder[$0] }, written: written))
  }

  @Test func `a file that came with the failures is named and ignored`() throws {
    let file = rules("run/failures")
    let found = try book("run/failures")
    #expect(found.file == nil)
    #expect(
      found.remarks == [
        "\(file) is ignored: it lies in the opened folder and may have come with the failures. "
          + "To use it, give --rules \(file)."
      ])
    #expect(try book("run").file == nil, "nothing below the opened folder is looked for")
    #expect(try book("run", references: ["run/failures"]).remarks == found.remarks)
    #expect(try book("run", workingFolder: "run/failures").file == nil)
    #expect(try book("run/failures/deeper").file == file, "above it lies the user's own project")
  }

  @Test func `behind an ignored file the search goes on`() throws {
    let ours = rules("project")
    let theirs = rules("project/Artifacts")
    let found = try book("project/Artifacts")
    #expect(found.file == ours)
    #expect(found.remarks.count == 1 && found.remarks[0].hasPrefix(theirs))
  }

  @Test func `a repository's own file counts, and none above it`() throws {
    _ = rules("")
    folder.folder("repo/.git")
    #expect(try book("repo/Artifacts").file == nil)
    let file = rules("repo")
    #expect(try book("repo").file == file)
    #expect(try book("repo/Artifacts").file == file)
  }

  @Test func `rules are found from the references, then from the working folder`() throws {
    folder.folder("repo/.git")
    folder.folder("tmp/Artifacts")
    let file = rules("repo")
    #expect(try book("tmp/Artifacts").file == nil)
    let found = try book("tmp/Artifacts", references: ["repo/Tests/__Snapshots__"])
    #expect(found.file == file)
    #expect(try book("tmp/Artifacts", workingFolder: "repo/Sources").file == file)
    let first = rules("other")
    #expect(
      try book("tmp/Artifacts", references: ["other/refs"], workingFolder: "repo").file == first)
  }

  @Test func `a catalogue says where its references lie`() throws {
    folder.folder("repo/.git")
    let file = rules("repo")
    folder.png("repo/Tests/__Snapshots__/F/test.1.png", "old")
    folder.png("tmp/Artifacts/F/test.1.png", "new")
    let found = try catalog(folder["tmp/Artifacts"], references: [folder["repo/Tests"]])
    #expect(try RuleBook.load(for: found).file == file)
    let named = rules("elsewhere")
    #expect(try RuleBook.load(for: found, named: named).file == named)
    #expect(throws: SettingsError.self) { try RuleBook.load(for: found, named: folder["gone"]) }
  }

  @Test func `what this user wrote here is obeyed until somebody else writes it`() throws {
    folder.folder("failures")
    let state = UserFolder(path: folder["state"])
    let written = WrittenRules(state)
    let fresh = try book("failures", written: written)
    _ = try fresh.saving(Strategy(.cluster), match: nil, written: written, on: .real)
    let file = folder["failures/.snapreview.toml"]
    #expect(try book("failures", written: written).file == file)
    #expect(try book("failures").file == nil)
    let other = WrittenRules(UserFolder(path: folder["other"]))
    #expect(try book("failures", written: other).file == nil, "another machine")
    folder.write("failures/.snapreview.toml", "[default]\nthreshold = 99999\n")
    #expect(try book("failures", written: written).file == nil)
  }

  @Test func `a file that came with the failures is not saved into either`() throws {
    let written = WrittenRules(UserFolder(path: folder["state"]))
    _ = rules("failures")
    let before = folder.bytes("failures/.snapreview.toml")
    let found = try book("failures", written: written)
    let error = #expect(throws: SettingsError.self) {
      _ = try found.saving(Strategy(.cluster), match: nil, written: written, on: .real)
    }
    #expect(error?.description.contains("--rules") == true)
    #expect(folder.bytes("failures/.snapreview.toml") == before)
    #expect(!folder.exists("state"))
  }

  @Test func `a state folder that others can write to proves nothing`() throws {
    folder.folder("failures")
    let state = UserFolder(path: folder["state"])
    let written = WrittenRules(state)
    _ = try book("failures").saving(Strategy(.cluster), match: nil, written: written, on: .real)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder["state"])
    #expect(try book("failures", written: written).file == nil)
  }

  @Test func `paths are told apart byte by byte, newlines and all`() throws {
    let written = WrittenRules(UserFolder(path: folder["state"]))
    let first = folder.write("a\nb", "x")
    let hash = Fingerprint.hash(Array("x".utf8))
    written.note(first, hash: hash)
    for name in ["b", "a"] { #expect(!written.holds(folder.write(name, "x"))) }
    #expect(written.holds(first))
    written.note(folder["b"], hash: hash)
    #expect(written.holds(first) && written.holds(folder["b"]))
    written.note(first, hash: Fingerprint.hash([]))
    #expect(!written.holds(first))
  }

  // MARK: - Whose file it is

  private func permit(_ mode: Int, _ place: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder[place])
  }

  @Test(arguments: [0o777, 0o1777])
  func `nothing is looked for in a folder that others can write to`(_ mode: Int) throws {
    _ = rules("shared")
    folder.folder("shared/failures")
    try permit(mode, "shared")
    let found = try book("shared/failures", workingFolder: "shared/work")
    #expect(found.file == nil && found.remarks == [])
  }

  @Test func `without a repository the search ends at the folder above`() throws {
    let file = rules("project")
    #expect(try book("project/failures").file == file)
    #expect(try book("project/out/failures").file == nil)
    folder.folder("project/.git")
    #expect(try book("project/out/failures").file == file)
  }

  @Test func `the rules of a repository that others can write to are named and ignored`() throws {
    let file = rules("repo")
    folder.folder("repo/.git")
    try permit(0o777, "repo")
    let found = try book("repo/out/failures")
    #expect(found.file == nil)
    #expect(
      found.remarks == [
        "\(file) is ignored: other users can write to its folder. To use it, give --rules \(file)."
      ])
    let error = #expect(throws: SettingsError.self) {
      _ = try found.saving(Strategy(.cluster), match: nil, on: .real)
    }
    #expect(error?.description.contains("other users can write to its folder") == true)
    try permit(0o755, "repo")
    #expect(try book("repo/out/failures").file == file)
  }

  @Test func `a folder that all users share is no repository`() throws {
    _ = rules("tmp")
    folder.folder("tmp/.git")
    try permit(0o1777, "tmp")
    #expect(try book("tmp/a/failures").file == nil)
    #expect(try book("tmp/a/failures").remarks == [])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `another user's file is named and ignored`() throws {
    let file = rules("repo")
    folder.folder("repo/.git")
    #expect(chown(file, 12345, 12345) == 0)
    let found = try book("repo/failures")
    #expect(found.file == nil)
    #expect(
      found.remarks == [
        "\(file) is ignored: it belongs to another user. To use it, give --rules \(file)."
      ])
    #expect(chown(file, 0, 0) == 0)
    #expect(try book("repo/failures").file == file)
    #expect(chown(folder["repo"], 0, 12345) == 0)
    try permit(0o775, "repo")
    #expect(try book("repo/failures").file == nil, "a group of others")
    #expect(chown(folder["repo"], 0, getegid()) == 0)
    #expect(try book("repo/failures").file == file, "the user's own group")
  }
}

import Foundation
import TestSupport
import Testing

/// The cases that accept, reject and tolerate decide, and the files that they leave alone.
struct DecidingCommandTests {
  private let scratch = TestFolder()

  private func baseline(_ name: String) throws -> [UInt8] {
    try #require(scratch.bytes("Tests/__Snapshots__/F/\(name).png"))
  }

  @Test func `cases that would write one baseline are left alone together`() throws {
    for run in ["run1", "run2"] {
      scratch.addPointfreeFailure("test.1", in: run, changes: run == "run1" ? 3 : 9)
    }
    scratch.addPointfreeFailure("test.2", in: "run1")
    let before = try baseline("test.1")
    for words in [["--all"], ["--filter", "**/test.1"]] {
      let result = try Program.run(["accept", scratch.path] + words)
      #expect(result.status == 1)
      #expect(
        result.errors.contains(
          "run1/F/test.1 was left alone: 1 other case would write the same baseline. "
            + "To accept this one, name it alone: --filter run1/F/test.1"))
      #expect(result.errors.contains("run2/F/test.1 was left alone"))
      #expect(try baseline("test.1") == before)
    }
    let actual = try #require(scratch.bytes("run1/F/test.2.png"))
    #expect(try baseline("test.2") == actual, "all others were accepted")
    #expect(try Program.run("reject", scratch.path, "--filter", "run1/*/test.1").status == 0)
    let one = try Program.run("accept", scratch.path, "--filter", "run2/F/test.1")
    #expect(one.status == 0)
    let wanted = try #require(scratch.bytes("run2/F/test.1.png"))
    #expect(try baseline("test.1") == wanted)
  }

  @Test func `a rejected picture that a run has recorded again is put back again`() throws {
    let repository = TestRepository()
    let folder = repository.folder
    folder.addPointfreeFailure("test.1")
    repository.commit()
    let baseline = "Tests/__Snapshots__/F/test.1.png"
    let actual = try #require(folder.bytes("Artifacts/F/test.1.png"))
    let old = folder.bytes(baseline)
    let run = { (words: [String]) in try Program.run(words, in: folder.path) }
    for given in [["Artifacts", "--references", "Tests"], ["--git"]] {
      folder.write(baseline, actual)
      _ = try run(["reject"] + given + ["--all", "--note", "bug"])
      folder.write(baseline, actual)
      let checked = try run(["check"] + given)
      #expect(checked.status == 1 && checked.output.contains("Note: bug"))
      let again = try run(["reject"] + given + ["--all"])
      #expect(again.output.contains("1 case rejected, 1 old baseline restored."), "\(again)")
      #expect(folder.bytes(baseline) == old)
      let third = try run(["reject"] + given + ["--all"])
      #expect(third.output == "0 cases rejected. 1 case was rejected already.\n")
      #expect(try run(["list"] + given).output.contains("Note: bug"))
      _ = try run(["undo", "--all"] + given)
    }
  }

  @Test func `of two cases that share a baseline by a link, neither is accepted in bulk`() throws {
    for name in ["test.1", "test.2"] {
      scratch.addPointfreeFailure(name, changes: name == "test.1" ? 3 : 9)
    }
    let link = scratch["Tests/__Snapshots__/F/test.2.png"]
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: scratch["Tests/__Snapshots__/F/test.1.png"])
    let before = try baseline("test.1")
    let result = try Program.run("accept", scratch.path, "--all")
    #expect(result.status == 1)
    #expect(result.errors.contains("F/test.1 was left alone: 1 other case would write the same"))
    #expect(result.output.contains("0 cases accepted, 2 left unchanged."))
    #expect(try baseline("test.1") == before)
  }

  @Test func `what was accepted already is said to be, and is no step to undo`() throws {
    scratch.addPointfreeFailure("test.1", changes: 3)
    let old = try baseline("test.1")
    #expect(try Program.run("accept", scratch.path, "--all").status == 0)
    let again = try Program.run("accept", scratch.path, "--filter", "**/test.1")
    #expect(again.status == 0 && again.output == "0 cases accepted. 1 case was accepted already.\n")
    #expect(try Program.run("undo", scratch.path).status == 0)
    #expect(try baseline("test.1") == old)
  }

  @Test func `a filter accepts what fails and leaves the rest as it is`() throws {
    scratch.addPointfreeFailure("test.big", changes: 9)
    scratch.addPointfreeFailure("test.same", changes: 0)
    scratch.addPointfreeFailure("test.small", changes: 2)
    // The same pixels in other bytes: nothing to accept.
    let same = try #require(scratch.bytes("Artifacts/F/test.same.png"))
    scratch.write("Artifacts/F/test.same.png", same + [0])
    let before = try ["test.same", "test.small"].map { try baseline($0) }
    let result = try Program.run("accept", scratch.path, "--filter", "F/*", "--threshold", "2")
    #expect(result.status == 0)
    #expect(result.output.contains("1 case accepted. 2 cases already match and were left alone."))
    #expect(try ["test.same", "test.small"].map { try baseline($0) } == before)
    let again = try Program.run("reject", scratch.path, "--filter", "F/test.same")
    #expect(again.output.contains("1 case rejected."), "a match can be called a bug")
    let nothing = try Program.run("accept", scratch.path, "--filter", "F/test.same")
    #expect(nothing.status == 0)
    #expect(nothing.output == "0 cases accepted. 1 case already matches and was left alone.\n")
  }

  @Test(arguments: ["reject", "tolerate"])
  func `a change of mind names the file that it restores`(_ verb: String) throws {
    scratch.addPointfreeFailure("test.1", changes: 3)
    let before = try baseline("test.1")
    #expect(try Program.run("accept", scratch.path, "--all").status == 0)
    let words = [verb, scratch.path, "--filter", "F/test.1"]
    for more in [["--dry-run"], []] {
      let result = try Program.run(words + more)
      let verb = more.isEmpty ? "restored" : "would restore"
      #expect(result.output.contains("F/test.1  \(verb) "), "\(more)")
      #expect(result.output.contains("__Snapshots__/F/test.1.png"), "\(more)")
    }
    #expect(try baseline("test.1") == before)
    #expect(!(try Program.run(words)).output.contains("restored"), "it is restored already")
  }

  @Test func `pixels that are equal in other bytes are not rewritten`() throws {
    scratch.addPointfreeFailure("test.1", changes: 0)
    let bytes = try #require(scratch.bytes("Artifacts/F/test.1.png"))
    // Other bytes, the same pixels.
    let text = chunk("tEXt", Array("a\0b".utf8))
    scratch.write("Artifacts/F/test.1.png", bytes.dropLast(12) + text + bytes.suffix(12))
    let before = try baseline("test.1")
    let result = try Program.run("accept", scratch.path, "--filter", "*")
    #expect(result.output.contains("1 case already matches"))
    #expect(try baseline("test.1") == before)
  }

  @Test func `a single case needs no word on which is meant`() throws {
    scratch.addPointfreeFailure("test.1")
    let result = try Program.run("accept", scratch.path)
    #expect(result.status == 0)
    #expect(result.output.contains("1 case accepted."))
    scratch.addPointfreeFailure("test.2")
    let several = try Program.run("accept", scratch.path)
    #expect(several.status == 2)
    #expect(several.errors.contains("2 cases: give --filter GLOB, --cause ID or --all"))
  }

  @Test func `an actual that cannot be read is trouble with a file`() throws {
    scratch.addPointfreeFailure("test.1")
    for isNew in [false, true] {
      scratch.write("Artifacts/F/test.1.png", Array("no picture".utf8))
      if isNew {
        scratch.remove("Tests/__Snapshots__/F/test.1.png")
        scratch.addPointfreeFailure("test.0", changes: 0)
      }
      for words in [
        ["list"], ["check"], ["accept", "--all"], ["accept", "--filter", "F/test.1"],
      ] {
        let result = try Program.run(words + [scratch.path])
        #expect(result.status == 3, "\(words): \(result.errors)")
      }
    }
  }

  @Test func `a case that cannot be accepted is named and the others are accepted`() throws {
    scratch.addPointfreeFailure("test.1")
    scratch.addPointfreeFailure("test.2")
    scratch.write("Artifacts/F/test.2.png", "version https://git-lfs.github.com/spec/v1\n")
    let result = try Program.run("accept", scratch.path, "--all")
    #expect(result.status == 3)
    #expect(result.errors.contains("F/test.2 cannot be accepted."))
    #expect(result.output.contains("1 case accepted, 1 left unchanged."))
  }

  /// Without the folder of references, `undo` would not find where the decision is kept.
  @Test func `the command that undoes a decision repeats where its files are`() throws {
    scratch.write("our refs/F/test.1.png", .plain(8, 8))
    scratch.write("out/F/test.1.png", .plain(8, 8, changes: 3))
    let before = try #require(scratch.bytes("our refs/F/test.1.png"))
    let (out, references) = (scratch["out"], scratch["our refs"])
    let result = try Program.run(
      "accept", out, "--all", "--layout", "pointfree", "--references", references)
    #expect(result.status == 0, "\(result.errors)")
    let command = "undo \(out) --layout pointfree --references '\(references)'"
    #expect(result.output.hasSuffix("Undo with: snapreview \(command)\n"))
    #expect(try #require(scratch.bytes("our refs/F/test.1.png")) != before)
    #expect(try Program.shell("\"$0\" \(command)").status == 0)
    #expect(scratch.bytes("our refs/F/test.1.png") == before)
  }

  @Test func `no sentence ends in the dot of the working folder and a full stop`() throws {
    let project = TestFolder()
    project.write("Artifacts/T/testA.1.png", .plain(8, 8))
    let result = try project.run("accept", ".", "--all")
    #expect(result.errors.contains("in the working folder. Give --references DIR."))
  }
}

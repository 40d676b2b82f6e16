import Base
import Catalog
import Foundation
import TestSupport
import Testing

struct CatalogTests {
  private let folder = TestFolder()

  private func message(_ body: () throws -> Void) -> String? {
    #expect(throws: CatalogError.self, performing: body)?.description
  }

  @Test func `all layouts are found in one tree`() throws {
    folder.mix()
    let found = try catalog(
      folder.path, references: [folder["pf/Tests"]], actuals: [folder["af/Actual"]])
    #expect(found.cases.map(\.id) == ["C/a@2x", "L/test", "T/test.1"])
    #expect(found.cases.map(\.layout) == [.uber, .afsnapshot, .pointfree])
    #expect(found.cases.allSatisfy { $0.obstacle == nil })
    #expect(found.root == folder.path)
    #expect(try catalog(folder.path, layouts: [.uber]).cases.map(\.id) == ["C/a@2x"])
  }

  @Test func `several paths make one catalogue without doubles`() throws {
    folder.mix()
    let found = try catalog(
      folder["uber/FailureDiffs/C"], folder["uber"], folder["pf/Artifacts/T/test.1.png"],
      folder["uber/FailureDiffs/C/failed_a@2x.png"])
    #expect(found.cases.map(\.id) == ["C/a@2x", "T/test.1"])
  }

  @Test func `cases are sorted by suite and name, numbers by their value`() throws {
    for name in ["test10.1", "test2.1", "Test1.1", "test2.10", "test2.2"] {
      folder.png("A/B10/\(name).png")
      folder.png("A/B9/\(name).png")
      folder.png("R/__Snapshots__/B10/\(name).png")
      folder.png("R/__Snapshots__/B9/\(name).png")
    }
    folder.folder(".git")
    let names = ["Test1.1", "test2.1", "test2.2", "test2.10", "test10.1"]
    #expect(
      try catalog(folder["A"]).cases.map(\.id)
        == names.map { "B9/" + $0 } + names.map { "B10/" + $0 })
  }

  @Test func `one class in two places has two identifiers`() throws {
    for place in ["iPad", "iPhone"] {
      folder.png("\(place)/FailureDiffs/C/failed_a@2x.png")
      folder.png("\(place)/ReferenceImages_64/C/a@2x.png")
    }
    let cases = try catalog(folder.path).cases
    #expect(cases.map(\.id) == ["iPad/FailureDiffs/C/a@2x", "iPhone/FailureDiffs/C/a@2x"])
    #expect(cases[1].baseline?.path == folder["iPhone/ReferenceImages_64/C/a@2x.png"])
  }

  @Test func `two files are a pair`() throws {
    folder.png("old/icon.png", "old")
    folder.png("new/icon.png", "new")
    let found = try catalog(folder["old/icon.png"], folder["new/icon.png"])
    #expect(
      found.cases == [
        SnapshotCase(
          id: "new/icon", suite: "new", name: "icon", layout: .pair,
          reference: folder["old/icon.png"], actual: folder["new/icon.png"],
          baseline: Baseline(path: folder["old/icon.png"], root: folder["old"]),
          failures: folder["new"], key: "icon.png//../old/icon.png")
      ])
    #expect(found.root == folder["new"])
    folder.write("a", "one\n")
    folder.write("b", "two\n")
    #expect(try catalog(folder["a"], folder["b"]).cases.map(\.content) == [.text])
    #expect(
      message { _ = try catalog(folder["a"], folder["old/icon.png"]) }?.contains("two of a kind")
        == true)
  }

  @Test(arguments: [true, false])
  func `two folders are paired, unless they hold failures of a known library`(_ hasOther: Bool)
    throws
  {
    for name in ["Home/test.1.png", "Home/test.2.png"] {
      folder.png("old/\(name)", "old")
      folder.png("new/\(name)", "new")
      if hasOther { folder.png("Tests/__Snapshots__/\(name)", "another") }
    }
    folder.folder(".git")
    let found = try catalog(folder["old"], folder["new"])
    // Where the library has their references, both hold failures.
    guard !hasOther else {
      #expect(found.cases.count == 4 && found.layouts == [.pointfree])
      return
    }
    #expect(found.layouts == [.pair])
    #expect(
      found.cases.map(\.baseline?.path)
        == [folder["old/Home/test.1.png"], folder["old/Home/test.2.png"]])
    #expect(Set(found.cases.map(\.failures)) == [folder["new"]])
  }

  @Test func `a pair that iOSSnapshotTestCase names has its real baseline`() throws {
    folder.uber("FailureDiffs")
    folder.png("ReferenceImages_64/C/a@2x.png")
    let found = try catalog(
      folder["FailureDiffs/C/reference_a@2x.png"], folder["FailureDiffs/C/failed_a@2x.png"])
    #expect(found.cases[0].baseline?.path == folder["ReferenceImages_64/C/a@2x.png"])
  }

  @Test func `the age of git's temporary copy tells nothing`() throws {
    folder.png("git-blob-aB3/a.png", "old")
    folder.png("work/a.png", "new")
    folder.age("work/a.png", 0)
    let found = try catalog(folder["git-blob-aB3/a.png"], folder["work/a.png"])
    #expect(found.cases[0].isForOneLook && found.cases[0].remarks.isEmpty)
  }

  @Test func `what is missing, empty or strange is told in a sentence`() throws {
    folder.folder("empty")
    folder.write("plain/notes.txt", "notes")
    folder.write("one.png", fakePNG(""))
    #expect(
      message { _ = try catalog(folder["gone"]) }
        == "\(folder["gone"]): no such file or folder. Name a folder of failed snapshots, "
        + "a single failure, or a reference and its actual.")
    #expect(
      message { _ = try catalog("") }
        == "A path is empty: perhaps a variable is not set. Name a folder of failed snapshots, "
        + "a single failure, or a reference and its actual.")
    #expect(
      message { _ = try catalog(folder["empty"]) }
        == "\(folder["empty"]): an empty folder. Name the folder that the test run wrote its "
        + "failures to.")
    #expect(
      message { _ = try catalog(folder["plain"]) }
        == "\(folder["plain"]): no failed snapshot found among 1 file such as notes.txt. "
        + "Name the folder that the test run wrote its failures to; if the references are "
        + "elsewhere, add --references DIR.")
    #expect(
      message { _ = try catalog(folder["one.png"]) }
        == "\(folder["one.png"]): not a failure of a known library. Give the folder of "
        + "failures, or two files: a reference and its actual.")
    #expect(
      message { _ = try catalog(folder["plain"], references: [folder["gone"]]) }
        == "--references \(folder["gone"]): no such file or folder. Name a folder.")
    #expect(
      message { _ = try catalog(folder["plain"], actuals: [folder["one.png"]]) }
        == "--actuals \(folder["one.png"]): a part of the path is not a folder. Name a folder.")
    #expect(
      message { _ = try catalog() } == "No path given. Name the folder of failures, or two files.")
    #expect(
      message { _ = try catalog("/dev/null") } == "/dev/null: neither a folder nor a plain file.")
  }

  @Test func `names with escapes and newlines are files like others, and safe in sentences`() throws
  {
    let name = "test\u{1B}[2J\nx"
    folder.png("Difference/\(name)/\(name).diff.png")
    let found = try catalog(folder["Difference"])
    #expect(found.cases.map(\.id) == ["\(name)/\(name)"])
    let obstacle = try #require(found.cases[0].obstacle)
    #expect(obstacle == printable(obstacle))
    let missing = try #require(message { _ = try catalog(folder["\u{1B}]0;\u{07}"]) })
    #expect(missing == printable(missing))
  }

  @Test func `links are followed once, also where they lead in a circle`() throws {
    folder.uber("real/FailureDiffs")
    folder.link("real/loop", to: folder["real"])
    folder.link("real/FailureDiffs/up", to: folder.path)
    folder.link("real/dangling", to: folder["nowhere"])
    folder.folder("given")
    folder.link("given/linked", to: folder["real"])
    #expect(try catalog(folder.path).cases.count == 1)
    folder.uber("given/.kept/FailureDiffs", "D")
    folder.link("given/inside", to: folder["given/.kept"])
    let linked = try catalog(folder["given"])
    #expect(linked.cases.map(\.id) == ["D/a@2x"])
    #expect(
      linked.skipped == [
        Skipped(
          folder["given/linked"], "a link that leads out of the opened folder; it was not followed."
        )
      ])
    folder.link("shortcut", to: folder["real/FailureDiffs"])
    #expect(try catalog(folder["shortcut"]).root == folder["real/FailureDiffs"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `a folder that may not be read is said`() throws {
    folder.uber("F")
    folder.folder("F/secret")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder["F/secret"])
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: folder["F/secret"])
    }
    let found = try catalog(folder["F"])
    #expect(found.cases.count == 1)
    #expect(
      found.skipped == [
        Skipped(
          folder["F/secret"],
          "cannot be read (permission denied); its snapshots are not listed.")
      ])
  }

  @Test func `pipes and other things are passed over, which is said`() throws {
    folder.uber("F")
    #expect(mkfifo(folder["F/C/failed_b@2x.png"], 0o600) == 0)
    folder.link("F/C/failed_c@2x.png", to: folder["nowhere.png"])
    folder.link("F/C/nothing", to: folder["nowhere"])
    let found = try catalog(folder["F"])
    #expect(found.cases.map(\.id) == ["C/a@2x"])
    #expect(
      found.skipped.sorted { $0.path < $1.path } == [
        Skipped(
          folder["F/C/failed_b@2x.png"],
          "a pipe, a socket or a device instead of a file. Remove it."),
        Skipped(
          folder["F/C/failed_c@2x.png"],
          "a link to a file that is not there. Remove it, or put the file back."),
        Skipped(
          folder["F/C/nothing"],
          "a link to a file that is not there. Remove it, or put the file back."),
      ])
    #expect(
      message { _ = try catalog(folder["F/C/failed_a@2x.png"], folder["F/C/failed_b@2x.png"]) }
        == "\(folder["F/C/failed_b@2x.png"]): not a plain file.")
  }

  @Test func `two thousand failures are found, each with its own baseline`() throws {
    for suite in 0..<20 {
      folder.folder("A/S\(suite)")
      folder.folder("R/__Snapshots__/S\(suite)")
      for index in 0..<100 {
        folder.fill("A/S\(suite)/test\(index).1.png", fakePNG(""))
        folder.fill("R/__Snapshots__/S\(suite)/test\(index).1.png", fakePNG(""))
      }
    }
    let found = try catalog(folder["A"], references: [folder["R"]])
    #expect(found.cases.count == 2_000)
    #expect(Set(found.cases.map(\.baseline?.path)).count == 2_000)
    #expect(found.cases.allSatisfy { $0.obstacle == nil })
  }
}

struct NaturalOrderTests {
  @Test func `numbers count by their value and case does not`() {
    expectOrder(["", "a", "A1", "a2", "a10", "a10b", "a010c", "b", "x007", "x08", "ä"])
  }

  @Test(arguments: [
    ["XS", "S", "M", "L", "XL", "XXL", "XXXL", "AX1", "AX2", "AX3", "AX4", "AX5"],
    ["extraSmall", "small", "medium", "large", "extraLarge", "extraExtraLarge"],
    ["xSmall", "large", "xxxLarge", "accessibility1", "accessibility5"],
    [
      "iPhone SE", "iPhone 8", "iPhone 15", "iPhone 15 Plus", "iPhone 15 Pro Max", "iPad",
      "iPad mini",
    ],
    ["iPhoneSe", "iPhone8", "iPhone8Plus", "iPhone13ProMax", "iPhoneX", "iPadMini", "iPadPro12_9"],
  ])
  func `sizes of text and of devices stand in the order of their sizes`(_ sizes: [String]) {
    for start in ["testMenu.", "menu-", "testMenu_"] { expectOrder(sizes.map { start + $0 }) }
  }

  @Test func `a word that only begins as a size does is none`() {
    expectOrder(["testLogin", "testMenu", "testSearch", "testXray"])
    expectOrder(["iPhone search", "iPhone settings"])
    expectOrder(["largest", "smallest", "xslt"])
  }

  private func expectOrder(_ sorted: [String]) {
    for (i, first) in sorted.enumerated() {
      for (j, second) in sorted.enumerated() where i != j {
        let isBefore = NaturalKey(first) < NaturalKey(second)
        #expect(isBefore == (i < j), "\(first) and \(second)")
      }
    }
  }
}

import Catalog
import Foundation
import TestSupport
import Testing

/// Baselines are looked for where they may be written, and nowhere else.
struct SurroundingsTests {
  private let folder = TestFolder()

  /// One project of each library with its references, and one without.
  private func siblings() {
    for project in ["one", "two"] {
      folder.png("\(project)/Artifacts/F/test.1.png", "new \(project)")
      folder.png("\(project)/FailureDiffs/C/failed_t@2x.png", "new \(project)")
      folder.png("\(project)/FailureDiffs/C/reference_t@2x.png", "old")
      folder.png("\(project)/S/Difference/L/a.diff.png")
    }
    folder.png("two/Tests/__Snapshots__/F/test.1.png", "old")
    folder.png("two/Tests/ReferenceImages_64/C/t@2x.png", "old")
    folder.png("two/S/L/a.png", "old")
    folder.png("new/L/a.png", "new")
  }

  @Test(arguments: ["one", "one/Artifacts", "one/FailureDiffs", "one/S/Difference"])
  func `a sibling project is never written to`(_ given: String) throws {
    siblings()
    for isRepository in [false, true] {
      if isRepository { for name in ["one", "two"] { folder.folder("\(name)/.git") } }
      let found = try catalog(folder[given], actuals: [folder["new"]])
      let paths = found.cases.compactMap(\.baseline?.path) + found.writableRoots
      #expect(!found.cases.isEmpty)
      #expect(paths.allSatisfy { $0.hasPrefix(folder["one/"]) || $0 == folder["one"] }, "\(paths)")
      #expect(found.cases.allSatisfy { $0.layout == .afsnapshot || $0.obstacle != nil })
    }
  }

  @Test func `the folder above two projects holds both, and each finds its own`() throws {
    siblings()
    for name in ["one", "two"] { folder.folder("\(name)/.git") }
    let cases = try catalog(folder.path).cases.filter { $0.layout != .afsnapshot }
    let found = cases.map { [$0.failures, $0.baseline?.path] }
    #expect(
      found == [
        [folder["one/FailureDiffs"], nil],
        [folder["two/FailureDiffs"], folder["two/Tests/ReferenceImages_64/C/t@2x.png"]],
        [folder["two/Artifacts"], folder["two/Tests/__Snapshots__/F/test.1.png"]],
      ], "what nothing proves to be a failure is not listed beside what is")
  }

  @Test func `a repository within the repository is another project`() throws {
    folder.folder(".git")
    folder.png("Artifacts/F/test.1.png", "new")
    folder.png("Vendor/Kit/Tests/__Snapshots__/F/test.1.png", "theirs")
    folder.write("Vendor/Kit/.git", "gitdir: ../../.git/modules/Kit")
    for given in ["", "Artifacts"] {
      let found = try catalog(folder[given]).cases
      #expect(found.map(\.baseline) == [nil])
    }
    folder.png("Tests/__Snapshots__/F/test.1.png", "ours")
    let found = try catalog(folder["Artifacts"]).cases[0]
    #expect(found.baseline?.path == folder["Tests/__Snapshots__/F/test.1.png"])
    folder.png("Vendor/Kit/Artifacts/F/test.1.png", "new")
    let theirs = try catalog(folder["Vendor/Kit/Artifacts"]).cases[0]
    #expect(theirs.baseline?.path == folder["Vendor/Kit/Tests/__Snapshots__/F/test.1.png"])
  }

  @Test func `failures outside of the repository say what to give`() throws {
    folder.folder("repo/.git")
    folder.png("repo/Tests/__Snapshots__/F/test.1.png", "old")
    folder.png("tmp/Artifacts/F/test.1.png", "new")
    let found = try catalog(folder["tmp/Artifacts"]).cases[0]
    #expect(found.baseline == nil)
    #expect(found.obstacle?.hasSuffix("Give --references DIR.") == true)
    let given = try catalog(folder["tmp/Artifacts"], references: [folder["repo"]])
    #expect(given.cases[0].baseline?.path == folder["repo/Tests/__Snapshots__/F/test.1.png"])
    #expect(given.writableRoots == [folder["repo"]])
  }

  @Test func `every baseline lies below a writable root`() throws {
    siblings()
    for given in ["", "one", "two", "two/S"] {
      for references in [[], [folder["two/Tests"]]] {
        let found = try catalog(
          folder[given], references: references, actuals: [folder["new"]])
        for baseline in found.cases.compactMap(\.baseline) {
          #expect(found.writableRoots.contains { baseline.path.hasPrefix($0 + "/") })
        }
      }
    }
  }
}

/// Links that come with the failures cannot lead elsewhere.
struct LinkTests {
  private let folder = TestFolder()

  init() {
    folder.png("p/Artifacts/F/test.1.png", "new")
    folder.write("secret/token.txt", "hunter2")
    folder.png("elsewhere/test.1.png", "precious")
  }

  private func obstacle(_ given: String, references: [String] = []) throws -> String? {
    let found = try catalog(folder[given], references: references.map { folder[$0] }).cases
    #expect(found.count == 1)
    return found.first?.obstacle
  }

  @Test(arguments: ["", "p/Tests"])
  func `a folder of references that is a link is not written through`(_ named: String) throws {
    folder.folder("p/Tests/__Snapshots__")
    folder.link("p/Tests/__Snapshots__/F", to: folder["elsewhere"])
    let root = named.isEmpty ? folder["p"] : folder[named]
    #expect(
      try obstacle("p", references: named.isEmpty ? [] : [named])
        == "The baseline lies behind a link that leads out of \(root): "
        + "\(folder["p/Tests/__Snapshots__/F"]). Nothing is written through it. "
        + "Give --references with the folder that it leads to.")
  }

  @Test func `nor in the repository around the failures`() throws {
    folder.folder("p/.git")
    folder.folder("elsewhere/Kit/F")
    folder.png("elsewhere/Kit/F/test.1.png", "precious")
    folder.folder("p/Tests")
    folder.link("p/Tests/__Snapshots__", to: folder["elsewhere/Kit"])
    #expect(try obstacle("p/Artifacts")?.contains(folder["p/Tests/__Snapshots__"]) == true)
    #expect(try obstacle("p/Artifacts", references: ["elsewhere/Kit"]) == nil)
  }

  @Test func `nor a single reference that is a link`() throws {
    folder.folder("p/Tests/__Snapshots__/F")
    folder.link("p/Tests/__Snapshots__/F/test.1.png", to: folder["elsewhere/test.1.png"])
    let obstacle = try obstacle("p")
    #expect(obstacle?.contains("is a link that leads out of") == true)
    folder.remove("p/Tests/__Snapshots__/F/test.1.png")
    folder.png("p/Tests/__Snapshots__/real/test.1.png", "old")
    folder.link(
      "p/Tests/__Snapshots__/F/test.1.png", to: folder["p/Tests/__Snapshots__/real/test.1.png"])
    #expect(try self.obstacle("p") == nil, "a link that stays is followed")
  }

  @Test func `nor the library's own place beside the failures`() throws {
    folder.png("u/FailureDiffs/C/failed_t@2x.png", "new")
    folder.png("u/FailureDiffs/C/reference_t@2x.png", "old")
    folder.png("elsewhere/C/t@2x.png", "precious")
    folder.link("u/ReferenceImages_64", to: folder["elsewhere"])
    #expect(try obstacle("u/FailureDiffs") != nil)
    #expect(try obstacle("u")?.contains("behind a link") == true)
    folder.remove("u/ReferenceImages_64")
    folder.folder("u/ReferenceImages_64")
    folder.link("u/ReferenceImages_64/C", to: folder["elsewhere/C"])
    #expect(try obstacle("u/FailureDiffs")?.contains("behind a link") == true)
    folder.png("s/Difference/L/a.diff.png")
    folder.link("s/L", to: folder["elsewhere"])
    let found = try catalog(folder["s/Difference"], actuals: [folder["elsewhere"]]).cases[0]
    #expect(found.baseline == nil && found.obstacle != nil)
  }

  @Test func `an actual that is a link out of the failures is refused`() throws {
    folder.folder("p/.git")
    for (name, target) in [
      ("token.txt", "secret/token.txt"), ("test.2.png", "elsewhere/test.1.png"),
    ] {
      folder.link("p/Artifacts/F/\(name)", to: folder[target])
      folder.write("p/Tests/__Snapshots__/F/\(name)", "old")
    }
    folder.png("p/Tests/__Snapshots__/F/test.1.png", "old")
    folder.link("p/Artifacts/F/test.3.png", to: folder["p/Artifacts/F/test.1.png"])
    folder.png("p/Tests/__Snapshots__/F/test.3.png", "old")
    let cases = try catalog(folder["p/Artifacts"]).cases
    #expect(cases.map(\.name) == ["test.1", "test.2", "test.3", "token.txt"])
    #expect(cases[0].obstacle == nil && cases[2].obstacle == nil)
    for snapshot in [cases[1], cases[3]] {
      #expect(snapshot.obstacle?.contains("is a link that leads out of the failures") == true)
    }
    #expect(try obstacle("p/Artifacts/F/token.txt") != nil)
  }

  @Test func `a folder of actuals that is a link is not followed out of what was opened`() throws {
    folder.write("secret/F/test.1.txt", "hunter2")
    folder.write("p/Tests/__Snapshots__/F/test.1.txt", "old")
    folder.remove("p/Artifacts/F")
    folder.link("p/Artifacts/F", to: folder["secret/F"])
    #expect(throws: CatalogError.self) { _ = try catalog(folder["p"]) }
  }
}

/// A picture of differences is never an actual.
struct PictureFolderTests {
  private let folder = TestFolder()

  @Test(arguments: [
    ("w/__snapshots__", "w/.tmp/actual", "w/.tmp/diff", "w/.tmp"),
    ("l/.loki/reference", "l/.loki/current", "l/.loki/difference", "l/.loki"),
    ("p/.lostpixel/baseline", "p/.lostpixel/current", "p/.lostpixel/difference", "p/.lostpixel"),
    ("r/expected", "r/actual", "r/diff", "r"),
    ("c/cypress/baseline", "c/cypress/comparison", "c/cypress/diff", "c/cypress"),
  ])
  func `beside actuals only these are taken`(
    _ reference: String, _ actual: String, _ difference: String, _ given: String
  ) throws {
    for name in ["button.png", "desktop/form.png"] {
      folder.png("\(reference)/\(name)", "old")
      folder.png("\(actual)/\(name)", "new")
      folder.png("\(difference)/\(name)", "difference")
    }
    for path in [given, actual] {
      let found = try catalog(folder[path], references: [folder[reference]])
      #expect(
        Set(found.cases.compactMap(\.actual)).isSubset(of: [
          folder["\(actual)/button.png"], folder["\(actual)/desktop/form.png"],
        ]))
      #expect(found.cases.count == 2)
    }
    for path in [difference, "\(difference)/desktop"] {
      let error = #expect(throws: CatalogError.self) {
        _ = try catalog(folder[path], references: [folder[reference]])
      }
      #expect(error?.description.contains("folder of differences") == true)
    }
  }

  @Test func `expected pictures that were copied beside the actuals are no actuals`() throws {
    for name in ["run/expected/F/a.png", "run/actual/F/a.png", "refs/F/a.png"] {
      folder.png(name, name)
    }
    let found = try catalog(folder["run"], references: [folder["refs"]]).cases
    #expect(found.map(\.actual) == [folder["run/actual/F/a.png"]])
  }

  @Test func `a folder of artifacts that was opened may be called anything`() throws {
    folder.png("diff/F/test.1.png", "new")
    folder.png("refs/F/test.1.png", "old")
    for layouts in [[], [Layout.pointfree]] {
      let found = try catalog(folder["diff"], references: [folder["refs"]], layouts: layouts)
      #expect(found.cases.map(\.actual) == [folder["diff/F/test.1.png"]])
    }
  }

  @Test func `what the name of its folder hides beside other failures is told`() throws {
    folder.folder("p/.git")
    folder.png("p/Tests/__Snapshots__/F/test.1.png", "old")
    folder.png("p/Difference/F/test.1.png", "new")
    folder.png("p/ReferenceImages/C/a@2x.png", "old")
    for part in ["reference_", "failed_"] {
      folder.png("p/Difference/FailureDiffs/C/\(part)a@2x.png", part)
    }
    let found = try catalog(folder["p"])
    #expect(found.cases.map(\.id) == ["C/a@2x"])
    #expect(
      found.skipped.map(\.sentence) == [
        "\(folder["p/Difference/F"]): 1 file is named like a reference, but the folder like one "
          + "of differences, so no actual is taken from it. Open the folder of the actuals."
      ])
    let opened = try catalog(folder["p/Difference"])
    #expect(opened.cases.map(\.id) == ["C/a@2x", "F/test.1"] && opened.skipped.isEmpty)
    let asked = try catalog(folder["p/Difference"], layouts: [.pointfree])
    #expect(asked.cases.map(\.id) == ["F/test.1"] && asked.skipped.isEmpty)
  }

  @Test func `actuals are not taken out of a folder of differences`() throws {
    folder.png("S/L/a.png", "old")
    folder.png("S/Difference/L/a.diff.png")
    folder.png("out/diff/L/a.png", "difference")
    folder.png("out/actual/L/a.png", "new")
    let found = try catalog(folder["S"], actuals: [folder["out"]]).cases
    #expect(found.map(\.actual) == [folder["out/actual/L/a.png"]])
  }
}

/// Names that Unicode holds for equal and file systems keep apart.
struct TwinTests {
  private let folder = TestFolder()
  private let names = ["caf\u{E9}", "cafe\u{301}"]

  private func bytes(_ paths: [String?]) -> Set<[UInt8]> {
    Set(paths.map { Array(($0 ?? "").utf8) })
  }

  @Test func `twins are two cases, each with its own files`() throws {
    for name in names {
      folder.png("A/F/\(name).1.png", "new \(name.utf8.count)")
      folder.png("A/__Snapshots__/F/\(name).1.png", "old")
      folder.png("U/FailureDiffs/C/failed_\(name)@2x.png")
      folder.png("U/FailureDiffs/C/reference_\(name)@2x.png")
      folder.png("U/ReferenceImages/C/\(name)@2x.png")
      folder.png("S/L/\(name).png", "old")
      folder.png("S/Difference/L/\(name).diff.png")
      folder.png("S/Difference/L/\(name).actual.png")
    }
    guard folder.names(in: "S/L").count == 2 else { return }  // This disk knows no twins.
    for (given, place) in [
      ("A", "A/__Snapshots__/F/*.1.png"), ("U", "U/ReferenceImages/C/*@2x.png"), ("S", "S/L/*.png"),
    ] {
      let cases = try catalog(folder[given]).cases
      #expect(cases.count == 2)
      #expect(Set(cases.map(\.id)).count == 2 && Set(cases.map(\.key)).count == 2)
      #expect(cases.allSatisfy { $0.rivals == 0 && $0.obstacle == nil })
      let wanted = names.map { folder[place.replacingOccurrences(of: "*", with: $0)] }
      #expect(bytes(cases.map(\.baseline?.path)) == bytes(wanted))
      for snapshot in cases {
        let isComposed =
          snapshot.actual?.utf8.count == cases.compactMap { $0.actual?.utf8.count }.min()
        let isBaselineComposed =
          snapshot.baseline?.path.utf8.count
          == cases.compactMap { $0.baseline?.path.utf8.count }.min()
        #expect(isComposed == isBaselineComposed)
      }
    }
    let one = try catalog(folder["A/F/\(names[1]).1.png"]).cases
    #expect(bytes(one.map(\.actual)) == bytes([folder["A/F/\(names[1]).1.png"]]))
  }

  @Test func `where only the other spelling is there, it is meant`() throws {
    folder.png("A/F/\(names[0]).1.png", "new")
    folder.png("A/__Snapshots__/F/\(names[1]).1.png", "old")
    let cases = try catalog(folder["A"]).cases
    #expect(
      bytes(cases.map(\.baseline?.path)) == bytes([folder["A/__Snapshots__/F/\(names[1]).1.png"]]))
  }
}

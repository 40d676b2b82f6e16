import Catalog
import TestSupport
import Testing

/// What accepting writes is the file that the library reads, and nothing else.
struct ProvenBaselineTests {
  @Test func `of several folders of references the one that was compared is written`() throws {
    for shown in ["_64", "_32", ""] {
      var files = [
        "FailureDiffs/T/reference_a@2x.png": "old \(shown)",
        "FailureDiffs/T/failed_a@2x.png": "new",
      ]
      for suffix in ["_64", "_32", ""] {
        files["ReferenceImages\(suffix)/T/a@2x.png"] = "old \(suffix)"
      }
      let scene = Scene(files)
      let written = try scene.accepted(scene.open("FailureDiffs"))
      #expect(Array(written.keys) == ["ReferenceImages\(shown)/T/a@2x.png"], "\(shown)")
    }
  }

  @Test(arguments: ["testA.1_", ""])
  func `the parts of an exported failure are no first recordings`(_ start: String) throws {
    let own = "Tests/__Snapshots__/LoginTests/testA.1.png"
    let end = start.isEmpty ? "_testA.1" : ""
    let parts = ["reference", "failure", "difference"].map { "\(start)\($0)\(end).png" }
    let scene = Scene([own: "old"])
    for (name, content) in zip(parts, ["old", "new", "difference"]) {
      scene.folder.png("Artifacts/LoginTests/\(name)", content)
    }
    _ = try scene.accepted(scene.open("Artifacts"))
    for name in parts {
      #expect(scene.folder.bytes("Tests/__Snapshots__/LoginTests/\(name)") == nil)
    }
  }

  @Test func `a copy of a reference at the reference's own path is no actual`() throws {
    let scene = Scene([
      "App/LoginTests/dark.png": "new", "run/App/LoginTests/dark.png": "old",
      "App/LoginTests/testLight.1.png": "new", "run/App/LoginTests/testLight.1.png": "old",
    ])
    let refusal = #expect(throws: CatalogError.self) {
      try Catalog(
        paths: [scene.folder["run"]],
        options: scene.folder.options(references: [scene.folder["App"]]))
    }
    #expect(refusal?.skipped.isEmpty == false)
  }

  @Test(arguments: [
    [
      "__Snapshots__/LoginTests/iPhone-15/testA.1.png", "__Snapshots__/LoginTests/iPad/testA.1.png",
    ],
    ["__Snapshots__/LoginTests/iOS17/testA.1.png"],
    ["__Snapshots__/iOS17/LoginTests/testA.1.png", "__Snapshots__/LoginTests/testB.1.png"],
    ["ReferenceImages/LoginTests/testA.1.png", "__Snapshots__/LoginTests/testB.1.png"],
    ["__Snapshots__/LoginTestsOld/testA.1.png", "__Snapshots__/LoginTests/testB.1.png"],
    ["__Snapshots__/Login/testA.1.png", "__Snapshots__/LoginTests/testB.1.png"],
    ["__Snapshots__/iOS17/OldLoginTests/testA.1.png", "__Snapshots__/LoginTests/testB.1.png"],
    ["__Snapshots__/loginTests/testA.1.png", "__Snapshots__/LoginTests/testB.1.png"],
    ["__Snapshots__/LoginTests/TestA.1.png"],
  ])
  func `a failure is no first recording where its baseline lies deeper`(_ paths: [String]) throws {
    let scene = Scene(
      Dictionary(uniqueKeysWithValues: paths.map { ("Tests/\($0)", $0) })
        .merging(["Artifacts/LoginTests/testA.1.png": "new"]) { $1 })
    let found = try scene.open("Artifacts")
    #expect(
      found.cases.allSatisfy {
        $0.remarks.map(\.sentence).allSatisfy { !$0.contains("no baseline yet") }
      })
    _ = try scene.accepted(found)
    #expect(scene.folder.bytes("Tests/__Snapshots__/LoginTests/testA.1.png") == nil)
  }

  @Test(arguments: [
    ("Tests/__Snapshots__/T/a.png", ["out/a.ref.png", "out/a.actual.png", "out/a.diff.png"]),
    ("T/__Snapshots__/T/b.1.png", ["out/a/before.png", "out/a/after.png", "out/a/diff.png"]),
    ("ReferenceImages/T/a@2x.png", ["run/expected/a.png", "run/actual/a.png", "run/diff/a.png"]),
  ])
  func `a copy of a baseline is not written in its place without git either`(
    _ kept: String, _ failure: [String]
  ) throws {
    for isRepository in [true, false] {
      var files = [kept: "old"]
      for (path, words) in zip(failure, ["old", "new", "d"]) { files[path] = words }
      let scene = Scene(files, isRepository: isRepository)
      let written = try scene.accepted(scene.open())
      #expect(Array(written.keys) == [kept])
    }
  }

  @Test func `copies of baselines in build folders do not disturb`() throws {
    let path = "__Snapshots__/LoginTests/testA.1.png"
    let scene = Scene([
      "Tests/\(path)": "old", ".build/debug/App_AppTests.bundle/\(path)": "old",
      "DerivedData/Build/Products/AppTests.xctest/\(path)": "old",
      "Artifacts/LoginTests/testA.1.png": "new",
    ])
    let written = try scene.accepted(scene.open("Artifacts"))
    #expect(Array(written.keys) == ["Tests/\(path)"])
  }

  @Test func `a video is accepted where Paparazzi keeps videos`() throws {
    let scene = Scene([
      "app/src/test/snapshots/videos/anim.png": "old",
      "app/src/test/snapshots/images/other.png": "other",
      "app/build/paparazzi/failures/anim.png": "new",
      "app/build/paparazzi/failures/delta-anim.png": "d",
    ])
    let written = try scene.accepted(scene.open())
    #expect(Array(written.keys) == ["app/src/test/snapshots/videos/anim.png"])
  }

  @Test func `a lossless WebP picture is copied, a lossy one is refused`() throws {
    for (kind, isLossless) in [("VP8L", true), ("VP8 ", false)] {
      let scene = Scene()
      let bytes = { (last: UInt8) in
        Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBP\(kind)".utf8) + [8, 0, 0, 0, 47, last]
      }
      scene.folder.write("app/build/outputs/roborazzi/a.webp", bytes(0))
      scene.folder.write("app/build/outputs/roborazzi/a_actual.webp", bytes(1))
      let written = try scene.accepted(scene.open())
      #expect(
        Array(written.keys) == (isLossless ? ["app/build/outputs/roborazzi/a.webp"] : []), "\(kind)"
      )
    }
  }

  @Test(arguments: ["no-ending", "a.pdf", "b.data"])
  func `trees of a library hold failures of any type`(_ name: String) throws {
    let scene = Scene()
    for (tree, last) in [("reference", UInt8(0)), ("current", 1)] {
      scene.folder.write(".loki/\(tree)/\(name)", [0, 255, last])
    }
    let written = try scene.accepted(scene.open())
    #expect(Array(written.keys) == [".loki/reference/\(name)"])
  }

  @Test(arguments: [
    ("a\nb\n", "a\r\nb\r\n"), ("a\nb", "a\nb\n"), ("a\n", "\u{feff}a\n"),
    ("\u{e9}\n", "e\u{301}\n"), ("a\tb\n", "a    b\n"),
  ])
  func `texts that differ in what is not seen are failures`(_ old: String, _ new: String) throws {
    let scene = Scene()
    scene.folder.write("Tests/__Snapshots__/T/x.1.txt", old)
    scene.folder.write("Artifacts/T/x.1.txt", new)
    let written = try scene.accepted(scene.open("Artifacts"))
    #expect(written["Tests/__Snapshots__/T/x.1.txt"] == Array(new.utf8))
  }
}

import Catalog
import Foundation
import TestSupport
import Testing

/// An export of Xcode counts its attachments: each is in a case, or skipped by name.
struct XcodeManifestTests {
  private let scene = Scene()

  init() {
    scene.folder.write("Tests/__Snapshots__/LoginTests/testA.1.png", rgba(3, 3, 10))
  }

  private func uuid(_ number: Int) -> String {
    "74892A27-0000-4000-8000-" + String(format: "%012d", number)
  }

  /// An entry of a manifest; the picture is written beside it.
  private func attachment(
    _ number: Int, _ name: String, _ grey: Int, in out: String = "out", device: String = "iPhone",
    isFailure: Bool = true
  ) -> [String: Any] {
    let file = "\(uuid(number)).png"
    scene.folder.write("\(out)/\(file)", picture(3, 3, grey))
    return [
      "exportedFileName": file, "isAssociatedWithFailure": isFailure, "deviceName": device,
      "suggestedHumanReadableName": "\(name)_0_\(uuid(number)).png",
      "timestamp": Double(number), "configurationName": "c",
    ]
  }

  /// A failure of one test.
  private func failure(
    _ first: Int, in out: String = "out", device: String = "iPhone"
  ) -> [[String: Any]] {
    [
      attachment(first, "reference", 10, in: out, device: device),
      attachment(first + 1, "failure", 90, in: out, device: device),
    ]
  }

  private func test(_ name: String, _ attachments: [[String: Any]]) -> [String: Any] {
    ["testIdentifier": name, "attachments": attachments]
  }

  @discardableResult
  private func write(_ content: Any, in out: String = "out") throws -> [UInt8] {
    let bytes = Array(try JSONSerialization.data(withJSONObject: content, options: .sortedKeys))
    scene.folder.write("\(out)/manifest.json", bytes)
    return bytes
  }

  /// The cases and what was skipped, as an equation's two sides.
  private func open() throws -> (ids: [String], skipped: [String]) {
    let catalog = try scene.open("out")
    return (catalog.cases.map(\.id), catalog.skipped.map(\.sentence))
  }

  @Test(arguments: ["manifest 2.json", "manifest (1).json", "attachments.json"])
  func `a list that was renamed is read like any other`(_ name: String) throws {
    try write([test("LoginTests/testA()", failure(1, in: "out/a"))], in: "out/a")
    let bytes = try write([test("LoginTests/testB()", failure(3, in: "out/b"))], in: "out/b")
    scene.folder.remove("out/b/manifest.json")
    scene.folder.write("out/b/package.json", "{}")
    scene.folder.write("out/b/\(name)", bytes)
    #expect(try open().ids.count == 2)
  }

  @Test func `a list that cannot be read is skipped by name beside one that can`() throws {
    try write([test("LoginTests/testA()", failure(1, in: "out/a"))], in: "out/a")
    let good = [test("LoginTests/testB()", failure(3, in: "out/b"))]
    let whole = try write(good, in: "out/b")
    #expect(try open().skipped == [])
    for broken in [Array(whole.dropLast(30)), []] {
      scene.folder.write("out/b/manifest.json", broken)
      let found = try open()
      #expect(found.ids == ["LoginTests/testA"])
      #expect(found.skipped.count == 1)
      #expect(found.skipped[0].contains("out/b/manifest.json: no list of tests"))
    }
    try write(["tests": good], in: "out/b")
    #expect(try open().skipped.count == 1)
  }

  @Test func `one odd entry is lost by name, and not the export`() throws {
    let whole = failure(1)
    var odd = failure(3)
    odd[1]["suggestedHumanReadableName"] = 7
    try write([
      test("LoginTests/testA()", whole), test("LoginTests/testB()", odd),
      ["attachments": failure(5)],
    ])
    let found = try open()
    #expect(found.ids == ["LoginTests/testA"])
    #expect(found.skipped.contains { $0.contains("1 test in it is not described") })
    #expect(
      found.skipped.contains { $0.contains("its attachment \(uuid(4)).png is not described") })
  }

  @Test func `an attachment of a failure that nothing explains is skipped by name`() throws {
    let more = [
      attachment(3, "kXCTAttachmentLegacyScreenImageData", 1), attachment(4, "Login screen", 2),
      attachment(5, "calendar", 3, isFailure: false),
    ]
    try write([
      test("LoginTests/testA()", failure(1) + more), test("LoginTests/testC()", []),
    ])
    let found = try open()
    #expect(found.ids == ["LoginTests/testA"])
    #expect(found.skipped.count == 1)
    #expect(found.skipped[0].hasPrefix("LoginTests/testA(): its attachment Login screen belongs"))
  }

  @Test func `a failure whose picture is not in the export is skipped`() throws {
    try write([
      test("LoginTests/testA()", failure(1)), test("LoginTests/testB()", failure(3)),
    ])
    scene.folder.remove("out/\(uuid(4)).png")
    let found = try open()
    #expect(found.ids == ["LoginTests/testA"])
    #expect(found.skipped.map { $0.contains("\(uuid(4)).png is not in the export") } == [true])
  }

  @Test func `pictures that the list does not name are skipped, other files are not`() throws {
    try write([test("LoginTests/testA()", failure(1))])
    _ = failure(3)
    #expect(
      try open().skipped.map { $0.contains("2 files that manifest.json does not name") } == [true])
    scene.folder.write("out/web/manifest.json", #"{"name": "App", "icons": []}"#)
    scene.folder.write("out/web/icon.png", picture(3, 3, 3))
    #expect(try open().skipped.count == 1)
  }

  @Test func `cases are called by test and device, whatever the files are called`() throws {
    for start in [1, 100] {
      scene.folder.folder("out")
      scene.folder.remove("out")
      let devices = ["Clone 2 of iPhone", "Clone 1 of iPhone"].enumerated().flatMap {
        failure(start + 10 * $0, device: $1)
      }
      try write([test("LoginTests/testA()", devices)])
      #expect(
        try open().ids == [
          "LoginTests/testA, Clone 1 of iPhone", "LoginTests/testA, Clone 2 of iPhone",
        ])
    }
  }

  @Test(arguments: ["out", "out/iPhone 16/LoginTests/testA()"])
  func `what other programs have exported is joined by its copy, which is never written`(
    _ place: String
  ) throws {
    let baseline = "Tests/__Snapshots__/LoginTests/testA.1.png"
    // Another device's copy shows the same, and is no baseline either.
    for (name, grey) in [("reference", 10), ("failure", 90), ("difference", 80)] {
      scene.folder.write("\(place)/\(name)_0_\(uuid(1)).png", picture(3, 3, grey))
      scene.folder.write("other/\(name)_0_\(uuid(2)).png", picture(3, 3, grey))
    }
    let catalog = try scene.open("out")
    #expect(catalog.cases.map { scene.folder.short($0.baseline?.path) } == [baseline])
    #expect(catalog.cases[0].name == (place == "out" ? "failure_0_\(uuid(1))" : "testA"))
    let written = try scene.accepted(catalog)
    #expect(written.keys.filter { $0.hasSuffix(".png") && !$0.contains(".snapreview") }.count == 1)
    #expect(scene.folder.bytes(baseline) == picture(3, 3, 90))
  }

  @Test func `of differences that are black in the same places that of the right colours counts`()
    throws
  {
    func dotted(_ grey: Int, _ dot: Int) -> [UInt8] {
      var samples = [Int](repeating: grey, count: 9)
      samples[4] = dot
      return PNGWriter(width: 3, height: 3, depth: 8, colourType: 0, samples: samples).file()
    }
    for (number, grey) in [20, 40].enumerated() {
      scene.folder.write("Tests/__Snapshots__/F/test\(number).1.png", rgba(3, 3, grey))
      let end = number == 0 ? "" : "-2k9x"
      scene.folder.write("out/reference\(end).png", picture(3, 3, grey))
      scene.folder.write("out/failure\(end).png", dotted(grey, 90))
      scene.folder.write("out/difference\(end).png", dotted(0, 90 - grey))
    }
    let cases = try scene.open("out").cases
    #expect(
      cases.map { scene.folder.short($0.baseline?.path) }
        == ["Tests/__Snapshots__/F/test0.1.png", "Tests/__Snapshots__/F/test1.1.png"])
    #expect(
      cases.map { scene.folder.short($0.difference) }
        == ["out/difference.png", "out/difference-2k9x.png"])
  }
}

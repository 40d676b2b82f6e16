import Catalog
import Foundation
import Host
import TestSupport
import Testing

/// The exports of Xcode's result bundles, and of `swift test --attachments-path`.
struct XcodeExportTests {
  @Test func `a result bundle says the command that exports it`() throws {
    let scene = Scene()
    scene.folder.write("Test.xcresult/Data/data.0~x", "zst")
    scene.folder.write("Test.xcresult/Info.plist", "<plist/>")
    let error = #expect(throws: CatalogError.self) { try scene.open("Test.xcresult") }
    let command = "xcrun xcresulttool export attachments --path \(scene.folder["Test.xcresult"])"
    #expect(error?.description.contains(command) == true)
  }

  /// Opens a bundle and the project around it with a script in the place of Xcode's tool.
  private func open(_ scene: Scene, by script: String) throws -> Catalog {
    scene.folder.write("Test.xcresult/Info.plist", "<plist/>")
    let tool = scene.folder.write("xcrun", "#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    var options = scene.folder.options(references: [scene.folder["Tests"]])
    options.resultTool = tool
    return try Catalog(paths: [scene.folder["Test.xcresult"]], options: options)
  }

  @Test func `where Xcode is, its tool exports a bundle, and the failures in it are opened`() throws
  {
    let scene = scene()
    scene.folder.write("exported/1.png", picture(3, 3, 10))
    scene.folder.write("exported/2.png", picture(3, 3, 90))
    let names = [("1.png", "reference_0"), ("2.png", "failure_0")]
    scene.folder.write(
      "exported/manifest.json",
      manifest(names.map { ($0, "\($1)_\(uuid)1.png", 1) }))
    let catalog = try open(
      scene,
      by: """
        test "$1 $2 $3 $4 $6" = "xcresulttool export attachments --path --output-path" || exit 9
        test -f "$5/Info.plist" && cp -R '\(scene.folder["exported"])' "$7"
        """)
    let snapshot = try #require(catalog.cases.first)
    #expect(catalog.cases.count == 1)
    #expect(snapshot.id == "LoginTests/testDark")
    #expect(
      scene.folder.short(snapshot.baseline?.path) == "Tests/__Snapshots__/LoginTests/testDark.1.png"
    )
    #expect(snapshot.failures.hasPrefix(scene.folder.stateFolder.path + "/archives/"))
    #expect(try scene.accepted(catalog).count == 1)
  }

  @Test func `what the tool complains of is said, and nothing is left of it`() throws {
    let scene = scene()
    let error = #expect(throws: CatalogError.self) {
      try open(scene, by: "mkdir \"$7\"; echo 'Error: the bundle is from the future' >&2; exit 64")
    }
    let text = error?.description ?? ""
    #expect(text.contains("Test.xcresult: Xcode's tool does not export"), "\(text)")
    #expect(text.contains("the bundle is from the future. Nothing was opened."), "\(text)")
    #expect(!scene.folder.everything().keys.contains { $0.contains("/archives/") })
  }

  private let uuid = "74892A27-0000-4000-8000-00000000000"

  private func manifest(_ attachments: [(file: String, name: String, time: Int)]) -> String {
    let list = attachments.map {
      """
      {"exportedFileName":"\($0.file)","suggestedHumanReadableName":"\($0.name)",
       "isAssociatedWithFailure":true,"configurationName":"c","deviceName":"iPhone",
       "deviceId":"1","timestamp":\($0.time)}
      """
    }
    return "[{\"testIdentifier\":\"LoginTests/testDark()\",\"attachments\":["
      + list.joined(separator: ",") + "]}]"
  }

  private func scene() -> Scene {
    let scene = Scene()
    for (number, grey) in [10, 20].enumerated() {
      let file = "Tests/__Snapshots__/LoginTests/testDark.\(number + 1).png"
      scene.folder.write(file, rgba(3, 3, grey))
    }
    return scene
  }

  /// Two failures of one test, whose attachments share their names.
  private func check(
    _ scene: Scene, _ files: [(file: String, name: String, time: Int)],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    for (index, file) in files.enumerated() {
      let isReference = file.name.lowercased().contains("reference")
      let isSecond = index >= 3
      // Encoded otherwise than the file on disk: only the pixels are the same.
      scene.folder.write(
        "out/\(file.file)", isReference ? picture(3, 3, isSecond ? 20 : 10) : picture(3, 3, index))
    }
    scene.folder.write("out/manifest.json", manifest(files))
    let found = try scene.open("out").cases
    #expect(found.map(\.layout.rawValue) == ["xcode", "xcode"], sourceLocation: location)
    #expect(found.map(\.id) == ["LoginTests/testDark", "LoginTests/testDark 2"])
    #expect(
      found.map { scene.folder.short($0.baseline?.path) } == [
        "Tests/__Snapshots__/LoginTests/testDark.1.png",
        "Tests/__Snapshots__/LoginTests/testDark.2.png",
      ], sourceLocation: location)
    #expect(found.allSatisfy { $0.obstacle == nil })
    #expect(try scene.accepted(try scene.open("out")).count == 2)
  }

  @Test func `AFSnapshotTesting's attachments complete the case of its difference, approximately`()
    throws
  {
    let scene = Scene([
      "App/LoginTests/testDark.png": "old", "App/Difference/LoginTests/testDark.diff.png": "d",
      "App/LoginTests/testOther.png": "old", "App/Difference/LoginTests/testOther.diff.png": "d",
    ])
    let names = [
      "Screenshot mismatch diff", "Screenshot actual (capture)", "Screenshot reference (original)",
    ]
    for index in names.indices {
      scene.folder.write("out/\(index).jpeg", [0xFF, 0xD8, 0xFF, UInt8(index)])
    }
    scene.folder.write(
      "out/manifest.json",
      manifest(names.enumerated().map { ("\($0).jpeg", "\($1)_\($0)_\(uuid)1.jpeg", $0) }))
    let found = try Catalog(paths: [scene.folder["App/Difference"], scene.folder["out"]]).cases
    #expect(found.map(\.id) == ["LoginTests/testDark", "LoginTests/testOther"])
    #expect(found.map { scene.folder.short($0.actual) } == ["out/1.jpeg", nil])
    #expect(found[0].layout == .afsnapshot && !found[0].isMasked)
    #expect(found[0].remarks.contains(.lossy))
    #expect(found[0].obstacle?.contains("lossy picture") == true)
    #expect(found[1].isMasked)
  }

  /// The names that attachments are exported by: with the identifier of their activity and a number,
  /// with identifiers of their own, in whose order they go, or without an ending where they have no
  /// type.
  @Test(arguments: [
    (["reference", "failure", "difference"], ".png"),
    (["Reference Image", "Failed Image", "Diffed Image"], ".png"),
    (["reference.png", "failure.png", "difference.png"], ""),
  ])
  func `attachments are told apart by their names, identifiers and order`(
    _ names: [String], _ ending: String
  ) throws {
    let isShared = names[0] == "reference"
    let files = (1...2).flatMap { number in
      names.enumerated().map { index, name in
        let own = isShared ? "\(uuid)\(number)" : uuid.dropLast() + "\(index)\(number)"
        return (
          file: "\(number)\(index)\(ending)",
          name: "\(name)_\(isShared ? index + 1 : 0)_\(own)\(ending)",
          time: isShared ? number : 10 * number + index
        )
      }
    }
    try check(scene(), files)
  }

  @Test func `AFSnapshotTesting's attachments are lossy, and refused`() throws {
    let scene = scene()
    var files: [(file: String, name: String, time: Int)] = []
    for (index, name) in ["mismatch diff", "actual (capture)", "reference (original)"].enumerated()
    {
      scene.folder.write("out/\(index).jpeg", [0xFF, 0xD8, 0xFF, 0xE0])
      files.append(("\(index).jpeg", "Screenshot \(name)_0_\(uuid)\(index).jpeg", index))
    }
    scene.folder.write("out/manifest.json", manifest(files))
    let only = try scene.open("out").cases
    #expect(only.count == 1 && only.first?.baseline == nil)
    #expect(only.first?.obstacle?.contains("lossy picture") == true)
  }

  @Test(arguments: ["png", ""])
  func `a damaged reference is called damaged, not lossy`(_ ending: String) throws {
    let whole = [UInt8](picture(3, 3, 10))
    var broken = whole
    broken[whole.count / 2] ^= 0x55
    let contents = [[], Array("<html>".utf8), Array(whole.prefix(20)), whole.dropLast(30), broken]
    for bytes in contents {
      let scene = scene()
      let file = ending.isEmpty ? "1" : "1.\(ending)"
      scene.folder.write("out/\(file)", bytes)
      scene.folder.write("out/2.png", picture(3, 3, 90))
      let names = [(file, "reference_0"), ("2.png", "failure_0")]
      scene.folder.write(
        "out/manifest.json", manifest(names.map { ($0, "\($1)_\(uuid)1.png", 1) }))
      let obstacle = try scene.open("out").cases.first?.obstacle ?? ""
      #expect(obstacle.contains("The exported reference is damaged"), "\(obstacle)")
      #expect(!obstacle.contains("lossy"))
    }
  }

  @Test func `two baselines that look alike are told apart by the test's name, else named`() throws
  {
    let scene = scene()
    scene.folder.write("Tests/__Snapshots__/OtherTests/testDark.1.png", rgba(3, 3, 10))
    scene.folder.write("Tests/__Snapshots__/OtherTests/testLight.1.png", rgba(3, 3, 10))
    scene.folder.write("out/r.png", rgba(3, 3, 10))
    scene.folder.write("out/f.png", rgba(3, 3, 5))
    scene.folder.write(
      "out/manifest.json",
      manifest([
        ("r.png", "reference_0_\(uuid)1.png", 1), ("f.png", "failure_0_\(uuid)2.png", 2),
      ]))
    #expect(
      try scene.open("out").cases.map { scene.folder.short($0.baseline?.path) }
        == ["Tests/__Snapshots__/LoginTests/testDark.1.png"])
    scene.folder.remove("Tests/__Snapshots__/LoginTests")
    scene.folder.write("Tests/__Snapshots__/More/testDark.1.png", rgba(3, 3, 10))
    #expect(try scene.open("out").cases[0].obstacle?.contains("baselines could be meant") == true)
  }

  @Test func `a log names the reference that pixels cannot`() throws {
    let scene = scene()
    let log = { (root: String) in
      """
      Test Case '-[AppTests.LoginTests testDark]' started.
      \(root)/Tests/LoginTests.swift:9: error: -[AppTests.LoginTests testDark] : failed - differs
      @\u{2212}
      "file://\(root)/Tests/__Snapshots__/LoginTests/testDark.2.png"
      @+
      "file:///tmp/LoginTests/testDark.2.png"
      """
    }
    scene.folder.write("out/f.png", rgba(3, 3, 5))
    scene.folder.write("out/manifest.json", manifest([("f.png", "failure_0_\(uuid)2.png", 2)]))
    var options = CatalogOptions()
    options.log = scene.folder.write("build.log", log(scene.folder.path))
    let found = try Catalog(paths: [scene.folder["out"]], options: options).cases
    #expect(
      found.map { scene.folder.short($0.baseline?.path) }
        == ["Tests/__Snapshots__/LoginTests/testDark.2.png"])
    scene.folder.write("build.log", log("/Users/ci"))
    let elsewhere = try Catalog(paths: [scene.folder["out"]], options: options).cases
    #expect(elsewhere.first?.baseline == nil && elsewhere.first?.obstacle != nil)
  }

  @Test func `a manifest cannot name a file elsewhere`() throws {
    let scene = scene()
    scene.folder.write("secret.png", rgba(3, 3, 5))
    scene.folder.write("out/a.png", rgba(3, 3, 10))
    scene.folder.write(
      "out/manifest.json",
      manifest([
        ("a.png", "reference_0_\(uuid)1.png", 1), ("../secret.png", "failure_0_\(uuid)2.png", 2),
      ]))
    #expect(throws: CatalogError.self) { _ = try scene.open("out") }
  }

  @Test func `what swift test has written is joined by the reference's pixels, if it is one`()
    throws
  {
    let scene = scene()
    scene.folder.write("out/reference.png", picture(3, 3, 20))
    scene.folder.write("out/failure.png", picture(3, 3, 5))
    scene.folder.write("out/difference.png", picture(3, 3, 15))
    try scene.check(
      "out",
      [
        "out/failure": Triple(
          "attachments", "Tests/__Snapshots__/LoginTests/testDark.2.png", "out/failure.png",
          "out/difference.png")
      ])
  }

  /// Grey but for one pixel.
  private func dotted(_ grey: Int, _ index: Int, _ dot: Int) -> [UInt8] {
    var samples = [Int](repeating: grey, count: 9)
    samples[index] = dot
    return PNGWriter(width: 3, height: 3, depth: 8, colourType: 0, samples: samples).file()
  }

  @Test func `of several the drawn differences say which belong together, else nothing does`()
    throws
  {
    let scene = scene()
    scene.folder.write("out/reference.png", picture(3, 3, 20))
    scene.folder.write("out/reference-9z8y.png", picture(3, 3, 10))
    scene.folder.write("out/failure.png", dotted(10, 4, 90))
    scene.folder.write("out/failure-1a2b.png", dotted(20, 2, 90))
    scene.folder.write("out/difference.png", dotted(0, 2, 70))
    scene.folder.write("out/difference-3c4d.png", dotted(0, 4, 80))
    try scene.check(
      "out",
      [
        "out/failure": Triple(
          "attachments", "Tests/__Snapshots__/LoginTests/testDark.1.png", "out/failure.png",
          "out/difference-3c4d.png"),
        "out/failure-1a2b": Triple(
          "attachments", "Tests/__Snapshots__/LoginTests/testDark.2.png",
          "out/failure-1a2b.png", "out/difference.png"),
      ])
    scene.folder.remove("out/difference.png")
    scene.folder.remove("out/difference-3c4d.png")
    let found = try scene.open("out").cases
    #expect(found.count == 2)
    #expect(
      found.allSatisfy { $0.baseline == nil && $0.obstacle?.contains("no difference") == true })
  }
}

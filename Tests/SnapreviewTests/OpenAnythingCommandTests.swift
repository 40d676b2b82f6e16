import Foundation
import PNGCodec
import TestSupport
import Testing

/// Archives, two folders and nothing at all, given to the program.
struct OpenAnythingCommandTests {
  private let folder = TestFolder()

  private func zip() throws -> String {
    let pictures = [("reference_", 0), ("failed_", 3)]
    let entries = try pictures.map { prefix, changes in
      ArchiveWriter.Entry(
        "FailureDiffs/AppTests/\(prefix)a@2x.png",
        .file(try PNG.encode(.plain(8, 8, changes: changes))))
    }
    return folder.write("failures.zip", ArchiveWriter.zip(entries))
  }

  @Test func `what the folders of an archive are called says nothing of what is in them`() throws {
    let blobs = "shots/open/1/blobs/" + String(repeating: "ab", count: 20)
    let entries = try (1...3).flatMap { number in
      try [("reference", 0), ("actual", number)].map { word, changes in
        ArchiveWriter.Entry(
          "\(blobs)/\(number).\(word).png", .file(try PNG.encode(.plain(8, 8, changes: changes))))
      }
    }
    let zip = folder.write("shots.zip", ArchiveWriter.zip(entries))
    for _ in 0..<2 {
      let listed = try Program.run(
        ["list", zip, "--format", "json"], in: folder.path,
        environment: ["XDG_STATE_HOME": state, "XDG_CACHE_HOME": folder["cache"]])
      #expect(listed.numbers("mismatched") == [1, 2, 3])
    }
  }

  private var state: String { folder.top + "/state" }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: folder.path, environment: ["XDG_STATE_HOME": state])
  }

  private var unpacked: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: state + "/snapreview/open")) ?? []
  }

  @Test func `an archive is listed, accepted into the references, and leaves nothing behind`()
    throws
  {
    let zip = try zip()
    let listed = try run("list", zip, "--format", "json")
    #expect(listed.numbers("mismatched") == [3])
    let nothing = try run("undo", zip)
    #expect(nothing.status == 0 && nothing.output == "Nothing to undo.\n" && nothing.errors == "")
    let refused = try run("accept", zip, "--all")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("accepting it needs --references DIR"))
    folder.write("Project/ReferenceImages_64/AppTests/a@2x.png", .plain(8, 8))
    let accepted = try run("accept", zip, "--all", "--references", folder["Project"])
    #expect(accepted.status == 0)
    #expect(accepted.output.contains("Undo with: snapreview undo \(zip) --references"))
    let wanted = try PNG.encode(.plain(8, 8, changes: 3))
    #expect(folder.bytes("Project/ReferenceImages_64/AppTests/a@2x.png") == wanted)
    #expect(try run("check", zip, "--references", folder["Project"]).status == 0)
    #expect(try run("undo", zip, "--references", folder["Project"]).status == 0)
    #expect(folder.bytes("Project/ReferenceImages_64/AppTests/a@2x.png") != wanted)
    #expect(unpacked == [])
  }

  @Test func `lossy pictures are compared approximately, and never accepted`() throws {
    let pictures = [
      "expected":
        "UklGRj4AAABXRUJQVlA4IDIAAADQAQCdASoIAAgAAMASJaACdLoB+AADsAD+"
        + "98Rf/0Yfww/hh/jB//aln7Us/aln/aYgAA==",
      "actual":
        "UklGRjoAAABXRUJQVlA4IC4AAACQAQCdASoIAAgAAMASJaACdLoAA5gA/vzC"
        + "K//aln/2pZ/9qWf9qWf3NjnFshgA",
    ]
    for (name, text) in pictures {
      folder.write("run/\(name)/menu.webp", Array(Data(base64Encoded: text)!))
    }
    let baseline = folder.bytes("run/expected/menu.webp")
    let only = try #require(try run("list", folder["run"], "--format", "json").cases.first)
    let remarks = only["remarks"] as? [String] ?? []
    let how = LossyPicture.webp.isReadable ? "Compared approximately" : "Compared byte for byte"
    #expect(remarks.contains { $0.hasPrefix(how) })
    if LossyPicture.webp.isReadable {
      #expect(only["estimate"] as? Bool == true)
      #expect(only["verdict"] as? String == "mismatch" && only["mismatched"] as? Int == 64)
    }
    #expect(try run("list", folder["run"]).output.contains(how))
    #expect(try run("check", folder["run"]).status == 1)
    let refused = try run("accept", folder["run"], "--all")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("lossy WebP picture"))
    #expect(folder.bytes("run/expected/menu.webp") == baseline)
    // Equal bytes are equal pictures, whether or not anything here can draw them.
    for file in ["x.expected.webp", "x.actual.webp"] { folder.write("same/\(file)", baseline!) }
    #expect(try run("check", folder["same"]).status == 0)
    let files = ["expected", "actual"].map { folder["same/x.\($0).webp"] }
    #expect(try run("compare", files[0], files[1]).status == 0)
  }

  @Test func `a picture that nothing here reads is accepted where its library keeps such`() throws {
    guard !LossyPicture.jpeg.isReadable else { return }
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]
    folder.write("tests/a.spec.ts-snapshots/x-linux.jpg", jpeg + [1])
    folder.write("test-results/a-x/x-expected.jpg", jpeg + [1])
    folder.write("test-results/a-x/x-actual.jpg", jpeg + [2])
    let results = folder["test-results"]
    #expect(try run("check", results, "--references", folder["tests"]).status == 1)
    #expect(try run("accept", results, "--references", folder["tests"], "--all").status == 0)
    #expect(folder.bytes("tests/a.spec.ts-snapshots/x-linux.jpg") == jpeg + [2])
    #expect(try run("check", results, "--references", folder["tests"]).status == 0)
  }

  @Test func `what a run dropped is removed by accepting, where the references are named`() throws {
    folder.write("run/expected/gone.png", .plain(8, 8))
    folder.folder("run/actual")
    folder.write(
      "run/reg.json",
      """
      {"failedItems":[],"newItems":[],"deletedItems":["gone.png"],"passedItems":[],
       "actualDir":"./actual","expectedDir":"./expected","diffDir":"./diff"}
      """)
    let baseline = folder.bytes("run/expected/gone.png")
    // The report's word alone removes nothing.
    #expect(try self.run("accept", folder["run"], "--all").errors.contains("give --references DIR"))
    #expect(folder.bytes("run/expected/gone.png") == baseline)
    let (run, named) = (folder["run"], folder["run/expected"])
    #expect(
      try self.run("list", run, "--references", named).output
        .contains("accepting removes the baseline"))
    #expect(try self.run("accept", "--all", run, "--references", named).status == 0)
    #expect(folder.bytes("run/expected/gone.png") == nil)
    #expect(try self.run("undo", run).status == 0)
    #expect(folder.bytes("run/expected/gone.png") == baseline)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `what was unpacked goes away when a signal ends the program`(_ signal: Int32) throws {
    // The report waits for someone who reads it.
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let terminal = try PseudoTerminal(
      Program.path, ["check", try zip(), "--output", folder["pipe"]],
      environment: ["TERM": "xterm-256color", "XDG_STATE_HOME": state])
    try terminal.wait("the pictures") { _ in !pictures.isEmpty }
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signal(signal))
    #expect(unpacked == [])
  }

  /// The pictures that were unpacked.
  private var pictures: [String] {
    FileManager.default.enumerator(atPath: state + "/snapreview/open")?
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".png") } ?? []
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `and when it ends the screen`(_ signal: Int32) throws {
    let terminal = try PseudoTerminal(
      Program.path, [try zip()],
      environment: ["TERM": "xterm-256color", "XDG_STATE_HOME": state])
    try terminal.wait("the first frame") { $0.text.contains("a@2x") }
    #expect(unpacked.count == 1)
    terminal.signal(signal)
    _ = try terminal.waitForExit()
    #expect(unpacked == [])
  }

  @Test func `two folders are compared file by file, and accepting copies into the first`() throws {
    for (name, changes) in [("same", 0), ("changed", 4), ("only", 1)] {
      folder.write("left/sub/\(name).png", .plain(8, 8))
      guard name != "only" else { continue }
      folder.write("right/sub/\(name).png", .plain(8, 8, changes: changes))
    }
    folder.write("right/new.png", .plain(8, 8, changes: 9))
    let listed = try run("list", "left", "right", "--format", "json")
    #expect(listed.texts("id") == ["right/new", "sub/changed", "sub/only", "sub/same"])
    #expect(listed.texts("layout") == Array(repeating: "pair", count: 4))
    #expect(listed.summary["failing"] == 3)
    let accepted = try run("accept", "left", "right", "--all")
    #expect(accepted.status == 0, "\(accepted.errors)")
    for name in ["sub/same", "sub/changed", "new"] {
      #expect(folder.bytes("left/\(name).png") == folder.bytes("right/\(name).png"))
    }
    #expect(!folder.exists("left/sub/only.png"))
    #expect(try run("undo", "right", "--references", "left").status == 0)
    #expect(folder.exists("left/sub/only.png"))
    #expect(!folder.exists("left/new.png"))
  }

  @Test func `with nothing named what failed in the working folder is opened`() throws {
    let nothing = try run("list")
    #expect(nothing.status == 2)
    #expect(nothing.errors.contains("snapreview FOLDER"))
    folder.addFailure("testA")
    #expect(try run("list", "--format", "json").cases.count == 1)
    #expect(try run().output.contains("snapreview accept . --filter"))
    folder.folder("web/test-results")
    folder.write("Other/FailureDiffs/B/reference_x@2x.png", .plain(8, 8))
    folder.write("Other/FailureDiffs/B/failed_x@2x.png", .plain(8, 8, changes: 2))
    let both = try run("list", "--format", "json")
    #expect(both.cases.count == 2, "folders of one library are one kind")
    #expect(try run("accept", "--all").status == 2)
  }

  @Test func `a folder of failures is found by what it holds, whatever it is called`() throws {
    folder.write("Tests/__Snapshots__/MenuTests/testMenu.1.png", .plain(8, 8))
    folder.write("Artifacts/MenuTests/testMenu.1.png", .plain(8, 8, changes: 3))
    let (named, alone) = (
      try run("list", ".", "--format", "json"), try run("list", "--format", "json")
    )
    #expect(alone.status == 1 && alone.cases.count == 1)
    #expect(alone.output == named.output)
  }

  @Test func `of several kinds of failures each is listed with its count, age and command`() throws
  {
    folder.addFailure("testA")
    for (word, changes) in [("reference", 0), ("actual", 2), ("diff", 1)] {
      folder.write("out/\(word)/menu.png", .plain(8, 8, changes: changes))
      folder.write("out/\(word)/home.png", .plain(8, 8, changes: changes))
    }
    for name in ["menu", "home"] { folder.age("out/actual/\(name).png", -3 * 3600 - 60) }
    let several = try run("list")
    #expect(several.status == 2 && several.output == "")
    let lines = several.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0].hasSuffix("2 kinds of failures. Open one of them:"))
    #expect(
      lines[1].hasPrefix(
        "   1 case   just now      iOSSnapshotTestCase   snapreview list FailureDiffs"))
    #expect(lines[2] == "  2 cases   3 hours ago   words in names        snapreview list out")
    #expect(try run("list", "out", "--format", "json").cases.count == 2)
    #expect(try run("list", "--layout", "uber", "--format", "json").cases.count == 1)
  }

  @Test func `the environment names folders elsewhere, and dependencies are left out`() throws {
    let other = TestFolder()
    other.addFailure("testB")
    folder.write("Pods/X/FailureDiffs/B/reference_x@2x.png", .plain(8, 8))
    folder.write("Pods/X/FailureDiffs/B/failed_x@2x.png", .plain(8, 8, changes: 2))
    let result = try Program.run(
      ["list", "--format", "json"], in: folder.path,
      environment: ["XDG_STATE_HOME": state, "IMAGE_DIFF_DIR": other.failures])
    #expect(result.texts("id") == ["AppTests/testB"])
  }

  @Test func `a pair by words counts where its folder was named`() throws {
    folder.write("icons/logo.png", .plain(8, 8))
    folder.write("icons/logo-new.png", .plain(8, 8, changes: 2))
    #expect(try run("list").status == 2)
    let named = try run("list", "icons")
    #expect(named.status == 1)
    #expect(named.errors.contains("1 case recognised by words in file names"))
    let accepted = try run("accept", "icons")
    #expect(accepted.status == 0)
    #expect(folder.bytes("icons/logo.png") == folder.bytes("icons/logo-new.png"))
    #expect(try run("undo", "icons").status == 0)
    #expect(folder.bytes("icons/logo.png") != folder.bytes("icons/logo-new.png"))
  }
}

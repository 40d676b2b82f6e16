import Foundation
import PNGCodec
import TestSupport
import Testing

/// Skipped files are reported and fail the check, whatever they are.
struct SkippedTests {
  private let scratch = TestFolder()

  /// A folder whose one case matches, beside what is passed over.
  private func passing() {
    scratch.write("Tests/__Snapshots__/F/test.1.png", .plain(8, 8))
    scratch.write("Artifacts/F/test.1.png", .plain(8, 8))
    // Equal files prove nothing of this library, a decision does.
    _ = try? Program.run("accept", scratch.path, "--all")
    scratch.link("Artifacts/F/test.2.png", to: scratch["gone.png"])
  }

  private var why: String { "a link to a file that is not there. Remove it, or put the file back." }
  private var sentence: String { "\(scratch["Artifacts/F/test.2.png"]): \(why)" }

  @Test func `a check fails, and passes where that is allowed`() throws {
    passing()
    let check = try Program.run("check", scratch.path)
    #expect(check.status == 1)
    #expect(check.output.contains("1 skipped, which fails the check."))
    #expect(check.output.contains(sentence) && check.output.contains("give --allow-skipped"))
    let allowed = try Program.run("check", scratch.path, "--allow-skipped")
    #expect(allowed.status == 0)
    #expect(allowed.output.contains("1 skipped."))
    #expect(allowed.output.contains(sentence) && !allowed.output.contains("--allow-skipped"))
  }

  @Test(arguments: ["text", "json", "junit", "markdown", "html", "github"])
  func `every report says it`(_ format: String) throws {
    passing()
    for flags in [[], ["--allow-skipped"]] {
      let check = try Program.run(["check", scratch.path, "--format", format] + flags)
      #expect(check.status == (flags.isEmpty ? 1 : 0))
      #expect(check.output.contains("a link to a file that is not there"), "\(flags)")
      #expect(check.output.contains("F/test.2.png"))
    }
  }

  @Test func `in JSON it stands beside the cases, by its path`() throws {
    passing()
    for command in ["list", "check"] {
      let result = try Program.run(command, scratch.path, "--format", "json")
      let skipped = result.json["skipped"] as? [[String: String]]
      #expect(skipped == [["path": scratch["Artifacts/F/test.2.png"], "reason": why]])
      #expect(result.summary["skipped"] == 1)
    }
  }

  @Test func `JUnit counts it as an error, and where it is allowed as a skipped test`() throws {
    passing()
    let red = try Program.run("check", scratch.path, "--format", "junit").output
    #expect(red.contains("<testsuites name=\"snapreview\" tests=\"2\" failures=\"0\" errors=\"1\""))
    let green = try Program.run("check", scratch.path, "--format", "junit", "--allow-skipped")
    #expect(green.output.contains("errors=\"0\"") && green.output.contains("<skipped/>"))
  }

  @Test func `a folder without a case is not empty where something was passed over`() throws {
    scratch.folder("Artifacts/F")
    scratch.link("Artifacts/F/test.2.png", to: scratch["gone.png"])
    let folder = scratch["Artifacts"]
    #expect(try Program.run("check", folder, "--allow-empty").status == 1)
    #expect(try Program.run("check", folder, "--allow-empty", "--allow-skipped").status == 0)
    #expect(try Program.run("check", folder).errors.contains("a link to a file that is not there"))
  }

  @Test func `a path that gives nothing beside a good one fails, and is named`() throws {
    for name in ["reference", "actual"] { scratch.write("good/a.\(name).png", .plain(8, 8)) }
    scratch.folder("empty")
    scratch.write("unknown/shot.png", .plain(8, 8))
    for (other, flag) in [("empty", "--allow-empty"), ("unknown", "--allow-skipped")] {
      for paths in [["good", other], [other, "good"]] {
        let given = paths.map { scratch[$0] }
        let check = try Program.run(["check"] + given)
        #expect(check.status == 1 && check.output.contains(scratch[other]), "\(paths)")
        #expect(check.output.contains("give \(flag)"))
        #expect(try Program.run(["check"] + given + [flag]).status == 0, "\(paths)")
      }
    }
  }

  @Test func `a file that gives nothing is named, though its folder holds the good one`() throws {
    for name in ["reference", "actual"] { scratch.write("good/a.\(name).png", .plain(8, 8)) }
    scratch.write("stray.png", .plain(8, 8))
    scratch.write("note.png", "no picture")
    for file in ["stray.png", "note.png"] {
      let check = try Program.run("check", scratch["good"], scratch[file])
      #expect(check.status == 1 && check.output.contains(scratch[file]), "\(check.output)")
    }
    // What belongs to a case of the folder is looked at with it.
    #expect(try Program.run("check", scratch["good"], scratch["good/a.actual.png"]).status == 0)
  }

  @Test func `an archive that gives nothing is called by its own name`() throws {
    for name in ["reference", "actual"] { scratch.write("good/a.\(name).png", .plain(8, 8)) }
    scratch.write("empty.zip", ArchiveWriter.zip([]))
    let check = try Program.run("check", scratch["good"], scratch["empty.zip"])
    #expect(
      check.status == 1 && check.output.contains("empty.zip: nothing in it"), "\(check.output)")
  }

  @Test func `a path that gives nothing is named beside one whose snapshots all passed`() throws {
    scratch.write("shots/baseline/a.png", .plain(8, 8))
    scratch.write("shots/actual/a.png", .plain(8, 8))
    scratch.folder("empty")
    let pictures = try PNG.encode(.plain(8, 8))
    scratch.write("unknown/one.png", .plain(8, 8))
    scratch.write("unknown.zip", ArchiveWriter.zip([.init("one.png", .file(pictures))]))
    #expect(try Program.run("check", scratch["shots"]).status == 0)
    for other in ["empty", "unknown", "unknown.zip"] {
      let check = try Program.run("check", scratch["shots"], scratch[other])
      #expect(check.status == 1 && check.output.contains("\(scratch[other]): "), "\(check.output)")
    }
  }

  @Test func `an archive in a folder counts for it, and is named if nothing explains it`() throws {
    let picture = try PNG.encode(.plain(8, 8))
    for name in ["reference", "actual"] { scratch.write("good/a.\(name).png", .plain(8, 8)) }
    let pair = ["reference", "actual"].map {
      ArchiveWriter.Entry("b.\($0).png", .file(picture))
    }
    scratch.write("outer/x/outputs.zip", ArchiveWriter.zip(pair))
    #expect(try Program.run("check", scratch["good"], scratch["outer"]).status == 0)
    scratch.write("good/x/outputs.zip", ArchiveWriter.zip([.init("b.png", .file(picture))]))
    let check = try Program.run("check", scratch["good"])
    #expect(check.status == 1 && check.output.contains("outputs.zip: no failed"), "\(check.output)")
    scratch.write("good/x/outputs.zip", ArchiveWriter.zip([.init("b.txt", .file([65]))]))
    #expect(try Program.run("check", scratch["good"]).status == 0)
  }

  @Test(arguments: [
    ["Run.xcresult/Info.plist"], ["a/Run.xcresult/Data/data.0~x"], ["Info.plist", "Data/refs.0~x"],
  ])
  func `a result bundle in an archive is named, beside a good case too`(_ names: [String]) throws {
    let picture = try PNG.encode(.plain(8, 8))
    let bundle = names.map { ArchiveWriter.Entry($0, .file([65])) }
    let pair = ["reference", "actual"].map {
      ArchiveWriter.Entry("good/a.\($0).png", .file(picture))
    }
    for (form, entries) in [("alone", bundle), ("beside", pair + bundle)] {
      scratch.write("run.zip", ArchiveWriter.zip(entries))
      let check = try Program.run("check", scratch["run.zip"], "--allow-empty")
      #expect(check.status == 1, "\(form): \(check.output)")
      #expect(check.output.contains("a result bundle of Xcode"), "\(form): \(check.output)")
    }
  }

  @Test func `what is skipped in an archive is called by the archive`() throws {
    let picture = try PNG.encode(.plain(8, 8))
    let files = ["a.reference.png", "a.actual.png", "x/late.7z"].map {
      ArchiveWriter.Entry($0, .file(picture))
    }
    scratch.write("run.zip", ArchiveWriter.zip(files))
    let path = scratch["run.zip"]
    let check = try Program.run("check", path)
    #expect(check.status == 1 && check.output.contains("  \(path), x/late.7z: an archive"))
    #expect(!check.output.contains("/archives/"), "\(check.output)")
  }

  @Test func `a result bundle beside failures of another tool is named`() throws {
    for name in ["reference", "actual"] { scratch.write("out/a.\(name).png", .plain(8, 8)) }
    scratch.write("out/App.xcresult/Info.plist", "<plist/>")
    let check = try Program.run("check", scratch["out"])
    #expect(check.status == 1 && check.output.contains("App.xcresult: a result bundle"))
  }

  @Test func `a result bundle that nothing reads is never as good as empty`() throws {
    scratch.write("out/a/App.xcresult/Info.plist", "<plist/>")
    let check = try Program.run("check", scratch["out"], "--allow-empty")
    #expect(check.status == 2 && check.errors.contains("App.xcresult: a result bundle"))
  }

  @Test(arguments: ["pointfree", "words"])
  func `what differs in the low byte of 16 bits is said, and no pixel is called equal`(
    _ layout: String
  ) throws {
    var picture = PNGWriter.random(6, depth: 16)
    for index in picture.samples.indices {
      picture.samples[index] = picture.samples[index] >> 8 * 257
    }
    let old = picture.file()
    for index in 0..<8 { picture.samples[index] ^= 1 }
    let names =
      layout == "words"
      ? ["T/x.expected.png", "T/x.actual.png"]
      : ["Tests/__Snapshots__/T/x.1.png", "Artifacts/T/x.1.png"]
    scratch.write(names[0], old)
    scratch.write(names[1], picture.file())
    let words = "2 pixels differ in the low byte of 16 bits alone, which "
    for arguments in [["list", scratch.path], ["compare", scratch[names[0]], scratch[names[1]]]] {
      let result = try Program.run(arguments)
      #expect(result.output.contains(words), "\(arguments[0]): \(result.output)\(result.errors)")
    }
    let exact = try Program.run(
      "compare", scratch[names[0]], scratch[names[1]], "--strategy", "uber")
    #expect(exact.status == 1)
  }

  @Test func `an empty folder by the name of a picture fails`() throws {
    for name in ["reference", "actual"] { scratch.write("good/a.\(name).png", .plain(8, 8)) }
    #expect(try Program.run("check", scratch["good"]).status == 0)
    scratch.folder("good/b.actual.png")
    let check = try Program.run("check", scratch["good"])
    #expect(check.status == 1 && check.output.contains("b.actual.png"))
  }

  @Test func `commands that decide say it beside`() throws {
    passing()
    let accept = try Program.run("accept", scratch.path, "--all", "--dry-run")
    #expect(accept.errors.contains(sentence))
  }
}

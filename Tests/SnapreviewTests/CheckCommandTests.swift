import Foundation
import Pixels
import TestSupport
import Testing

struct CheckCommandTests {
  private let scratch = TestFolder()

  @Test func `a match that the failing run may have recorded is no pass until it is accepted`()
    throws
  {
    scratch.addPointfreeFailure("test.1")
    scratch.write("Tests/__Snapshots__/F/test.1.png", .plain(8, 8, changes: 3))
    let check = try Program.run("check", scratch.path)
    #expect(check.status == 1)
    #expect(
      check.errors
        == "snapreview: 1 case matches because the baseline equals the failure's actual byte for "
        + "byte: it was written after the comparison failed, perhaps by the failing run itself "
        + "(record: .failed): F/test.1. Compare with what is in Git.\n")
    let list = try Program.run("list", scratch.path, "--format", "json")
    #expect(list.status == 1)
    let remarks = list.cases[0]["remarks"] as? [String]
    #expect(remarks?.count == 1 && remarks?[0].contains("(record: .failed)") == true)
    #expect(try Program.run("accept", scratch.path, "--all").status == 0)
    #expect(try Program.run("check", scratch.path).status == 0)
  }

  @Test func `no such remark on what was accepted here, nor on other matches`() throws {
    scratch.addPointfreeFailure("test.1")
    scratch.addPointfreeFailure("test.2", changes: 1)
    _ = try Program.run("accept", scratch.path, "--filter", "F/test.1")
    let check = try Program.run("check", scratch.path, "--threshold", "1")
    #expect(check.status == 0)
    #expect(check.errors == "")
    scratch.addFailure("testSame", changes: 0)
    #expect(try Program.run("check", scratch.failures).errors == "")
  }

  @Test func `a recorded baseline is remarked on beside iOSSnapshotTestCase's own copies`() throws {
    scratch.addFailure("testDark")
    let actual = try #require(scratch.bytes("FailureDiffs/AppTests/failed_testDark.png"))
    scratch.write("ReferenceImages_64/AppTests/testDark.png", actual)
    let list = try Program.run("list", scratch.failures, "--format", "json")
    #expect(list.status == 1)
    #expect((list.cases[0]["remarks"] as? [String])?.first?.contains("byte for byte") == true)
  }

  @Test func `a folder without failures fails, unless that is allowed`() throws {
    let folder = scratch["Empty"]
    scratch.folder("Empty")
    #expect(try Program.run("check", folder).status == 2)
    let allowed = try Program.run("check", folder, "--allow-empty")
    #expect(allowed.status == 0)
    #expect(allowed.output.hasPrefix("Nothing to check. \(folder): an empty folder."))
    let json = try Program.run("check", folder, "--allow-empty", "--format", "json")
    #expect(json.status == 0)
    #expect(json.summary["total"] == 0 && json.json["schema"] as? Int == 1)
    #expect(try Program.run("check", scratch["gone"], "--allow-empty").status == 0)
    #expect(try Program.run("check", scratch["gone"]).status == 3)
    #expect(try Program.run("check", scratch["gone.zip"], "--allow-empty").status == 3)
    scratch.write("Empty/diff/F/test.1.png", .plain(2, 2))
    #expect(
      try Program.run("check", folder, "--allow-empty").status == 2, "differences mean failures")
    scratch.addPointfreeFailure("test.1")
    #expect(try Program.run("check", scratch.path, "--allow-empty").status == 1)
    #expect(try Program.run("check", scratch["gone"], scratch.path, "--allow-empty").status == 1)
  }

  @Test(arguments: ["Snapshots", "App/Reference Images", "Baselines"])
  func `of a folder that holds just baselines nothing failed`(folder: String) throws {
    for number in 1...3 {
      scratch.write("\(folder)/ChartTests/test-iPhone.\(number).png", .plain(4, 4))
    }
    let check = try Program.run("check", scratch.path)
    #expect(check.status == 2)
    #expect(check.errors.contains("nothing failed"), "\(check.errors)")
    #expect(try Program.run("check", scratch.path, "--allow-empty").status == 0)
    // A failure is a case even without its reference.
    scratch.write("Artifacts/ChartTests/testOther.1.png", .plain(4, 4))
    #expect(try Program.run("check", scratch.path, "--allow-empty").status == 1)
  }

  @Test func `what the test itself has failed never passes by a default`() throws {
    let place = "test-results/home-menu-chromium"
    let picture = { (level: UInt8) in
      PixelImage(
        width: 8, height: 8, pixels: .init(repeating: Pixel(level, level, level, 255), count: 64))
    }
    for path in [
      "tests/home.spec.ts-snapshots/menu-chromium-linux.png", "\(place)/menu-expected.png",
    ] {
      scratch.write(path, picture(100))
    }
    scratch.write("\(place)/menu-actual.png", picture(104))
    // Without the library's word the default settings are all there is.
    #expect(try Program.run("check", scratch.path).status == 0)
    scratch.write("\(place)/menu-diff.png", picture(250))
    let check = try Program.run("check", scratch.path)
    #expect(check.status == 1)
    #expect(
      check.output.contains(
        "Playwright itself says that this failed, but it passes by its defaults"),
      "\(check.output)")
    let list = try Program.run("list", scratch.path, "--format", "json")
    #expect(list.cases[0]["verdict"] as? String == "mismatch")
    #expect(try Program.run("check", scratch.path, "--yiq-threshold", "0.001").status == 1)
    #expect(try Program.run("check", scratch.path, "--yiq-threshold", "0.3").status == 0)
    // A checkout makes the baseline younger than the difference, and changes nothing.
    scratch.age("\(place)/menu-diff.png", -3600)
    #expect(try Program.run("check", scratch.path).status == 1)
  }

  @Test func `each case says where it is written and what stands in the way`() throws {
    scratch.addPointfreeFailure("test.1")
    scratch.write("Artifacts/F/test.2.png", "version https://git-lfs.github.com/spec/v1\n")
    scratch.write("Tests/__Snapshots__/F/test.2.png", .plain(8, 8))
    let result = try Program.run("list", scratch.path, "--format", "json")
    #expect(result.json["schema"] as? Int == 1)
    #expect(result.cases[0]["baseline"] as? String == scratch["Tests/__Snapshots__/F/test.1.png"])
    for key in ["note", "difference", "obstacle"] { #expect(result.cases[0][key] is NSNull) }
    #expect(result.cases[0]["remarks"] as? [String] == [])
    #expect((result.cases[1]["obstacle"] as? String)?.contains("Git LFS pointer") == true)
  }

  @Test func `rules are found from the references, or named`() throws {
    scratch.addPointfreeFailure("test.1")
    scratch.write("project/.git/HEAD", "")
    scratch.write("project/.snapreview.toml", "[default]\nthreshold = 3\n")
    scratch.write("project/T/__Snapshots__/F/test.1.png", .plain(8, 8))
    let artifacts = scratch["Artifacts"]
    let references = scratch["project/T"]
    #expect(try Program.run("check", artifacts, "--references", references).status == 0)
    scratch.write("strict.toml", "[default]\nthreshold = 2\n")
    let strict = try Program.run(
      "check", artifacts, "--references", references, "--rules", scratch["strict.toml"])
    #expect(strict.status == 1)
    let gone = try Program.run("check", artifacts, "--rules", scratch["gone.toml"])
    #expect(gone.status == 2)
    #expect(gone.errors.contains("gone.toml"))
  }

  @Test func `rules that came with the failures make nothing pass`() throws {
    scratch.addPointfreeFailure("test.1")
    scratch.write("Artifacts/.snapreview.toml", "[default]\nthreshold = 9999\n")
    let result = try Program.run("check", scratch["Artifacts"], "--references", scratch["Tests"])
    #expect(result.status == 1)
    #expect(result.errors.contains("Artifacts/.snapreview.toml is ignored"))
    let taken = try Program.run(
      "check", scratch["Artifacts"], "--references", scratch["Tests"], "--rules",
      scratch["Artifacts/.snapreview.toml"])
    #expect(taken.status == 0)
  }
}

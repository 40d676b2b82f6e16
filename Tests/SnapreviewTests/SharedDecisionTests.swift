import PNGCodec
import TestSupport
import Testing

/// Failures of several devices with one baseline.
struct SharedDecisionTests {
  private let repository = TestRepository()
  private var folder: TestFolder { repository.folder }
  private let baseline = "Tests/__Snapshots__/F/test.1.png"

  init() {
    folder.write(baseline, .plain(8, 8))
    repository.commit()
    for device in ["pad", "phone"] {
      folder.write("out/\(device)/F/test.1.png", .plain(8, 8, changes: 3))
    }
  }

  @Test func `those with the same bytes are accepted together`() throws {
    let accepted = try folder.run("accept", "out", "--all")
    #expect(accepted.status == 0 && accepted.output.contains("2 cases accepted."), "\(accepted)")
    #expect(folder.bytes(baseline) == (try PNG.encode(.plain(8, 8, changes: 3))))
    #expect(try folder.run("undo", "out").status == 0)
    #expect(folder.bytes(baseline) == (try PNG.encode(.plain(8, 8))))
    folder.write("out/phone/F/test.1.png", .plain(8, 8, changes: 5))
    #expect(try folder.run("accept", "out", "--all").status == 1)
    #expect(folder.bytes(baseline) == (try PNG.encode(.plain(8, 8))))
  }

  @Test func `what was accepted for one is not said to be the run's for the other`() throws {
    #expect(try folder.run("accept", "out", "--filter", "pad/*/*").status == 0)
    let listed = try folder.run("list", "out")
    #expect(!listed.output.contains("record"), "\(listed.output)")
    #expect(try folder.run("check", "out").status == 0)
  }

  @Test func `what could not be compared with a pointer is accepted by itself only`() throws {
    folder.write(
      baseline,
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 9\n"
    )
    folder.remove("out/pad")
    let all = try folder.run("accept", "out", "--all")
    #expect(
      all.status == 1 && all.errors.contains("a Git LFS pointer, so nothing was compared"))
    #expect(folder.bytes(baseline)?.starts(with: "version".utf8) == true)
    #expect(try folder.run("accept", "out", "--filter", "F/test.1").status == 0)
    #expect(folder.bytes(baseline) == (try PNG.encode(.plain(8, 8, changes: 3))))
  }
}

import Base
import Foundation
import Host
import PNGCodec
import TestSupport
import Testing

/// Files far larger than memory: refused at once, by name, value and limit, with the rest unharmed.
struct LimitTests {
  private let scratch = TestFolder()

  private static let size = 20_000_000_000
  private static func sentence(_ limit: SizeLimit) -> String { limit.refusal(size)! }

  @Test(arguments: ["list", "check", "accept", "reject", "tolerate"])
  func `a picture of 20 GB is one case that cannot be read`(_ command: String) throws {
    scratch.addFailure("testGood")
    scratch.addFailure("testHuge")
    try write("FailureDiffs/AppTests/failed_testHuge.png")
    let decides = !["list", "check"].contains(command)
    let result = try Program.run(
      [command, scratch.failures] + (decides ? ["--all"] : ["--format", "json"]))
    // The message of a decision is tested elsewhere; here it must end without a signal.
    guard !decides else { return #expect((0...3).contains(result.status), "\(result.errors)") }
    expectUnreadable(result, "failed_testHuge.png: \(Self.sentence(.snapshot))")
  }

  /// Expects that of two cases the second could not be read, for reasons in such words.
  private func expectUnreadable(_ result: Program.Result, _ words: String...) {
    #expect(result.status == 3)
    #expect(result.texts("verdict") == ["mismatch", "unreadable"])
    let sentence = result.cases.last?["error"] as? String ?? ""
    for words in words { #expect(sentence.contains(words), "\(sentence)") }
  }

  @Test(arguments: [true, false])
  func `a pair that takes more than all the memory there is for pictures is one such case`(
    _ isEqual: Bool
  ) throws {
    scratch.addFailure("testGood")
    scratch.addFailure("testHuge")
    let (reference, actual) = (try largeFile(0), try largeFile(isEqual ? 0 : 0x18))
    scratch.write("FailureDiffs/AppTests/reference_testHuge.png", reference)
    scratch.write("FailureDiffs/AppTests/failed_testHuge.png", actual)
    let words = "at most 1,073,741,824 are taken at once"
    let list = try Program.run("list", scratch.failures, "--format", "json")
    expectUnreadable(list, "reference_testHuge.png: too large", words)
    let files = ["reference", "failed"].map {
      scratch["FailureDiffs/AppTests/\($0)_testHuge.png"]
    }
    for flags in [[], ["--strategy", "ssim"], ["--diff-output", scratch["d.png"]]] {
      let pair = try Program.run(["compare"] + files + flags)
      #expect(pair.status == 3 && pair.errors.contains(words), "\(flags)")
      #expect(!scratch.exists("d.png"))
    }
    let shown = try Program.run("show", scratch.failures, "--case", "AppTests/testHuge")
    #expect(shown.status == 3 && shown.errors.contains("too large"))
  }

  /// A file of a few KB that holds 67 million pixels: black, but for some bits of the last row.
  private func largeFile(_ last: UInt8) throws -> [UInt8] {
    let side = 8_200
    var rows = [UInt8](repeating: 0, count: side * (1 + side / 8))
    rows[rows.count - 1] = last
    let packed = try #require(Deflate.zlibStream(rows, level: 1))
    // What says something of colours is planned twice as much memory for.
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", be32(side) + be32(side) + [1, 0, 0, 0, 0]) + chunk("gAMA", be32(45_455))
      + chunk("IDAT", packed) + chunk("IEND", [])
  }

  @Test func `a text of 20 GB is one case that cannot be read`() throws {
    for name in ["good", "huge"] {
      scratch.write("__Snapshots__/AppTests/\(name).1.txt", "one\n")
      scratch.write("failures/AppTests/\(name).1.txt", "two\n")
    }
    try write("failures/AppTests/huge.1.txt")
    let result = try Program.run(
      "list", scratch["failures"], "--references", scratch["__Snapshots__"],
      "--format", "json")
    expectUnreadable(result, "huge.1.txt", Self.sentence(.text))
    let pair = try Program.run(
      "compare", scratch["__Snapshots__/AppTests/huge.1.txt"],
      scratch["failures/AppTests/huge.1.txt"])
    #expect(pair.status == 3)
    #expect(pair.errors.contains(Self.sentence(.text)))
  }

  @Test func `rules of 20 GB are wrong use`() throws {
    scratch.addFailure("testGood")
    try write(".snapreview.toml")
    let result = try Program.run("list", scratch.failures)
    #expect(result.status == 2)
    #expect(result.errors.contains(".snapreview.toml: cannot be read (\(Self.sentence(.rules)))."))
    #expect(result.output == "")
  }

  @Test func `a journal of 20 GB stops the command and is left as it is`() throws {
    scratch.addFailure("testGood")
    scratch.makeRepository()
    try write(".git/snapreview/journal.jsonl")
    for arguments in [["list"], ["accept", "--all"], ["undo"]] {
      let result = try Program.run(arguments + [scratch.failures])
      #expect(result.status == 3, "\(arguments)")
      #expect(result.errors.contains(Self.sentence(.journal)), "\(result.errors)")
    }
    let journal = try FileManager.default.attributesOfItem(
      atPath: scratch[".git/snapreview/journal.jsonl"])
    #expect(journal[.size] as? Int == Self.size)
  }

  // MARK: - What the shell limits

  @Test func `a file that grows beyond the limit is an error, and the baseline is whole`() throws {
    scratch.addPointfreeFailure("testA")
    let baseline = scratch.bytes("Tests/__Snapshots__/F/testA.png")
    let script = "(ulimit -f 0; exec \"$0\" \"$@\") 2>&1 | cat"
    let flags = ["--references", scratch["Tests"]]
    let page = try Program.shell(
      script,
      ["check", scratch["Artifacts"], "--format", "html", "--output", scratch["p.html"]] + flags)
    #expect(page.output.contains("p.html: cannot be written: file too large."))
    let accepted = try Program.shell(script, ["accept", scratch["Artifacts"], "--all"] + flags)
    #expect(accepted.output.contains("file too large"))
    #expect(scratch.bytes("Tests/__Snapshots__/F/testA.png") == baseline)
  }

  @Test(arguments: [4, 8, 12])
  func `too few files that may be open are a sentence`(_ count: Int) throws {
    scratch.addFailure("testGood")
    for words in [["list", scratch.failures], ["list", "--git"], ["list", "--help"]] {
      // Of bash's own file nothing is left after exec.
      let result = try Program.shell("ulimit -n \(count); exec \"$0\" \"$@\"", words)
      #expect(result.status == 3 && result.output == "")
      #expect(result.errors.contains("more files can be open at once, and 24 are needed."))
      #expect(result.errors.contains("ulimit -n 256"))
    }
  }

  #if os(Linux)
    private static let canHideProcesses =
      (try? Program.shell("exec unshare -rm mount -t tmpfs none /proc"))?.status == 0

    @Test(.enabled(if: canHideProcesses)) func `without /proc the arguments are still there`()
      throws
    {
      let result = try Program.shell(
        "exec unshare -rm sh -c 'mount -t tmpfs none /proc && exec \"$0\" --version' \"$0\"")
      #expect(result.status == 0 && result.lines.count == 1, "\(result)")
    }
  #endif

  /// Makes a file that is all hole.
  private func write(_ name: String) throws {
    let path = scratch.write(name, [])
    #expect(truncate(path, off_t(Self.size)) == 0)
  }
}

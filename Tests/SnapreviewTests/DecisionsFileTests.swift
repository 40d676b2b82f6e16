import Foundation
import TestSupport
import Testing

/// A file of decisions, from one checkout to another.
struct DecisionsFileTests {
  private let here = TestFolder.twoFailures()
  private let there = TestFolder.twoFailures()

  private func baseline(_ name: String, in folder: TestFolder) -> [UInt8]? {
    folder.bytes("ReferenceImages_64/AppTests/\(name).png")
  }

  /// Accepts one case, rejects the other, and takes the file of it to the other checkout.
  private func decide() throws {
    for folder in [here, there] { folder.makeRepository() }
    #expect(try here.run("accept", "FailureDiffs", "--filter", "testFirst").status == 0)
    let note = "the title is cut"
    _ = try here.run("reject", "FailureDiffs", "--filter", "testSecond", "--note", note)
    let written = try here.run("decisions", "FailureDiffs", "--output", there["review.json"])
    #expect(written.status == 0 && written.output.hasPrefix("2 decisions written to "))
  }

  private func decisions(in folder: TestFolder) throws -> [String?] {
    try folder.run("list", "FailureDiffs", "--format", "json").texts("decision")
  }

  @Test func `it is shown first, and applied by --all or by case`() throws {
    try decide()
    let old = baseline("testFirst", in: there)
    let shown = try there.run("adopt", "review.json", "FailureDiffs")
    #expect(shown.status == 0 && shown.output.contains("would accept  AppTests/testFirst"))
    #expect(shown.output.contains("would reject  AppTests/testSecond: the title is cut"))
    #expect(baseline("testFirst", in: there) == old)
    #expect(try decisions(in: there) == ["undecided", "undecided"])
    let one = try there.run("adopt", "review.json", "FailureDiffs", "--filter", "testSecond")
    #expect(one.status == 0, "\(one.errors)")
    #expect(try decisions(in: there) == ["undecided", "rejected"])
    let all = try there.run("adopt", "review.json", "FailureDiffs", "--all")
    #expect(all.status == 0, "\(all.errors)")
    #expect(baseline("testFirst", in: there) == baseline("testFirst", in: here))
    #expect(try there.run("undo").status == 0)
    #expect(baseline("testFirst", in: there) == old)
  }

  @Test func `a decision on a case that is not here is told, and a dry run applies none`() throws {
    try decide()
    let text = String(decoding: try #require(there.bytes("review.json")), as: UTF8.self)
    there.write("review.json", text.replacing("AppTests/testFirst", with: "AppTests/testOther"))
    let shown = try there.run("adopt", "review.json", "FailureDiffs", "--all", "--dry-run")
    #expect(shown.output.contains("would reject  AppTests/testSecond"))
    #expect(try decisions(in: there) == ["undecided", "undecided"])
    let result = try there.run("adopt", "review.json", "FailureDiffs", "--all")
    #expect(result.status == 1)
    #expect(result.errors.contains("1 decision of review.json is about no case here; left alone."))
    #expect(try decisions(in: there) == ["undecided", "rejected"])
  }

  @Test(arguments: [
    "FailureDiffs/AppTests/failed_testFirst.png", "FailureDiffs/AppTests/reference_testFirst.png",
  ])
  func `a case that has changed is left alone`(_ file: String) throws {
    try decide()
    there.write(file, .plain(8, 8, changes: 7))
    let old = baseline("testFirst", in: there)
    let result = try there.run("adopt", "review.json", "FailureDiffs", "--all")
    #expect(result.status == 1 && result.errors.contains("left alone: AppTests/testFirst."))
    #expect(baseline("testFirst", in: there) == old)
    #expect(try decisions(in: there) == ["undecided", "rejected"])
  }

  @Test(arguments: [
    ("", "not a file of decisions"), ("{\"schema\":1,\"deci", "not a file of decisions"),
    (String(repeating: "[", count: 100_000), "not a file of decisions"),
    (#"{"schema":7,"decisions":[]}"#, "another version"),
    (#"{"schema":1,"decisions":[{"id":"../../x","decision":"accepted"}]}"#, "about a case here"),
    (
      #"{"schema":1,"decisions":[{"id":"AppTests/testFirst","baseline":"/etc/x","decision":"accepted"}]}"#,
      "about a case here"
    ),
  ])
  func `a bad file is one sentence, and nothing is written`(_ text: String, _ words: String) throws
  {
    there.makeRepository()
    there.write("review.json", text)
    let before = Tree(of: there.path)
    let result = try there.run("adopt", "review.json", "FailureDiffs", "--all")
    #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1 && result.output.isEmpty)
    #expect(Tree(of: there.path) == before)
  }

  @Test func `a file of 200 MB is refused by its size`() throws {
    truncate(there.write("review.json", []), 200 << 20)
    let result = try there.run("adopt", "review.json", "FailureDiffs", "--all")
    #expect(result.status == 2 && result.errors.contains("too large"))
  }
}

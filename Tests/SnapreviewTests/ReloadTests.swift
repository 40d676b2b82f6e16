import Base
import Catalog
import DiffEngine
import Foundation
import Review
import ReviewUI
import TestSupport
import Testing
import snapreview

/// A folder that is read again while one works in it: a place in the list is another case by then.
struct ReloadTests {
  private let scratch = TestFolder()

  init() {
    for name in ["testB", "testC"] { scratch.addFailure(name, changes: 3) }
  }

  private func open() throws -> OfflineReview {
    try OfflineReview(paths: [scratch.failures], size: GridSize(columns: 120, rows: 40))
  }

  private func isAccepted(_ name: String) throws -> Bool {
    let baseline = try #require(scratch.bytes("ReferenceImages_64/AppTests/\(name).png"))
    return baseline == scratch.bytes("FailureDiffs/AppTests/failed_\(name).png")
  }

  private func names(_ review: OfflineReview) -> [String] {
    review.state.items.map(\.snapshot.name)
  }

  @Test func `a key that comes while the folder is read again means the case that was on screen`()
    throws
  {
    let review = try open()
    review.type(try KeyScript.parse("l"))
    scratch.addFailure("testA", changes: 5)
    review.type([.function(5)] + (try KeyScript.parse("a")), atOnce: true)
    #expect(names(review).count == 3)
    #expect(try isAccepted("testB"))
    #expect(try !isAccepted("testA"))
    #expect(try !isAccepted("testC"))
    let decided = review.state.items.filter { $0.decision == .accepted }
    #expect(decided.map(\.snapshot.name) == ["testB"])
    review.close()
  }

  @Test func `a rule that is saved after the folder was read again goes to the cases it names`()
    throws
  {
    let review = try open()
    scratch.addFailure("testA", changes: 5)
    review.type([.function(5)])
    review.type(try KeyScript.parse("gg:strategy cluster<enter>w1y"))
    let kinds = review.state.items.map { "\($0.snapshot.name) \($0.rule.kind)" }
    #expect(kinds == ["testA cluster", "testB naive", "testC naive"])
    review.close()
  }

  @Test func `a case that is gone from the folder is not decided`() throws {
    let review = try open()
    scratch.remove("FailureDiffs/AppTests/failed_testB.png")
    review.type(try KeyScript.parse("l"))
    review.type([.function(5)] + (try KeyScript.parse("a")), atOnce: true)
    #expect(try !isAccepted("testC"))
    #expect(review.state.tally.count(.accepted) == 0)
    review.close()
  }

  @Test func `a decision that is still being written when one leaves is written`() throws {
    let terminal = try PseudoTerminal(Program.path, [scratch.failures], columns: 100, rows: 30)
    try terminal.waitUntilMeasured("2 of 2")
    // Of a decision that is closed, the key would ask first.
    try terminal.openDecision()
    terminal.send("aq")
    _ = try terminal.waitForExit()
    #expect(terminal.screen.text.contains("1 accepted"))
    #expect(try isAccepted("testB"))
  }
}

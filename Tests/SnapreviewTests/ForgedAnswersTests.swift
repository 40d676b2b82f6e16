import Base
import Demo
import Foundation
import Host
import Store
import TestSupport
import Testing
import snapreview

/// Measurements that somebody has changed in the cache, under checksums that are right.
struct ForgedAnswersTests {
  private let scratch = TestFolder()

  private func list() throws -> Program.Result {
    try Program.run(
      "list", scratch["demo"], "--by", "cause", "--format", "json", "--boxes",
      environment: ["XDG_CACHE_HOME": scratch["home"]])
  }

  @Test func `they end no run`() async throws {
    try DemoFolder(path: scratch["demo"]).write()
    // Beyond the coarsest clock of a file system: of younger files nothing is kept.
    try await Task.sleep(for: .milliseconds(2_200))
    let measured = try list()
    let name = try #require(FolderNames.all(in: scratch["home/snapreview"]).first)
    let file = "home/snapreview/\(name)"
    let bytes = try #require(scratch.bytes(file))
    let kept = try #require(StoredAnswers(bytes))
    scratch.write(file, kept.sealed { $0 })
    // What git holds is unpacked to another place in every run.
    func text(_ result: Program.Result) -> String {
      result.output.replacing(#/open/[0-9a-f]+/#, with: "open")
    }
    #expect(text(try list()) == text(measured))
    for seed in 0..<40 as Range<UInt64> {
      var forgery = JSONForgery(seed: seed)
      scratch.write(file, kept.sealed { forgery.forged($0) })
      let result = try list()
      #expect((0...3).contains(result.status), "\(seed): \(result.errors)")
    }
  }
}

/// The parts of a file of answers; see `AnswerFile`.
private struct StoredAnswers {
  private var program: [UInt8]
  private var answers: [(key: AnswerFile.Key, bytes: [UInt8])] = []

  /// - Returns: nil without an answer.
  init?(_ bytes: [UInt8]) {
    let words = AnswerFile.head([]).count
    program = Array(bytes[words..<words + 32])
    var place = words + 32
    while place < bytes.count {
      let (start, count) = (place + 32, Int(bytes.number(at: place + 16)))
      answers.append(
        (
          AnswerFile.Key(bytes.number(at: place), bytes.number(at: place + 8)),
          Array(bytes[start..<start + count])
        ))
      place = start + count
    }
    if answers.isEmpty { return nil }
  }

  /// The same file with other answers.
  func sealed(_ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
    answers.reduce(AnswerFile.head(program)) {
      $0 + AnswerFile.record($1.key, change($1.bytes), by: program)
    }
  }
}

import Base
import Foundation
import Host
import Store
import TestSupport
import Testing

/// One of everything that answers are made of.
private struct Answer: Codable, Hashable {
  enum Form: Codable, Hashable {
    case plain
    case sized(Double?, name: String?)
    indirect case inside(Form)
  }
  enum Word: String, Codable { case match, mismatch }

  var number = -70_000
  var large: UInt64 = 999_999_999
  var least = -999_999_999
  var small: Int8 = -128
  var share = 0.1
  var half: Float = 0.5
  var isThere = true
  var text = "naïve"
  var word = Word.mismatch
  var forms = [Form.plain, .sized(nil, name: "a"), .sized(2.5, name: nil), .inside(.plain)]
  var colour = SIMD4<UInt8>(1, 2, 3, 255)
  var cells = [SIMD4<Int8>(-1, 2, -128, 127)]
  var bytes: [UInt8] = [0, 128, 255]
  var nested = [[1.5], [], [2, 3]]
  var none: String?
  var noNumber: Int?
  var noShare: Double?
  var noFlag: Bool?
  var noBytes: [UInt8]?
  var some: String? = "b"
  var someNumber: Int? = 3
  var someShare: Double? = -0.0
  var someFlag: Bool? = false
  var last = 1
}

struct AnswerCacheTests {
  private let scratch = TestFolder()
  private var folder: UserFolder { UserFolder(path: scratch["cache/snapreview"]) }
  private var file: String { "cache/snapreview/a.answers" }

  private func cache(_ program: String = "1") -> AnswerCache {
    AnswerCache(in: folder, name: "a", program: program)
  }

  /// The answer to a question, and whether it had to be made.
  private func ask(
    _ question: String, _ cache: AnswerCache, else made: Answer = Answer()
  ) -> (answer: Answer, isMade: Bool) {
    var isMade = false
    let answer = cache.answer(
      to: Array(question.utf8), isKept: { _ in true },
      make: {
        isMade = true
        return made
      })
    return (answer, isMade)
  }

  private func keep(_ questions: String...) {
    let cache = cache()
    for question in questions { _ = ask(question, cache) }
    cache.save()
  }

  @Test func `an answer comes back whole in the next run`() {
    keep("q")
    let (answer, isMade) = ask("q", cache(), else: Answer(number: 1))
    #expect(!isMade)
    #expect(answer == Answer())
    #expect(ask("other", cache()).isMade)
  }

  @Test func `answers of earlier runs stay beside new ones`() {
    keep("first")
    keep("second")
    #expect(!ask("first", cache()).isMade)
    #expect(!ask("second", cache()).isMade)
  }

  @Test func `what is not worth keeping is made again`() {
    let first = cache()
    _ = first.answer(to: Array("q".utf8), isKept: { _ in false }, make: { Answer() })
    first.save()
    #expect(ask("q", cache()).isMade)
    #expect(!scratch.exists(file))
  }

  @Test func `another program trusts nothing of it`() {
    keep("q")
    #expect(ask("q", cache("2")).isMade)
  }

  @Test func `not one changed byte is trusted`() throws {
    keep("q", "r")
    let bytes = try #require(scratch.bytes(file))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1
      scratch.write(file, damaged)
      let (first, second) = (ask("q", cache()), ask("r", cache()))
      #expect(first.isMade || second.isMade, "\(place)")
      #expect(first.answer == Answer() && second.answer == Answer(), "\(place)")
    }
    for length in bytes.indices {
      scratch.write(file, Array(bytes.prefix(length)))
      #expect(ask("q", cache()).answer == Answer() && ask("r", cache()).isMade, "\(length)")
    }
  }

  /// Before an answer stand a key of 16 bytes, its length and a check of eight each.
  @Test(arguments: [
    ("no whole record", [UInt8](repeating: 1, count: 31)),
    ("numbers larger than any", [UInt8](repeating: 255, count: 32)),
    ("a length past the end", numbers(0, 0, 1, 0)),
    ("a length that no memory holds", numbers(0, 0, UInt64(Int.max), 0)),
  ])
  func `a file that is not made of answers is replaced`(_ name: String, _ record: [UInt8]) throws {
    keep("q")
    let whole = try #require(scratch.bytes(file))
    scratch.write(file, whole + record)
    #expect(ask("q", cache()).isMade)
    keep("q")
    #expect(scratch.bytes(file) == whole, "\(name)")
  }

  private static func numbers(_ numbers: UInt64...) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { bytes.append(number: number) }
    return bytes
  }

  @Test func `an answer that is damaged is found again, and the others stay`() throws {
    keep("q", "r")
    var bytes = try #require(scratch.bytes(file))
    bytes[AnswerFile.head([UInt8](repeating: 0, count: 32)).count + 35] ^= 1
    scratch.write(file, bytes)
    #expect(ask("q", cache()).isMade && !ask("r", cache()).isMade)
    keep("q", "r")
    #expect(!ask("q", cache()).isMade && !ask("r", cache()).isMade)
  }

  @Test func `what is much does not wait in memory for the end of the run`() throws {
    let cache = cache()
    let large = Answer(bytes: [UInt8](repeating: 7, count: 1 << 20))
    for question in ["q", "r", "s"] { _ = ask(question, cache, else: large) }
    #expect(try #require(scratch.bytes(file)).count > 3 << 20)
    let (answer, isMade) = ask("s", self.cache())
    #expect(!isMade && answer == large)
  }

  @Test func `two runs at once add to one file`() {
    keep("q")
    let (one, other) = (cache(), cache())
    _ = ask("r", one)
    _ = ask("s", other)
    other.save()
    one.save()
    #expect(["q", "r", "s"].allSatisfy { !ask($0, cache()).isMade })
  }

  @Test func `a disk that is full keeps nothing, and what was kept stays`() throws {
    keep("q")
    let before = scratch.bytes(file)
    let full = Disk { call, _, _ in call == .write ? .fail(SystemError(ENOSPC)) : .proceed }
    let cache = AnswerCache(in: folder, name: "a", program: "1", disk: full)
    #expect(ask("r", cache).isMade)
    #expect(!ask("q", cache).isMade)
    cache.save()
    #expect(scratch.bytes(file) == before)
    #expect(FolderNames.all(in: folder.path) == ["a.answers"])
  }

  @Test func `a folder or file that others can write to is not read`() throws {
    keep("q")
    func open(_ path: String, _ mode: Int) throws {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: scratch[path])
    }
    try open(file, 0o622)
    #expect(ask("q", cache()).isMade)
    try open(file, 0o600)
    try open("cache/snapreview", 0o777)
    #expect(ask("q", cache()).isMade)
    try open("cache/snapreview", 0o700)
    #expect(!ask("q", cache()).isMade)
  }

  @Test(arguments: [
    "1234567890", "-1234567890", "1e9", "1E+9", "0e10", "123456789012.5", "1.5e300",
  ])
  func `a number that no measurement has makes no answer`(_ number: String) {
    #expect(AnswerCoder.answer([Double].self, from: Array("[\(number)]".utf8)) == nil)
  }

  @Test func `other numbers do, and what looks like one in a text`() throws {
    let numbers = [999_999_999.25, -0.000_000_001_5, 1e-300, 0]
    let bytes = try AnswerCoder.bytes(of: numbers)
    #expect(AnswerCoder.answer([Double].self, from: bytes) == numbers)
    let text = "12345678901 \\\" 1e12"
    #expect(
      AnswerCoder.answer(String.self, from: try AnswerCoder.bytes(of: text)) == text)
  }

  @Test func `tidying leaves what others have put there, and what it was not made for`() throws {
    let large = (0..<5).map { "other\($0).answers" }
    let strangers = ["notes.db", "README", "a.answers.old", "x.tmp", "film.answers"]
    func fill(_ folder: String) {
      for name in large { sparse("\(folder)/\(name)", AnswerFile.head([])) }
      for name in strangers { sparse("\(folder)/\(name)", []) }
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: scratch[folder])
    }
    fill("cache/snapreview")
    keep("q")
    let names = Set(FolderNames.all(in: folder.path))
    #expect(names.isSuperset(of: strangers) && !names.isSuperset(of: large))
    scratch.remove("cache")
    fill("pictures")
    scratch.folder("cache")
    scratch.link("cache/snapreview", to: scratch["pictures"])
    keep("q")
    #expect(Set(FolderNames.all(in: scratch["pictures"])).isSuperset(of: strangers + large))
  }

  /// A file of 126 MB that takes no room.
  private func sparse(_ name: String, _ head: [UInt8]) {
    #expect(truncate(scratch.write(name, head), 126 << 20) == 0)
  }

  @Test func `it can be deleted at any time`() {
    keep("q")
    let open = cache()
    scratch.remove("cache")
    #expect(!ask("q", open).isMade)
    #expect(ask("r", open).isMade)
    open.save()
    #expect(ask("q", cache()).isMade)
    keep("q")
    #expect(!ask("q", cache()).isMade)
  }

  @Test func `a place that cannot be written costs nothing`() {
    scratch.write("cache", "a file")
    let cache = cache()
    #expect(ask("q", cache).answer == Answer())
    cache.save()
    #expect(ask("q", self.cache()).isMade)
  }
}

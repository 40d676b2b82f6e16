import DiffEngine
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// Runs the real program, without a terminal, and keeps what it says.
enum Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The output as one JSON object.
    var json: [String: Any] {
      let object = try? JSONSerialization.jsonObject(with: Data(output.utf8))
      return object as? [String: Any] ?? [:]
    }

    var cases: [[String: Any]] { json["cases"] as? [[String: Any]] ?? [] }
    /// A key's value in each case.
    func texts(_ key: String) -> [String?] { cases.map { $0[key] as? String } }
    func numbers(_ key: String) -> [Int?] { cases.map { $0[key] as? Int } }

    var summary: [String: Int] { json["summary"] as? [String: Int] ?? [:] }
  }

  /// The program that was built with the tests, or the one that `make torture` names.
  static var path: String {
    ProcessInfo.processInfo.environment["SNAPREVIEW_PROGRAM"]
      ?? PseudoTerminal.product("snapreview")
  }

  /// Whoever runs the tests has a secret and a history of their own. So has each test: every command
  /// reads what its user has decided before, which was a quarter of the tests' time.
  static var stateHome: String { homes[String(Test.current?.id.hashValue ?? 0)] }
  static let cacheHome = homes["cache"]

  private static let homes = TestFolder.ofProcess

  static func run(
    _ arguments: String..., in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, in: folder, environment: environment)
  }

  static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(program: path, arguments, in: folder, environment: environment)
  }

  /// Through a shell, with the program as `$0`.
  static func shell(_ script: String, _ arguments: String...) throws -> Result {
    try shell(script, arguments)
  }

  static func shell(_ script: String, _ arguments: [String]) throws -> Result {
    try run(program: "/bin/bash", ["-c", script, path] + arguments)
  }

  private static func run(
    program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let scratch = TestFolder()
    let files = ["out", "err"].map { scratch[$0] }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": stateHome, "XDG_CACHE_HOME": cacheHome]) { $1 }
      .merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
    }
    return Result(status: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}

extension TestFolder {
  @discardableResult
  func write(_ name: String, _ image: PixelImage) -> String { write(name, try! PNG.encode(image)) }

  /// Makes the folder a repository without a commit, whose store is `.git/snapreview`.
  func makeRepository() {
    write(".git/HEAD", "ref: refs/heads/main\n")
    for name in ["objects", "refs/heads"] { folder(".git/" + name) }
  }

  /// Runs the real program in the folder.
  func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: path)
  }

  /// Sets a file's time, in seconds from now.
  func age(_ name: String, _ seconds: Double) {
    try! FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: self[name])
  }

  /// Two cases with the same change, one with another, one without any.
  static func twoCauses() -> TestFolder {
    let folder = TestFolder()
    folder.addFailure("testA", changes: 3)
    folder.addFailure("testB", changes: 3)
    folder.addFailure("testC", changes: 20)
    folder.addFailure("testSame", changes: 0)
    return folder
  }

  /// Two cases that fail, in this order.
  static func twoFailures() -> TestFolder {
    let folder = TestFolder()
    folder.addFailure("testFirst", changes: 3)
    folder.addFailure("testSecond", changes: 5)
    return folder
  }

  /// A failure of iOSSnapshotTestCase: the actual differs in `changes` pixels of the top row.
  func addFailure(_ name: String, changes: Int = 3, size: Int = 8) {
    let reference = PixelImage.plain(size, size)
    let actual = PixelImage.plain(size, size, changes: changes)
    write("ReferenceImages_64/AppTests/\(name).png", reference)
    write("FailureDiffs/AppTests/reference_\(name).png", reference)
    write("FailureDiffs/AppTests/failed_\(name).png", actual)
  }

  /// A failure of swift-snapshot-testing, beside its references.
  func addPointfreeFailure(_ name: String, in run: String = "Artifacts", changes: Int = 3) {
    write("Tests/__Snapshots__/F/\(name).png", .plain(8, 8))
    write("\(run)/F/\(name).png", .plain(8, 8, changes: changes))
  }

  var failures: String { self["FailureDiffs"] }
}

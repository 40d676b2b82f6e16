import Base
import Essentials
import Host

/// The report of Playwright's JSON reporter.
struct PlaywrightReport: Decodable {
  struct Suite: Decodable {
    let specs: [Spec]?
    let suites: [Suite]?
  }
  struct Spec: Decodable { let tests: [Test] }
  struct Test: Decodable {
    let projectName: String?
    let results: [Result]
  }
  struct Result: Decodable {
    let retry: Int?
    let attachments: [Attachment]?
  }
  struct Attachment: Decodable {
    let name: String
    let path: String?
  }
  let suites: [Suite]

  var tests: [Test] { suites.flatMap(Self.tests) }

  private static func tests(_ suite: Suite) -> [Test] {
    (suite.specs ?? []).flatMap(\.tests) + (suite.suites ?? []).flatMap(tests)
  }
}

/// The part of the HTML report on one test file.
struct PlaywrightPage: Decodable {
  let fileName: String
  let tests: [PlaywrightReport.Test]

  /// Returns the zip with all parts, in base64 within a page; nil if the page is not a report.
  static func zip(in page: String) -> [UInt8]? {
    guard let page = try? Disk.real.read(page).bytes,
      let named = page.firstRange(of: "playwrightReportBase64".utf8),
      let at = page[named.upperBound...].firstRange(of: "data:application/zip;base64,".utf8)
    else { return nil }
    let text = page[at.upperBound...].prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
    return Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map(Array.init)
  }
}

struct Assertion {
  var name: String
  var ending: String
  var parts: [String: String] = [:]

  /// Returns the failure as lost if the report names an actual that `find` does not find.
  func lost(where find: (String) -> String?) -> [Sighting] {
    guard let actual = parts["actual"], find(actual) == nil else { return [] }
    return [.lost(name + ending, in: Library.playwright.layout)]
  }

  /// Returns the assertions whose pictures a test's last run has attached.
  static func all(_ results: [PlaywrightReport.Result]) -> [Assertion] {
    let last = results.max { ($0.retry ?? 0) < ($1.retry ?? 0) }
    var found: [String: Assertion] = [:]
    for attachment in last?.attachments ?? [] {
      guard let path = attachment.path else { continue }
      let bare = stem(attachment.name)
      let mark = lastWord(bare)
      guard ["expected", "actual", "diff"].contains(mark), bare.hasSuffix("-" + mark) else {
        continue
      }
      let name = String(bare.dropLast(mark.count + 1))
      let ending = String(attachment.name.dropFirst(bare.count))
      found[name, default: Assertion(name: name, ending: ending)].parts[mark] = path
      if mark != "diff" { found[name]?.ending = ending }
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

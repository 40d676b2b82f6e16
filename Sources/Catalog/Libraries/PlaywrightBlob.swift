import Base
import Essentials
import Host

/// Playwright's blob report: one event per line, and attachments named by their content's hash.
enum PlaywrightBlob {
  /// One event: a project's tests, or the end of one test.
  struct Event: Decodable {
    struct Parameters: Decodable {
      let project: Project?
      let test: Test?
      let result: PlaywrightReport.Result?
    }
    struct Project: Decodable {
      let name: String?
      let suites: [Suite]?
    }
    struct Test: Decodable { let testId: String }
    struct Location: Decodable { let file: String? }
    /// A suite, or a test in it.
    struct Suite: Decodable {
      let testId: String?
      let location: Location?
      let entries, suites, tests: [Suite]?
    }
    let method: String
    let params: Parameters?
  }

  /// The test files and projects, by test identifier.
  struct Tests {
    private(set) var places: [String: (spec: String, project: String)] = [:]

    mutating func add(_ project: Event.Project) {
      for suite in project.suites ?? [] { add(suite, "", project.name ?? "", depth: 0) }
    }

    private mutating func add(
      _ suite: Event.Suite, _ file: String, _ project: String, depth: Int
    ) {
      guard depth < 64 else { return }
      let file = suite.location?.file ?? file
      if let id = suite.testId { places[id] = (Paths.name(file), project) }
      for inner in (suite.entries ?? []) + (suite.suites ?? []) + (suite.tests ?? []) {
        add(inner, file, project, depth: depth + 1)
      }
    }
  }

  static func events(of path: String) -> [Event] {
    guard let bytes = try? Disk.real.read(path).bytes else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      Manifest.decode(Event.self, Array($0))
    }
  }
}

extension Tree {
  func playwrightBlobs(in source: Source) -> [Sighting] {
    var seen: [Sighting] = []
    for folder in source.folders {
      guard let report = folder.path(of: Unpacking.eventList) else { continue }
      var tests = PlaywrightBlob.Tests()
      var results: [String: [PlaywrightReport.Result]] = [:]
      for event in PlaywrightBlob.events(of: report) {
        if let project = event.params?.project { tests.add(project) }
        guard event.method == "onTestEnd", let test = event.params?.test,
          let result = event.params?.result
        else { continue }
        // Tries come in order, and only the last one counts.
        results[test.testId] = [result]
      }
      guard !results.isEmpty else { continue }
      let ended = results.sorted { $0.key < $1.key }.map { test, results in
        let (spec, project) = tests.places[test] ?? ("", "")
        return (spec, project, results)
      }
      seen += sightings(of: ended, in: folder, "resources", source)
    }
    return seen
  }
}

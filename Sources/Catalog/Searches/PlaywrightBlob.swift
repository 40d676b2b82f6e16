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
    struct Suite: Decodable {
      let testId: String?
      let location: Location?
      let entries, suites, tests: [Suite]?

      /// The test files, by test identifier.
      func specs(in file: String = "", depth: Int = 0) -> [(test: String, spec: String)] {
        guard depth < 64 else { return [] }
        let file = location?.file ?? file
        let own = testId.map { [($0, Paths.name(file))] } ?? []
        let inner = (entries ?? []) + (suites ?? []) + (tests ?? [])
        return own + inner.flatMap { $0.specs(in: file, depth: depth + 1) }
      }
    }
    let method: String
    let params: Parameters?
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
      guard let report = folder.path(of: ArchiveLimits.eventList) else { continue }
      var places: [String: (spec: String, project: String)] = [:]
      var results: [String: [PlaywrightReport.Result]] = [:]
      for event in PlaywrightBlob.events(of: report) {
        let project = event.params?.project
        for (test, spec) in (project?.suites ?? []).flatMap({ $0.specs() }) {
          places[test] = (spec, project?.name ?? "")
        }
        guard event.method == "onTestEnd", let test = event.params?.test,
          let result = event.params?.result
        else { continue }
        // Tries come in order, and only the last one counts.
        results[test.testId] = [result]
      }
      guard !results.isEmpty else { continue }
      let ended = results.sorted { $0.key < $1.key }.map { test, results in
        let (spec, project) = places[test] ?? ("", "")
        return (spec, project, results)
      }
      seen += sightings(of: ended, in: folder, "resources", source)
    }
    return seen
  }
}

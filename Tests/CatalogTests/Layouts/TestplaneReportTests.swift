import Catalog
import TestSupport
import Testing

/// What testplane's report says in its database, beside which names say little.
@Suite(.enabled(if: SQLiteWriter.isAvailable, "needs SQLite's library: libsqlite3-0 on Debian"))
struct TestplaneReportTests {
  private let place = "html-report/images/1a2b3c4/plain"
  private let own = "packages/shop/testplane/screens/1a2b3c4/chrome/plain.png"

  /// Two packages with a baseline of one name, and tries of one test.
  private func scene(tries: [String]) -> Scene {
    var files = [own: "old", "packages/blog/testplane/screens/1a2b3c4/chrome/plain.png": "old"]
    for one in tries {
      files["\(place)/chrome~ref_\(one).png"] = "old"
      files["\(place)/chrome~current_\(one).png"] = "new \(one)"
      files["\(place)/chrome~diff_\(one).png"] = "d"
    }
    return Scene(files)
  }

  private func image(_ attempt: String, _ status: String, baseline: String) -> String {
    let path = { (mark: String) in
      "{\"path\": \"images/1a2b3c4/plain/chrome~\(mark)_\(attempt).png\", \"size\": {\"width\": 1}}"
    }
    return "[{\"stateName\": \"plain\", \"status\": \"\(status)\", \"refImg\": {\"path\": "
      + "\"\(baseline)\"}, \"actualImg\": \(path("current")), \"diffImg\": \(path("diff"))}]"
  }

  private func write(_ rows: [(time: Int, images: String)], in scene: Scene) {
    let inserts = rows.map {
      "INSERT INTO suites VALUES ('[\"shop\",\"opens\"]', 'chrome', '\($0.images)', \($0.time));"
    }
    #expect(
      SQLiteWriter.write(
        "CREATE TABLE suites (suitePath TEXT, name TEXT, imagesInfo TEXT, timestamp INT);"
          + inserts.joined(), to: scene.folder["html-report/sqlite.db"]))
  }

  private func triple(_ attempt: String, isRefused: Bool = false) -> Triple {
    Triple(
      "testplane", reference: own, actual: "\(place)/chrome~current_\(attempt).png",
      difference: "\(place)/chrome~diff_\(attempt).png", writes: own, isRefused: isRefused)
  }

  @Test(arguments: ["here", "on another machine", "below the project"])
  func `the baseline is the one that the report names`(_ place: String) throws {
    let scene = scene(tries: ["1700_0"])
    #expect(try scene.open().cases.map(\.baseline) == [nil])
    let baseline =
      switch place {
      case "here": scene.folder[own]
      case "below the project": own
      default: "/ci/build/\(scene.folder.path.split(separator: "/").last!)/\(own)"
      }
    write([(1700, image("1700_0", "fail", baseline: baseline))], in: scene)
    #expect(Array(scene.found(try scene.open()).values) == [triple("1700_0")])
  }

  @Test func `a decision stays with its case, whether the database can be read or not`() throws {
    let scene = scene(tries: ["1700_0"])
    let before = try scene.open().cases.map(\.key)
    write([(1700, image("1700_0", "fail", baseline: own))], in: scene)
    #expect(try scene.open().cases.map(\.key) == before)
  }

  @Test func `of several tries the last by its time counts, whatever its number`() throws {
    let scene = scene(tries: ["1700_1", "1800_0"])
    write(
      [
        (1700, image("1700_1", "fail", baseline: own)),
        (1800, image("1800_0", "fail", baseline: own)),
      ], in: scene)
    #expect(Array(scene.found(try scene.open()).values) == [triple("1800_0")])
  }

  @Test func `a test that passed in its last try has no failure`() throws {
    let scene = scene(tries: ["1700_0"])
    write([(1700, image("1700_0", "fail", baseline: own)), (1800, "[]")], in: scene)
    #expect(throws: CatalogError.self) { try scene.open() }
  }

  @Test func `a baseline outside of the project is never written`() throws {
    let scene = scene(tries: ["1700_0"])
    let other = TestFolder()
    other.png("plain.png", "old")
    write([(1700, image("1700_0", "fail", baseline: other["plain.png"]))], in: scene)
    #expect(try scene.open().cases.allSatisfy { $0.baseline == nil && $0.obstacle != nil })
  }

  @Test func `a database that answers without end is given up`() throws {
    let scene = scene(tries: ["1700_0"])
    #expect(
      SQLiteWriter.write(
        "CREATE VIEW suites AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
          + "SELECT 'a' AS suitePath, i AS name, '[]' AS imagesInfo, i AS timestamp FROM n;",
        to: scene.folder["html-report/sqlite.db"]))
    #expect(try scene.open().cases.map(\.baseline) == [nil])
  }

  @Test func `a file that is no database leaves the names to say it`() throws {
    let scene = scene(tries: ["1700_0"])
    scene.folder.write(
      "html-report/sqlite.db", "SQLite format 3\0" + String(repeating: "x", count: 90))
    #expect(try scene.open().cases.map(\.baseline) == [nil])
  }
}

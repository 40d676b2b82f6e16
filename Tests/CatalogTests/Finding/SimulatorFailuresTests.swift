import Base
import Catalog
import TestSupport
import Testing

/// Failures that lie in the folders of simulators.
struct SimulatorFailuresTests {
  private let folder = TestFolder()
  private let apps = "Devices/D1/data/Containers/Data/Application"
  /// The time from which `TestFolder.age` counts, in seconds since 1970.
  private let start = 1_700_000_000

  private var found: [SimulatorFailures] { SimulatorFailures.found(in: folder["Devices"]) }

  private func add(_ file: String, age: Double) {
    folder.png("\(apps)/\(file)")
    folder.age("\(apps)/\(file)", age)
  }

  @Test func `the newest come first, with their age, and few of them`() {
    #expect(found == [])
    for number in 1...5 { add("A\(number)/tmp/ChartTests/testFoo.1.png", age: Double(number)) }
    add("A1/tmp/App.CellTests/failed_test@2x.png", age: 100_000)
    #expect(found.map(\.folder) == ["A1", "A5", "A4"].map { folder["\(apps)/\($0)/tmp"] })
    #expect(found.map(\.newest) == [start + 100_000, start + 5, start + 4])
  }

  @Test func `tests without a host app leave theirs in the simulator's own folder`() {
    let place = "Devices/D1/data/tmp"
    folder.png("\(place)/ChartTests/testFoo.1.png")
    #expect(found.map(\.folder) == [folder[place]])
  }

  @Test func `other files of an app are no failures`() {
    add("A1/tmp/Cache/picture.png", age: 1)
    add("A1/tmp/testFoo.1.png", age: 1)
    add("A1/Documents/ChartTests/testFoo.1.png", age: 1)
    #expect(found == [])
  }

  @Test(arguments: [
    (0, "just now"), (59, "just now"), (60, "1 minute ago"), (7_199, "1 hour ago"),
    (86_400 * 3, "3 days ago"), (-5, "just now"),
  ])
  func `an age is told in words`(_ seconds: Int, _ words: String) throws {
    add("A1/tmp/ChartTests/testFoo.1.png", age: 0)
    #expect(Wording.age(start + seconds - (try #require(found.first).newest)) == words)
  }
}

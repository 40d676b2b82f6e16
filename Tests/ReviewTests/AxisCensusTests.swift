import Catalog
import Review
import Testing

struct AxisCensusTests {
  @Test func `what is common to some and to no others is said of two or more`() {
    func snapshot(_ theme: String, _ device: String) -> SnapshotCase {
      var snapshot = SnapshotCase(id: theme + device, suite: "", name: "", layout: .pair)
      snapshot.axes = [
        AxisValue(axis: "theme", value: theme), AxisValue(axis: "device", value: device),
        AxisValue(axis: "locale", value: "de"),
      ]
      return snapshot
    }
    let all = [snapshot("dark", "phone"), snapshot("dark", "pad"), snapshot("light", "pad")]
    let census = AxisCensus(all)
    #expect(census.axes == ["theme", "device"])
    #expect(census.only(all.prefix(2).map(\.axes)).title(of: "moved") == "moved, only in dark")
    #expect(census.only(all.suffix(2).map(\.axes)).title(of: "moved") == "moved, only in pad")
    #expect(census.only(all.map(\.axes)).title(of: "moved") == "moved")
    #expect(census.only([all[0].axes]).title(of: "moved") == "moved", "one alone proves nothing")
    #expect(census.holds("Theme:DARK") && !census.holds("theme:sepia"))
  }
}

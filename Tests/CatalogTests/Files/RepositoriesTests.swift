import Catalog
import Testing

struct RepositoriesTests {
  /// Containers mount a project at `/work` or `/app`.
  @Test(arguments: ["/work", "/srv/app"])
  func `a repository may be just below the root`(top: String) {
    let repositories = Repositories { $0 == top }
    #expect(repositories.repository(around: top) == top)
    #expect(repositories.repository(around: "\(top)/Tests/__Snapshots__") == top)
    #expect(repositories.repository(around: "/var") == nil)
  }
}

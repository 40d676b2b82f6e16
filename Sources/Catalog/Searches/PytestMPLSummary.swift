import Base
import Host

extension LibrarySearch {
  static let pytestMPL = LibrarySearch(
    .pytestMPL,
    reports: [
      report("results.json", as: [String: PytestMPLResult].self) { _, results, path, _ in
        results.sightings(path)
      }
    ])
}

/// One test in the summary that `--mpl-generate-summary=json` writes.
struct PytestMPLResult: Decodable {
  let status: String
  let hashStatus: String?
  let resultImage: String?
}

extension [String: PytestMPLResult] {
  /// Leaves out tests that passed; with a summary, their pictures are written too.
  fileprivate func sightings(_ path: String) -> [Sighting] {
    let passed = values.filter { ["passed", "skipped"].contains($0.status) }
    let answered = passed.compactMap(\.resultImage).map {
      let folder = Paths.parent(Paths.resolve($0, from: Paths.parent(path)))
      return Sighting.folder(folder, isAnswered: true)
    }
    let failed = filter { $0.value.status == "failed" }
    let lost = failed.keys.sorted().filter { test in
      let image = failed[test]?.resultImage.map { Paths.resolve($0, from: Paths.parent(path)) }
      return image.map(FileStatus.exists) == false
    }
    let seen = answered + lost.map { Sighting.lost($0, in: Library.pytestMPL.layout) }
    let hashed = failed.values.count { $0.hashStatus != nil }
    guard hashed > 0 else { return seen }
    let remark =
      "\(printable(path)): \(Wording.count(hashed, "failure")) by a hash library, which holds no picture to "
      + "accept: pytest --mpl-generate-hash-library=FILE writes it again."
    return seen + [.remark(remark)]
  }
}

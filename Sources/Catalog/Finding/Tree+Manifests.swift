import Base
import Essentials
import Host

/// Finds failures that the libraries' own reports name.
extension Tree {
  /// A failure that a manifest names.
  struct Listing {
    let layout: Layout
    let suite: String
    let file: String
    let failures: String
    /// The failure's path below `failures`, the same in every run.
    let key: String
    var actual: String?
    var difference: String?
    let baseline: String
    /// True if the run says that it no longer makes this snapshot.
    var isDropped = false
  }

  /// Returns the failure that a manifest names, or a lost one if its files are missing because the
  /// manifest is from another machine.
  func sighting(of listing: Listing, from source: Source) -> Sighting {
    let actual = near(listing.actual, source)
    let name = Paths.join(listing.failures, listing.key)
    guard actual != nil || FileStatus.isFile(listing.baseline) else {
      return .lost(name, in: listing.layout)
    }
    var snapshot = SnapshotCase(
      suite: listing.suite, name: SnapshotCase.name(ofFile: listing.file), layout: listing.layout,
      content: .init(fileNamed: listing.file, at: [actual, listing.baseline]), actual: actual,
      difference: difference(of: listing, source), failures: realPath(listing.failures),
      key: listing.key)
    attach(Claim(path: listing.baseline, actual: listing.actual), to: &snapshot, source)
    snapshot.isReportedFailed =
      snapshot.baseline != nil && snapshot.reference != nil && actual != nil
    if snapshot.baseline == nil { snapshot.reference = near(listing.baseline, source) }
    if actual == nil { drop(&snapshot, listing) }
    if let remark = listing.layout.remark { snapshot.remarks.append(remark) }
    return .failure(
      Failure(snapshot, from: source, by: .report, root: listing.failures, sharing: .entry))
  }

  /// Returns the picture that a manifest calls the difference, which accepting may remove. If the
  /// library's files are among others, the picture must have one of the library's names.
  private func difference(of listing: Listing, _ source: Source) -> String? {
    let presets = index.presets(of: listing.layout)
    let name = Paths.name(listing.difference ?? "")
    guard presets.allSatisfy({ !$0.isMarked || $0.difference.contains { $0.fits(name) } }) else {
      return nil
    }
    return near(listing.difference, source)
  }

  func local(_ manifest: String, _ source: Source) -> (_ named: String?) -> String? {
    let top = top(around: manifest, source)
    return { $0.flatMap { Manifest.local($0, manifest: manifest, upTo: top) } }
  }

  /// Returns a file that a manifest names, if it is in the opened folder or in the repository
  /// around it: a file from elsewhere must not become a baseline.
  private func near(_ path: String?, _ source: Source) -> String? {
    guard let path, FileStatus.isFile(path), let real = try? Paths.real(Paths.parent(path))
    else { return nil }
    let homes = [source.top, top(around: source.top, source)]
    return homes.contains { Paths.isInside(real, $0) } ? path : nil
  }

  /// Turns a case without an actual into a deletion, but only if the run itself says so, the
  /// actual's place is empty, and the user named the folder of references. The report's word is not
  /// enough.
  private func drop(_ snapshot: inout SnapshotCase, _ listing: Listing) {
    let isGone = listing.actual.map { !FileStatus.exists($0) } ?? true
    let isDropped = listing.isDropped && isGone
    guard isDropped, snapshot.obstacle == nil, let path = snapshot.reference,
      references.contains(where: { Paths.isInside(path, $0) })
    else {
      let help =
        isDropped
        ? "Only the report says so: delete the baseline, or give --references DIR with its folder to "
          + "accept that here." : "If the test was removed, delete the baseline."
      snapshot.obstacle =
        snapshot.obstacle
        ?? "No actual: the run no longer makes \(printable(Paths.name(listing.file))). \(help)"
      return
    }
    snapshot.isDeletion = true
    snapshot.remarks.append(.dropped)
  }
}

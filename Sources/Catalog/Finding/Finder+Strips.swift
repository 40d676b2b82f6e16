extension Finder {
  /// Makes the part of a strip that shows the actual a file of its own.
  func takeApart(_ snapshot: inout SnapshotCase) {
    snapshot.obstacle = snapshot.obstacle ?? "No actual."
  }
}

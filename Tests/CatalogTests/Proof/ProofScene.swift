import Base
import Catalog
import Foundation
import Host
import Store
import TestSupport

/// Three failures, with everything that their store keeps, in a folder that can be put back.
///
/// `a` and `c` have a baseline; `b` is new, and so are the folders for it.
final class ProofScene {
  let folder = TestFolder()
  let cases: [String: SnapshotCase]
  let originals: Tree

  /// Folders below the scene's own.
  static let references = "References"
  static let failures = "Failures"

  init() {
    let folder = folder
    for name in ["a", "b", "c"] { folder.png("Failures/Class/failed_\(name).png", "new \(name)") }
    for name in ["a", "c"] { folder.png("References/Class/\(name).png", "old \(name)") }
    folder.png("References/Class/other.png", "other")
    folder.write("notes.txt", "Not ours.")
    folder.folder("State")
    cases = Dictionary(
      uniqueKeysWithValues: ["a", "b", "c"].map { name in
        let path = folder[Self.baseline(name)]
        return (
          name,
          SnapshotCase(
            id: "Class/\(name)", suite: "Class", name: name, layout: .uber,
            reference: name == "b" ? nil : path,
            actual: folder["Failures/Class/failed_\(name).png"],
            baseline: Baseline(path: path, root: folder[Self.references]),
            failures: folder[Self.failures])
        )
      })
    originals = Tree(of: folder.path)
  }

  static func baseline(_ name: String) -> String {
    name == "b" ? "References/New/Deep/b.png" : "References/Class/\(name).png"
  }

  static func new(_ name: String) -> [UInt8] { fakePNG("new \(name)") }

  var tree: Tree { Tree(of: folder.path) }

  func restore(_ tree: Tree) { tree.restore(at: folder.path) }

  func open(_ disk: Disk = quickDisk()) throws -> ReviewStore {
    try ReviewStore(
      roots: [folder[Self.failures]],
      // The second is not there before the first baseline is.
      writableRoots: [folder[Self.references], folder["References/New"]], disk: disk,
      stateFolder: UserFolder(path: folder["State/snapreview"]))
  }

  /// A reviewer's view of one case.
  struct View: Hashable {
    var baseline: [UInt8]?
    var decision: Decision?
  }

  func bytes(_ name: String) -> [UInt8]? { Tree.bytes(of: folder[Self.baseline(name)]) }

  func views(_ store: ReviewStore) -> [String: View] {
    let decisions = store.decisions(for: Array(cases.values))
    return cases.mapValues { View(baseline: bytes($0.name), decision: decisions[$0.id]?.decision) }
  }

  /// The scene with some of the baselines as they are now, and nothing else: what a store may leave.
  func expected(_ baselines: [String: [UInt8]?]) -> Tree {
    var tree = originals
    for (name, bytes) in baselines {
      let path = Self.baseline(name)
      tree.nodes[path] = bytes.map(Tree.Node.file)
      guard bytes != nil, name == "b" else { continue }
      tree.nodes["References/New"] = .folder
      tree.nodes["References/New/Deep"] = .folder
    }
    return tree
  }
}

extension Tree {
  /// The tree without the store's own files.
  var outside: Tree {
    var tree = self
    tree.nodes = nodes.filter {
      !$0.key.hasPrefix("Failures/.snapreview") && !$0.key.hasPrefix("State/")
    }
    return tree
  }

  /// Files in the store's folders that do not belong there.
  var litter: [String] {
    nodes.keys.filter { path in
      if path.hasPrefix("State/") {
        return !["State/snapreview", "State/snapreview/key"].contains(path)
      }
      guard path.hasPrefix("Failures/.snapreview/") else { return false }
      let name = path.dropFirst("Failures/.snapreview/".count)
      if ["journal.jsonl", "lock", "store"].contains(name) { return false }
      // A half-kept file from an ended run is overwritten when it is kept again.
      return !(name.hasPrefix("store/") && [70, 74].contains(name.utf8.count))
    }
  }
}

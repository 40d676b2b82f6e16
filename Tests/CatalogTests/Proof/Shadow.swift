import Base
import Catalog
import Host
import TestSupport

/// The part of a folder that would survive a power cut.
///
/// The bytes of a file survive once it was flushed, and an entry of a folder once that folder was.
/// Of everything else, any part may.
final class Shadow {
  final class File {
    /// The bytes at the last flush.
    var durable: [UInt8]
    var current: [UInt8]

    init(durable: [UInt8], current: [UInt8]) { (self.durable, self.current) = (durable, current) }

    /// The bytes appended since then.
    var tail: [UInt8] { current.starts(with: durable) ? Array(current[durable.count...]) : [] }
  }

  final class Folder {
    var durable: [String: Entry] = [:]
    /// The changes since the folder was flushed.
    var pending: [Change] = []

    var current: [String: Entry] { pending.reduce(into: durable) { $1.apply(to: &$0) } }
  }

  enum Entry {
    case file(File)
    case folder(Folder)
  }

  /// One call's effect on the entries of a folder: a name that goes, one that comes, or both at once.
  struct Change {
    var removed: String?
    var added: (name: String, entry: Entry)?

    func apply(to entries: inout [String: Entry]) {
      if let removed { entries[removed] = nil }
      if let added { entries[added.name] = added.entry }
    }
  }

  private let root: String
  private let top = Folder()

  /// A folder all of which has been on the disk for long.
  init(_ root: String, holding tree: Tree) {
    self.root = root
    for (path, node) in tree.nodes.sorted(by: { $0.key < $1.key }) {
      guard let (folder, name) = place(path) else { continue }
      switch node {
      case .folder: folder.durable[name] = .folder(Folder())
      case .file(let bytes): folder.durable[name] = .file(File(durable: bytes, current: bytes))
      case .link, .other: preconditionFailure("\(path): only files and folders have a shadow")
      }
    }
  }

  /// Takes in a call that has been made. What it did is seen by what is there now.
  func follow(_ call: SystemCall, _ path: String, _ target: String?) {
    guard let path = Paths.below(root, path), let (folder, name) = place(path) else { return }
    let entry = folder.current[name]
    let isThere = FileStatus.exists(Paths.join(root, path))
    switch call {
    case .open where entry == nil && isThere:
      let bytes = Tree.bytes(of: Paths.join(root, path)) ?? []
      folder.pending.append(Change(added: (name, .file(File(durable: [], current: bytes)))))
    case .mkdir where entry == nil && isThere:
      folder.pending.append(Change(added: (name, .folder(Folder()))))
    case .unlink where entry != nil && !isThere, .rmdir where entry != nil && !isThere:
      folder.pending.append(Change(removed: name))
    case .write, .ftruncate:
      if case .file(let file) = entry {
        file.current = Tree.bytes(of: Paths.join(root, path)) ?? []
      }
    case .fsync: flush(entry)
    case .rename: follow(entry, from: folder, name, to: target)
    default: break
    }
  }

  private func follow(_ entry: Entry?, from folder: Folder, _ name: String, to target: String?) {
    guard let entry, let target = target.flatMap({ Paths.below(root, $0) }),
      let (other, newName) = place(target)
    else { return }
    if other === folder {
      folder.pending.append(Change(removed: name, added: (name: newName, entry: entry)))
    } else {
      folder.pending.append(Change(removed: name))
      other.pending.append(Change(added: (newName, entry)))
    }
  }

  private func flush(_ entry: Entry?) {
    switch entry {
    case .file(let file): file.durable = file.current
    case .folder(let folder):
      folder.durable = folder.current
      folder.pending = []
    case nil: break
    }
  }

  /// The folder that holds a path, and the name in it; nil where there is no such folder.
  private func place(_ path: String) -> (Folder, String)? {
    var folder = top
    for part in Paths.components(Paths.parent(path)) where part != "." {
      guard case .folder(let next) = folder.current[String(part)] else { return nil }
      folder = next
    }
    return (folder, Paths.name(path))
  }
}

extension Shadow {
  /// Decides which unflushed changes survive.
  struct Luck {
    var entry: () -> Bool
    var bytes: (File) -> [UInt8]
  }

  /// Returns the files that are left after a power cut.
  func survivors(_ luck: Luck) -> Tree {
    var tree = Tree()
    add(top, "", to: &tree, luck)
    return tree
  }

  private func add(_ folder: Folder, _ prefix: String, to tree: inout Tree, _ luck: Luck) {
    var entries = folder.durable
    for change in folder.pending where luck.entry() { change.apply(to: &entries) }
    for (name, entry) in entries {
      switch entry {
      case .file(let file):
        let isFlushed = file.durable == file.current
        tree.nodes[prefix + name] = .file(isFlushed ? file.current : luck.bytes(file))
      case .folder(let inner):
        tree.nodes[prefix + name] = .folder
        add(inner, prefix + name + "/", to: &tree, luck)
      }
    }
  }

  /// The states in which a power cut may leave the folder.
  func outcomes(seed: UInt64) -> Set<Tree> {
    var random = SplitMix(seed: seed)
    let lost = { (file: File) in file.durable }
    let current = { (file: File) in file.current }
    let zeros = { (file: File) in file.durable + file.tail.map { _ in 0 } }
    let half = { (file: File) in file.durable + file.tail.prefix(file.tail.count / 2) }
    var lucks = [
      Luck(entry: { false }, bytes: lost), Luck(entry: { false }, bytes: current),
      Luck(entry: { true }, bytes: lost), Luck(entry: { true }, bytes: current),
      Luck(entry: { true }, bytes: zeros), Luck(entry: { true }, bytes: half),
    ]
    let any = { (file: File) in
      [lost, zeros, half, current].randomElement(using: &random)!(file)
    }
    lucks += (0..<(ProofTally.isFull ? 20 : 3)).map { _ in
      Luck(entry: { Bool.random(using: &random) }, bytes: any)
    }
    return Set(lucks.map(survivors))
  }
}

import Catalog
import DiffEngine
import Host
import TestSupport
import Testing

/// Saving a rule meets a fault at each of its calls.
struct RuleSavingTests {
  @Test(arguments: [false, true])
  func `rules are the old ones or the new ones, wherever saving is cut off`(_ isThere: Bool) throws
  {
    let folder = TestFolder()
    let old = isThere ? "# Ours.\n[default]\ndeltaE = 2.0\n" : nil
    if let old { folder.write(".snapreview.toml", old) }
    folder.folder(".git")
    let beginning = Tree(of: folder.path)
    let book = try RuleBook.load(RulesFileSearch(opened: folder.path))
    let calm = Faults()
    let wanted = Strategy(.naive)
    _ = try book.saving(wanted, on: calm.disk)
    let new = Tree(of: folder.path)
    for (position, call) in calm.made.enumerated() {
      for effect in call.effects {
        beginning.restore(at: folder.path)
        ProofTally.shared.inject("faults in system calls")
        let faults = Faults(at: position, effect)
        let said = complaint { try book.saving(wanted, on: faults.disk) }
        let label = "\(effect) at call \(position), \(call.rawValue): \(said ?? "saved")"
        let now = folder.bytes(".snapreview.toml")
        let isOld = now == old.map { Array($0.utf8) }
        let isNew = now.map(Tree.Node.file) == new.nodes[".snapreview.toml"]
        #expect(promise(.rules, isOld || isNew), "\(label)")
        #expect(promise(.done, said != nil || isNew), "\(label)")
        if let said, !faults.isDead {
          #expect(promise(.said, said.contains("unchanged") == isOld), "\(label)")
        }
        _ = try RuleBook.load(RulesFileSearch(opened: folder.path)).saving(wanted, on: .real)
        #expect(promise(.clean, Tree(of: folder.path) == new), "\(label)")
      }
    }
  }
}

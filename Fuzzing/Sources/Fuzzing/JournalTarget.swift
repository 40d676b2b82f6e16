import Catalog
import Foundation
import Host
import PNGCodec
import Store
import TestSupport

/// A journal as found in a store, its lines under this user's code: opening, undoing
/// all and redoing ends without a trap, and nothing around the folder changes.
struct JournalTarget: Target {
  let name = "journal"

  private let folder = FuzzFolder()
  /// Waits for no medium.
  static let disk = Disk { call, _, _ in call == .fsync ? .skip : .proceed }

  func seeds() -> [[UInt8]] { folder.seeds() }

  func check(_ bytes: UnsafeRawBufferPointer) {
    folder.prepare(journal: Array(bytes))
    for readOnly in [true, false] {
      guard
        let store = try? ReviewStore(
          homes: [folder.home], writableRoots: [folder.references], readOnly: readOnly,
          disk: Self.disk, stateFolder: folder.state)
      else { continue }
      _ = store.decisions(for: folder.cases)
      // Whatever the times of the steps say.
      _ = try? store.undo(.since(-.infinity))
      let again = try? store.undo(.since(-.infinity))
      promise(again?.steps.isEmpty ?? true, "a step was undone that had been left standing")
      _ = try? store.redo()
      for step in store.steps.suffix(3) { _ = step.description }
      store.close()
    }
    promise(folder.isUntouched, "something beside the failures and their baselines was written")
    promise(folder.isBaselineWhole, "the baseline is neither the old one nor the actual")
  }
}

import ArgumentParser
import Catalog
import DiffEngine
import PNGCodec

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes one decision on many cases, as one step that one `undo` takes back.
struct Deciding {
  var decision: Decision
  var selection: SelectionOptions
  var folder: Folder

  /// Decides each case that can be decided; the others are named on standard error.
  func run() throws {
    let cases = try selection.selected(from: folder)
    guard !cases.isEmpty else {
      Console.write("Nothing to do: no undecided case fails.\n")
      return
    }
    let store = folder.store
    if !selection.dryRun, let reason = store.readOnlyReason {
      throw CommandFailure(.fileTrouble, reason)
    }
    var status = ExitStatus.success
    // Told at the end: a reader that goes away early must not stop what was asked for.
    var lines: [String] = []
    let batch = UUID().uuidString
    for snapshot in cases {
      do throws(StoreError) {
        try decide(snapshot, store, batch: batch)
        lines.append(line(for: snapshot))
      } catch {
        Console.complain(error.description)
        let blocked = error.reason == .notAcceptable
        status = blocked && status == .success ? .failing : blocked ? status : .fileTrouble
      }
    }
    Console.write(lines.joined() + summary(lines.count, of: cases.count))
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func decide(
    _ snapshot: SnapshotCase, _ store: ReviewStore, batch: String
  ) throws(StoreError) {
    let shown = Fingerprint(of: snapshot)
    if decision == .accepted { try requireAcceptable(snapshot) }
    if !selection.dryRun {
      try store.record(decision, for: snapshot, shown: shown, note: selection.note, batch: batch)
    }
  }

  private func line(for snapshot: SnapshotCase) -> String {
    let style = Style.current
    let target =
      decision == .accepted ? snapshot.baseline.map { "  -> \(printable($0.path))" } : nil
    return style.paint(decision.rawValue, decision.colour) + "  \(printable(snapshot.id))"
      + style.dim(target ?? "") + "\n"
  }

  /// Refuses what would be no baseline: nobody has looked at it here, so it must at least decode.
  private func requireAcceptable(_ snapshot: SnapshotCase) throws(StoreError) {
    var reason = snapshot.obstacle ?? (snapshot.actual == nil ? "It has no actual." : nil)
    if reason == nil, snapshot.content == .image, let actual = snapshot.actual {
      do throws(ImageError) {
        _ = try PNG.decode(contentsOf: actual)
      } catch {
        reason = printable(error.description)
      }
    }
    if let reason {
      throw StoreError(.notAcceptable, "\(printable(snapshot.id)) cannot be accepted. \(reason)")
    }
  }

  private func summary(_ count: Int, of total: Int) -> String {
    let rest = total > count ? ", \(Wording.grouped(total - count)) left as they were" : ""
    let text = "\(Wording.count(count, "case")) \(decision.rawValue)\(rest)."
    if selection.dryRun { return "Would do: \(text) Nothing was written.\n" }
    let undo = "Take it back with: snapreview undo \(Shell.quoted(folder.catalog.root))"
    return count > 0 ? "\(text) \(undo)\n" : "\(text)\n"
  }
}

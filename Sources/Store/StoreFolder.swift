import Base
import Host
import Libc

/// The folder in which a store keeps everything.
///
/// A repository may have come with a store, so the folder is used only if every part of it is what
/// we would have made: nothing is read, written or locked through a link, and only plain files and
/// folders count.
struct StoreFolder {
  let path: String
  let disk: Disk

  static let journalName = "journal.jsonl"

  var journal: String { Paths.join(path, Self.journalName) }
  var lock: String { Paths.join(path, "lock") }
  var blobs: String { Paths.join(path, "store") }
  /// The file that names the folder this store belongs to, for a store outside any repository.
  var name: String { Paths.join(path, "folder") }

  enum Condition: Equatable {
    case absent
    case usable
    /// The store can be shown but not written; the sentence gives the reason.
    case readOnly(String)
    /// The store is treated as absent; the sentence gives the reason.
    case refused(String)
  }

  func condition() -> Condition {
    guard !path.isEmpty else { return .absent }
    var result = Condition.usable
    let parts: [(path: String, kind: FileType)] = [
      (path, .folder), (blobs, .folder), (journal, .file), (lock, .file), (name, .file),
    ]
    for part in parts {
      let status: FileStatus
      do throws(SystemError) {
        status = try disk.statusOfLink(part.path)
      } catch  where error.isMissing {
        if part.path == path { return .absent }
        continue
      } catch {
        return .refused("\(printable(part.path)) cannot be read (\(error)). \(Self.consequence)")
      }
      guard status.kind == part.kind else {
        return .refused(wrongKind(part.path, status.kind, wanted: part.kind))
      }
      if result == .usable { result = ownership(part.path, status) }
    }
    return result
  }

  private func wrongKind(_ path: String, _ kind: FileType, wanted: FileType) -> String {
    let what =
      kind == .link
      ? "is a link" : wanted == .folder ? "is not a folder" : "is not a plain file"
    return "\(printable(path)) \(what). \(Self.consequence) Remove it to decide here."
  }

  private func ownership(_ path: String, _ status: FileStatus) -> Condition {
    if status.owner != geteuid() {
      return .readOnly(
        "\(printable(path)) belongs to another user: decisions cannot be kept here. "
          + "Review a copy of the project.")
    }
    if status.kind == .file && status.links > 1 {
      return .readOnly(
        "\(printable(path)) is a hard link to a file elsewhere, so nothing is written to it. "
          + "Remove it to decide here.")
    }
    return .usable
  }

  private static let consequence = "Decisions are neither read from there nor written there."
}

/// The steps of opening a store: its folder, its lock, its journal.
struct Opening {
  static let lockName = "lock"

  let folder: String
  let disk: Disk
  var lock: StoreLock?
  var readOnlyReason: String?
  var recovery: [String] = []
  var hasMadeFolder = false

  init(folder: String, disk: Disk) {
    self.folder = folder
    self.disk = disk
  }

  var journalPath: String { Paths.join(folder, "journal.jsonl") }

  /// Makes the folder and takes the lock, or says why nothing will be written.
  mutating func lockStore() {
    guard !disk.isLink(folder) else {
      readOnlyReason =
        "\(printable(folder)) is a link: decisions are not written through it. Remove the link."
      return
    }
    do throws(SystemError) {
      if !disk.exists(folder) {
        try disk.makeFolder(folder)
        hasMadeFolder = true
      }
    } catch {
      readOnlyReason =
        "\(printable(folder)) cannot be made (\(error)): decisions cannot be kept here. "
        + "Review a copy of the folder, or make it writable."
      return
    }
    do throws(StoreLock.Failure) {
      lock = try StoreLock(path: Paths.join(folder, Self.lockName), on: disk)
    } catch {
      readOnlyReason = sentence(error)
    }
  }

  private func sentence(_ failure: StoreLock.Failure) -> String {
    switch failure {
    case .held(let process):
      let who = process.map { " (process \($0))" } ?? ""
      return "Another snapreview\(who) has \(printable(Paths.parent(folder))) open: "
        + "this one only shows. Close the other to decide here."
    case .system(let error):
      return "\(printable(folder)) cannot be locked (\(error)): decisions cannot be kept here. "
        + "Review a copy of the folder, or make it writable."
    }
  }

  mutating func readJournal() throws(StoreError) -> Journal.Contents {
    let contents: Journal.Contents
    do throws(SystemError) {
      contents = try Journal.read(journalPath, on: disk)
    } catch {
      throw StoreError(.system, "Cannot read \(printable(journalPath)): \(error).")
    }
    if let version = contents.newerVersion {
      lock = nil
      readOnlyReason =
        "\(printable(journalPath)) was written by a newer snapreview (version \(version) of the "
        + "journal): this one only shows. Update snapreview."
    }
    if !contents.damagedLines.isEmpty {
      let lines = contents.damagedLines.prefix(5).map(String.init).joined(separator: ", ")
      recovery.append(
        "\(printable(journalPath)): damaged lines were left out (\(lines)). "
          + "The decisions in them are lost; the baselines are as they are.")
    }
    return contents
  }
}

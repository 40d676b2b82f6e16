import Base
import Host

/// A git repository for the sample folder, in which a run can have overwritten what was committed.
package enum SampleRepository {
  /// Marks the repository as made here: nothing else is ever removed.
  private static let mark = "snapreview-sample"

  /// Commits all that lies in a folder.
  ///
  /// Nobody's configuration takes part, so that no hook runs and no key signs.
  ///
  /// - Returns: False where git is not there, or the folder has a repository of its own.
  package static func make(in folder: String) -> Bool {
    let git = Paths.join(folder, ".git")
    guard !FileStatus.exists(git) else { return false }
    guard run(["init", "--quiet", "--template="], in: folder),
      (try? Disk.real.create(Paths.join(git, mark), [])) != nil
    else { return false }
    return run(["add", "--all"], in: folder)
      && run(["commit", "--quiet", "--no-verify", "--message", "References"], in: folder)
  }

  /// True if a folder's repository was made here.
  package static func isOurs(_ folder: String) -> Bool {
    FileStatus.exists(Paths.join(Paths.join(folder, ".git"), mark))
  }

  private static func run(_ words: [String], in folder: String) -> Bool {
    let child = try? GitProgram.start(["-C", folder] + words, environment: environment)
    return child?.end() == 0
  }

  private static let environment = ["AUTHOR", "COMMITTER"].flatMap { who in
    ["NAME=snapreview", "EMAIL=sample@example.com", "DATE=2026-01-01T00:00:00Z"].map {
      "GIT_\(who)_\($0)"
    }
  }
}

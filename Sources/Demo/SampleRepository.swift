import Base
import Catalog
import Host

/// A git repository for the sample folder, so that a run can overwrite committed files there.
enum SampleRepository {
  /// Marks the repository as made by this program; no other repository is ever removed.
  private static let mark = "snapreview-sample"

  /// Commits everything in a folder.
  ///
  /// The user's configuration does not apply, so no hook runs and no commit is signed.
  ///
  /// - Returns: False if git is missing, or if the folder already has its own repository.
  static func make(in folder: String) -> Bool {
    let git = Paths.join(folder, ".git")
    guard !FileStatus.exists(git) else { return false }
    guard run(["init", "--quiet", "--template="], in: folder),
      (try? Disk.real.create(Paths.join(git, mark), [])) != nil
    else { return false }
    return run(["add", "--all"], in: folder)
      && run(["commit", "--quiet", "--no-verify", "--message", "References"], in: folder)
  }

  /// True if this program made a folder's repository.
  static func isOurs(_ folder: String) -> Bool {
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

import Base
import Host

extension Catalog {
  /// Returns the commit checked out around a folder, its branch and its message's first line.
  ///
  /// - Parameter commit: The commit to take the message from; the message is nil if it is missing.
  package static func head(
    around folder: String, of commit: String? = nil
  ) -> (commit: String?, branch: String?, subject: String?)? {
    guard let repository = try? GitRepository(around: folder, in: .state) else { return nil }
    let line = { (words: [String]) in (try? repository.line(words)).flatMap { $0 } }
    let head = line(["rev-parse", "--verify", "--quiet", "HEAD"])
    let branch = line(["symbolic-ref", "--quiet", "--short", "HEAD"])
    let object = (try? repository.object(commit ?? "HEAD", "commit")).flatMap { $0 }
    let subject = object.flatMap { line(["log", "-1", "--format=%s", $0]) }
    return (head, branch, subject)
  }
}

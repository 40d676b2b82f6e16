/// The git that is installed.
package enum GitProgram {
  /// "git version 2.39.5"; nil where it cannot be started.
  package static var version: String? {
    guard
      let git = try? ChildProcess(
        ["git", "--version"], environment: GitRepository.plainEnvironment)
    else { return nil }
    let text = String(decoding: git.rest(), as: UTF8.self)
    return git.end() == 0 ? text.split(separator: "\n").first.map(String.init) : nil
  }
}

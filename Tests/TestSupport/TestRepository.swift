import Foundation

/// A git repository in a test's folder, with an identity of its own and nobody's settings.
package struct TestRepository: Sendable {
  package let folder: TestFolder

  /// - Parameter objects: The hash by which they are named.
  package init(objects: String = "sha1") {
    folder = TestFolder()
    git("init", "--quiet", "--initial-branch=main", "--object-format=\(objects)")
  }

  private static let identity = [
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.com",
    "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.com",
  ]

  /// Runs git.
  ///
  /// - Returns: The output of git, and its exit status.
  @discardableResult
  package func git(_ words: String...) -> (output: String, status: Int32) { run(words) }

  /// Runs git with more variables in its environment.
  package func run(
    _ words: [String], environment: [String: String] = [:]
  ) -> (output: String, status: Int32) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path] + words
    process.environment = ProcessInfo.processInfo.environment
      .merging(Self.identity) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try! process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
  }

  /// Commits all that is there.
  package func commit(_ message: String = "commit") {
    git("add", "--all")
    git("commit", "--quiet", "--message", message)
  }
}

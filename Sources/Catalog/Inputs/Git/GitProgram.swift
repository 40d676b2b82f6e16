import Host
import Libc
import Settings

/// The installed git. No other code starts it.
///
/// Git's environment is closed: it inherits no variable of git's own except the names of the user's
/// configuration files.
package enum GitProgram {
  package typealias Setting = (key: String, value: String)

  /// Starts git.
  ///
  /// - Parameters:
  ///   - isConfigured: True for the settings of the machine, the user and the repository besides
  ///     those given; for `git config`, which starts no other program.
  ///   - settings: The last value of a key counts.
  ///   - environment: Further variables, as `NAME=value`.
  ///   - input: A file for its standard input.
  package static func start(
    _ words: [String], isConfigured: Bool = false, settings: [Setting] = [],
    environment: [String] = [], input: String? = nil
  ) throws(SystemError) -> ChildProcess {
    let given = settings.enumerated().flatMap { index, setting in
      ["GIT_CONFIG_KEY_\(index)=\(setting.key)", "GIT_CONFIG_VALUE_\(index)=\(setting.value)"]
    }
    let files =
      isConfigured ? configurationOfUser : ["GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1"]
    return try ChildProcess(
      ["git", "--no-pager"] + words,
      environment: inherited + fixed + files + given + ["GIT_CONFIG_COUNT=\(settings.count)"]
        + environment,
      input: input)
  }

  /// The version, such as "git version 2.39.5"; nil if git cannot be started.
  package static var version: String? {
    guard let git = try? start(["--version"]) else { return nil }
    let text = String(decoding: git.rest(), as: UTF8.self)
    return git.end() == 0 ? text.split(separator: "\n").first.map(String.init) : nil
  }

  /// Variables that stop git from asking the user, fetching, taking optional locks, reading paths as
  /// patterns, and showing one object in another's place.
  private static let fixed = [
    "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
    "GIT_ALLOW_PROTOCOL=none", "GIT_LITERAL_PATHSPECS=1", "GIT_NO_REPLACE_OBJECTS=1",
  ]

  private static let inherited = ChildProcess.ownEnvironment.filter {
    !$0.hasPrefix("GIT_") && !$0.hasPrefix("LC_ALL=")
  }

  private static let configurationOfUser = ChildProcess.ownEnvironment.filter { entry in
    ["GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM="].contains(
      where: entry.hasPrefix)
  }
}

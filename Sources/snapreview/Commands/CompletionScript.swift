/// A shell's completions as ArgumentParser writes them, with paths for the first word as well.
///
/// `snapreview PATH` names no command, and the generated scripts offer commands alone there: with
/// them installed, the shell would complete fewer paths than without.
enum CompletionScript {
  /// The same text where it is no completion script.
  static func withPaths(_ script: String) -> String {
    guard let (shell, line) = additions.first(where: { script.contains($0.line) }) else {
      return script
    }
    let parts = script.split(separator: line, maxSplits: 1, omittingEmptySubsequences: false)
    return parts.joined(separator: shell)
  }

  /// A line of each shell's script, and what takes its place.
  private static let additions: [(replacement: String, line: String)] = [
    // bash: its own completion of paths, where no command begins so.
    ("complete -o filenames -o default -F _snapreview", "complete -o filenames -F _snapreview"),
    (
      """
      _describe -V subcommand subcommands && ret=0
              _files && ret=0
      """, "_describe -V subcommand subcommands && ret=0"
    ),
    (
      fishPositional + "-F\n" + fishPositional + "-fa 'review'", fishPositional + "-fa 'review'"
    ),
  ]

  private static let fishPositional =
    "complete -c 'snapreview' -n '__snapreview_should_offer_completions_for_positional "
    + "\"snapreview\" -eq 1' "
}

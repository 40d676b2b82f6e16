/// Extends ArgumentParser's shell completions: if no command is named, they complete the default
/// command, and after `help` the commands.
///
/// `snapreview PATH --theme light` names no command. The generated scripts complete only commands
/// for the first word, and nothing after a word that is not a command.
enum CompletionScript {
  /// Returns the script with the additions; any other text is unchanged.
  static func withDefaultCommand(_ script: String) -> String {
    additions.reduce(script) { $0.replacing($1.line, with: $1.replacement, maxReplacements: 1) }
  }

  /// A line of a shell's script, and its replacement.
  private static let additions: [(line: String, replacement: String)] = [
    // bash: its own completion of paths, if no command starts like the word.
    ("complete -o filenames -F _snapreview", "complete -o filenames -o default -F _snapreview"),
    (
      bashWords,
      bashWords + """

            if [[ "${COMP_CWORD}" -gt 1 || "${cur}" = -* ]] &&
                ! declare -F "_snapreview_${COMP_WORDS[1]}" >/dev/null; then
                unparsed_words=(review "${unparsed_words[@]}")
            fi
        """
    ),
    (
      zshName,
      """
      if [[ ( "${CURRENT}" -gt 2 || "${words[2]}" = -* ) &&
              -z "${functions[_snapreview_${words[2]}]}" ]]; then
              words=("${words[1]}" review "${(@)words[2,-1]}")
              (( CURRENT++ ))
          fi

      """ + "    " + zshName
    ),
    (zshCommands, zshCommands + "\n        _files && ret=0"),
    (
      fishTokens,
      fishTokens + """

            if not contains -- "$unparsed_tokens[2]" \(names) help
                if set -q unparsed_tokens[2]; or string match -q -- '-*' (commandline -ct)
                    set unparsed_tokens $unparsed_tokens[1] review $unparsed_tokens[2..]
                end
            end
        """
    ),
    (
      fishReview,
      fishPositional + "-F\n" + fishReview
        + "\ncomplete -c 'snapreview' -n '__fish_seen_subcommand_from help' -fa '\(names)'"
    ),
    (bashHelp, bashHelp + "\n    COMPREPLY+=($(compgen -W '\(names)' -- \"${cur}\"))"),
    ("'*:subcommands:'", "'*:subcommands:(\(names))'"),
  ]

  private static let names = Snapreview.commandNames.joined(separator: " ")
  private static let bashHelp = "_snapreview_help() {\n    repeating_flags=()"

  private static let bashWords = #"local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")"#
  private static let zshName = #"local -r command_name="${words[1]}""#
  private static let zshCommands = "_describe -V subcommand subcommands && ret=0"
  private static let fishTokens = "set -l unparsed_tokens (__snapreview_tokens -pc)"
  private static let fishPositional =
    "complete -c 'snapreview' -n '__snapreview_should_offer_completions_for_positional "
    + "\"snapreview\" -eq 1' "
  private static let fishReview = fishPositional + "-fa 'review'"
}

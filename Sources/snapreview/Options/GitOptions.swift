import ArgumentParser
import Base
import Host

struct GitOptions: ParsableArguments {
  @Option(
    defaultAsFlag: "HEAD",
    help: ArgumentHelp(
      "Snapshots of the work tree that differ from a revision (HEAD), or between two: A..B.",
      valueName: "REV"))
  var git: String?

  @Option(
    help: ArgumentHelp(
      "For git mergetool: accepting writes ACTUAL to FILE, rejecting REFERENCE.",
      valueName: "FILE"), completion: .file(), transform: FileAddress.path)
  var merged: String?

  func validate() throws {
    if merged != nil && git != nil { throw ValidationError("Give either --git or --merged.") }
  }

  var words: [String] {
    (git.map { ["--git", Shell.quoted($0)] } ?? [])
      + (merged.map { ["--merged", Shell.quoted($0)] } ?? [])
  }
}

/// The option of the commands that decide.
struct StagingOption: ParsableArguments {
  @Flag(help: "Also add accepted files to git's index.")
  var stage = false
}

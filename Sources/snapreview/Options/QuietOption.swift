import ArgumentParser

/// The flag of commands that are run for what they do, not for what they print.
struct QuietOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print errors only; the exit status tells the result.")
  var quiet = false
}
